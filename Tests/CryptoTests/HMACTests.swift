import Crypto
import Support
import Testing

/// Source: RFC 2202, section 3.
@Suite struct HMACTests {
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
    ),
    (
      [UInt8](repeating: 0xaa, count: 80), "Test Using Larger Than Block-Size Key - Hash Key First",
      "aa4ae5e15272d00e95705637ce8a3b55ed402112"
    ),
  ])
  func theVectorsOfTheStandard(key: [UInt8], message: String, expected: String) {
    let digits = HMAC.sha1(Array(message.utf8), key: key).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == expected)
  }

  /// Source: RFC 4231, section 4.3.
  @Test func theVectorOfTheStandardForSHA256() {
    let digest = HMAC.sha256(
      Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(
      hexadecimal(digest)
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}
