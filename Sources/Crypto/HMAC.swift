import CCrypto

/// Keyed hashes of messages.
///
/// Source: RFC 2104.
public enum HMAC {
  /// For protocols that prescribe it, such as one-time codes; nothing new should choose SHA-1.
  public static func sha1(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    code(EVP_sha1(), message, key)
  }

  /// 32 bytes.
  public static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    code(EVP_sha256(), message, key)
  }

  private static func code(
    _ hash: OpaquePointer?, _ message: [UInt8], _ key: [UInt8]
  ) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let done = CCrypto.HMAC(
      hash, key, Int32(key.count), message, message.count, &output, &count)
    precondition(done != nil, "libcrypto lacks the hash")
    return Array(output.prefix(Int(count)))
  }
}
