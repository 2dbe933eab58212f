import CCrypto

public enum SHA256 {
  /// The 32 bytes of the digest.
  public static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let isDone = EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
    // SHA-256 of bytes in memory fails only where the library itself is broken.
    precondition(isDone == 1 && length == 32, "libcrypto has no SHA-256")
    return digest
  }
}

extension SHA256 {
  /// The digest of bytes that come in parts.
  public final class Stream {
    private let context: OpaquePointer

    public init() {
      // Fails only where memory is exhausted or the library itself is broken.
      guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
      else { preconditionFailure("libcrypto has no SHA-256") }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    public func update(_ bytes: ArraySlice<UInt8>) {
      _ = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The 32 bytes of the digest; nothing can be added afterwards.
    public func finish() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      EVP_DigestFinal_ex(context, &digest, nil)
      return digest
    }
  }
}
