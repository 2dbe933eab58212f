import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

@Suite struct SecondFactorTests {
  /// Source: RFC 6238, appendix B, the codes of SHA-1.
  @Test(
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
      (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(Int64, String)])
  func theVectorsOfTheStandard(seconds: Int64, expected: String) {
    let moment = Timestamp(milliseconds: seconds * 1_000)
    let secret = Array("12345678901234567890".utf8)
    #expect(TOTP.code(secret, step: TOTP.step(at: moment), digits: 8) == expected)
  }

  /// Source: RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
  ])
  func base32IsThatOfTheStandard(text: String, encoded: String) {
    #expect(Base32.encode(Array(text.utf8)) == encoded)
    #expect(Base32.decode(encoded) == Array(text.utf8))
  }

  @Test func base32RefusesOtherCharacters() {
    for text in ["MZXW6Y1B", "mzxw", "MZ XW", "8"] { #expect(Base32.decode(text) == nil) }
  }

  /// A user whose codes are set up, the secret, and the recovery codes.
  private func setUp() async throws -> (TestData, secret: [UInt8], codes: [String]) {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .admin, password: "correct horse")
    let text = try await test.data.secondFactorSetUp(of: "mira")
    let secret = try #require(Base32.decode(text))
    #expect(try await test.data.secondFactor(of: "mira") == nil)
    #expect(try await test.data.confirmSecondFactor(of: "mira", code: "000000") == nil)
    let codes = try #require(
      try await test.data.confirmSecondFactor(of: "mira", code: code(secret, test)))
    return (test, secret, codes)
  }

  private func code(_ secret: [UInt8], _ test: TestData, steps: Int64 = 0) -> String {
    TOTP.code(secret, step: TOTP.step(at: test.time.now) + steps)
  }

  @Test func aCodeIsGoodOnceAndNoEarlierOneIsAfterIt() async throws {
    let (test, secret, _) = try await setUp()
    // The code that turned it on is used up already.
    let used = code(secret, test)
    #expect(try await test.data.checkSecondFactor(used, of: "mira") == .wrong)
    test.time.advance(milliseconds: 60_000)
    let next = code(secret, test)
    let earlier = code(secret, test, steps: -1)
    #expect(try await test.data.checkSecondFactor(next, of: "mira") == .good)
    #expect(try await test.data.checkSecondFactor(next, of: "mira") == .wrong)
    #expect(try await test.data.checkSecondFactor(earlier, of: "mira") == .wrong)
  }

  @Test func ofTwoWhoShowTheSameCodeAtOnceOneComesIn() async throws {
    let (test, secret, _) = try await setUp()
    test.time.advance(milliseconds: 60_000)
    let shared = code(secret, test)
    let results = try await withThrowingTaskGroup(of: SecondFactorCheck.self) { group in
      for _ in 0..<8 {
        group.addTask { try await test.data.checkSecondFactor(shared, of: "mira") }
      }
      return try await group.reduce(into: [SecondFactorCheck]()) { $0.append($1) }
    }
    #expect(results.filter { $0 == .good }.count == 1)
  }

  @Test func aClockMayDifferByAStepAndNoMore() async throws {
    let (test, secret, _) = try await setUp()
    test.time.advance(milliseconds: 300_000)
    #expect(
      try await test.data.checkSecondFactor(code(secret, test, steps: -2), of: "mira") == .wrong)
    #expect(
      try await test.data.checkSecondFactor(code(secret, test, steps: 2), of: "mira") == .wrong)
    #expect(
      try await test.data.checkSecondFactor(code(secret, test, steps: -1), of: "mira") == .good)
    #expect(
      try await test.data.checkSecondFactor(code(secret, test, steps: 1), of: "mira") == .good)
  }

  @Test func aRecoveryCodeIsGoodOnceHoweverItIsTyped() async throws {
    let (test, _, codes) = try await setUp()
    #expect(codes.count == 10 && Set(codes).count == 10)
    // Six groups of four; a plain hash is enough for a code of 112 bits or more.
    for code in codes {
      #expect(code.count == 29)
      #expect(Base32.decode(code.replacing("-", with: ""))?.count == 15)
    }
    let typed = codes[3].lowercased().replacing("-", with: " ")
    #expect(try await test.data.checkSecondFactor(typed, of: "mira") == .recovery(left: 9))
    #expect(try await test.data.checkSecondFactor(codes[3], of: "mira") == .wrong)
    #expect(try await test.data.secondFactor(of: "mira")?.recoveryCodesLeft == 9)
    let renewed = try #require(try await test.data.renewRecoveryCodes(of: "mira"))
    #expect(try await test.data.checkSecondFactor(codes[4], of: "mira") == .wrong)
    #expect(try await test.data.checkSecondFactor(renewed[0], of: "mira") == .recovery(left: 9))
  }

  @Test func recoveryCodesAreKeptAsHashesAndBelongToOneUser() async throws {
    let (test, _, codes) = try await setUp()
    try await test.data.addUser("jo", role: .viewer, password: "correct horse")
    #expect(try await test.data.checkSecondFactor(codes[0], of: "jo") == .wrong)
    #expect(try await test.data.checkSecondFactor(codes[0], of: "nobody") == .wrong)
    let kept = try await test.data.database.read { connection in
      try connection.query("SELECT hash FROM recoveryCodes") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: String.self)
      }
    }
    #expect(kept.count == 10)
    let plain = Set(codes.map { $0.replacing("-", with: "") })
    #expect(kept.allSatisfy { !plain.contains($0) && $0.count == 64 })
  }

  @Test func takenAwayEverythingIsGoneAndTheUserIsSignedOut() async throws {
    let (test, secret, codes) = try await setUp()
    let session = try await test.data.startSession(user: "mira", address: "::1", agent: "")
    #expect(try await test.data.removeSecondFactor(of: "mira", endsSessions: true))
    #expect(try await !test.data.removeSecondFactor(of: "mira", endsSessions: true))
    #expect(try await test.data.session(withSecret: session) == nil)
    test.time.advance(milliseconds: 60_000)
    #expect(try await test.data.checkSecondFactor(code(secret, test), of: "mira") == .wrong)
    #expect(try await test.data.checkSecondFactor(codes[0], of: "mira") == .wrong)
    #expect(try await test.data.secondFactorSetUp(of: "mira") != Base32.encode(secret))
  }

  @Test func aTokenEndsOnItsDay() async throws {
    let test = try await TestData()
    let secret = try await test.data.addToken(
      "ci", role: .viewer, by: "mira", days: 2, store: "todo")
    test.time.advance(milliseconds: 2 * 86_400_000 - 1)
    #expect(try await test.data.token(withSecret: secret)?.store == "todo")
    test.time.advance(milliseconds: 1)
    #expect(try await test.data.token(withSecret: secret) == nil)
    #expect(try await test.data.tokens().map(\.name) == ["ci"])
  }
}
