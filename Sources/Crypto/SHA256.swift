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
