import CCrypto
import Localization

/// A private key of the curve P-256, for signatures by ECDSA over SHA-256.
public final class SigningKey: Sendable {
  private let key: KeyHandle

  /// - Parameter pem: "EC PRIVATE KEY" (SEC 1) or "PRIVATE KEY" (PKCS #8), without a password.
  public init(pem: [UInt8]) throws(SigningKeyError) {
    guard let count = Int32(exactly: pem.count), let key = ccrypto_private_key(pem, count) else {
      ERR_clear_error()
      throw .unreadable
    }
    self.key = KeyHandle(key)
    guard ccrypto_is_p256(key) == 1 else { throw .otherCurve }
  }

  /// The signature as ASN.1 DER; each call gives another one.
  public func signature(of message: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .failed }
    defer { EVP_MD_CTX_free(context) }
    var length = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.pointer) == 1,
      EVP_DigestSign(context, nil, &length, message, message.count) == 1
    else { throw .failed }
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
      throw .failed
    }
    return Array(signature.prefix(length))
  }
}

/// A public key of the curve P-256, to check what a ``SigningKey`` signed.
public final class VerifyingKey: Sendable {
  private let key: KeyHandle

  /// - Parameter der: The key as a SubjectPublicKeyInfo.
  public init(der: [UInt8]) throws(SigningKeyError) {
    let parsed = der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_PUBKEY(nil, &start, buffer.count)
    }
    guard let parsed else {
      ERR_clear_error()
      throw .unreadable
    }
    key = KeyHandle(parsed)
    guard ccrypto_is_p256(parsed) == 1 else { throw .otherCurve }
  }

  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

/// Why a key can't be used; never holds any of it.
public enum SigningKeyError: Error, Sendable, Hashable, CustomStringConvertible {
  case unreadable
  case otherCurve
  case failed

  public var description: String {
    switch self {
    case .unreadable:
      localized(
        "It holds no private key in PEM form, or one that is locked with a password. Make one with: "
          + "openssl ecparam -name prime256v1 -genkey -noout -out eckey.pem")
    case .otherCurve:
      localized(
        "Its key is not of the curve P-256 (prime256v1), the only one that is taken. Make one with: "
          + "openssl ecparam -name prime256v1 -genkey -noout -out eckey.pem")
    case .failed: "libcrypto could not sign."
    }
  }
}

/// Owns a key of libcrypto.
///
/// Its Sendable is unchecked: the pointer is never changed, and libcrypto lets any number of threads
/// sign and verify with one key.
private final class KeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }
}
