/// Short random names for requests, to find one in a log.
enum RequestID {
  /// Digits that are not mistaken for one another when somebody reads them out.
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Ten characters: 50 random bits.
  static func make() -> String {
    var bits = UInt64.random(in: .min ... .max)
    return String(unsafeUninitializedCapacity: 10) { buffer in
      for index in 0..<10 {
        buffer[index] = digits[Int(bits & 31)]
        bits >>= 5
      }
      return 10
    }
  }
}
