import Support
import TestSupport
import Testing

@testable import ConsoleData

/// How hard it is to guess what the console makes up, and what people choose.
@Suite struct SecretTests {
  @Test func sessionsLinksAndTokensHave256RandomBits() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .admin, password: "correct horse")
    var secrets: [String] = []
    for number in 0..<3 {
      secrets.append(try await test.data.startSession(user: "mira", address: "::1", agent: ""))
      secrets.append(try await test.data.addSignInLink())
      let token = try await test.data.addToken("script\(number)", role: .viewer, by: "mira")
      secrets.append(String(token.dropFirst("syncline_".count)))
    }
    #expect(Set(secrets).count == 9)
    for secret in secrets { #expect(Base64.decode(secret)?.count == 32) }
  }

  @Test func aSecondFactorHas160RandomBits() async throws {
    let test = try await TestData()
    var secrets: Set<String> = []
    for name in ["mira", "jo"] {
      try await test.data.addUser(name, role: .viewer, password: "correct horse")
      let secret = try await test.data.secondFactorSetUp(of: name)
      #expect(Base32.decode(secret)?.count == 20)
      secrets.insert(secret)
    }
    #expect(secrets.count == 2)
  }

  /// Source: OWASP ASVS 5.0, appendix C: Argon2id with 46 MiB and one pass at least.
  @Test func aGuessOfAPasswordTakes64MiB() {
    #expect(PasswordCost.interactive.memoryBytes >= 64 << 20)
    #expect(PasswordCost.interactive.operations >= 1)
  }
}
