import ConsoleData
import Foundation
import TestSupport
import Testing

@Suite struct UsersTests {
  @Test func aUserSignsInWithTheRightPasswordOnly() async throws {
    let data = try await TestData().data
    try await data.addUser("mira", role: .operate, password: "correct horse")
    #expect(try await data.isPassword("correct horse", of: "mira"))
    for (password, name) in [
      ("Correct horse", "mira"), ("", "mira"), ("correct horse", "jo"), ("correct horse", ""),
      ("nobody has this password", "jo"), (String(repeating: "x", count: 5_000), "mira"),
    ] {
      #expect(try await !data.isPassword(password, of: name))
    }
  }

  @Test func thePasswordIsNowhereInTheFile() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .viewer, password: "correct horse")
    let secret = try await test.data.addToken("script", role: .viewer, by: "mira")
    let session = try await test.data.startSession(user: "mira", address: "::1", agent: "test")
    let link = try await test.data.addSignInLink()
    var content = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: test.directory.path) {
      content += try Data(contentsOf: URL(fileURLWithPath: test.directory.file(name)))
    }
    for hidden in ["correct horse", secret, session, link] {
      #expect(content.range(of: Data(hidden.utf8)) == nil)
    }
    #expect(content.range(of: Data("$argon2id$".utf8)) != nil)
  }

  @Test(arguments: ["", "with blank", "sign-in link", "a/b", "<b>", "line\nbreak", "é\u{0}"])
  func aNameThatWouldConfuseIsRefused(name: String) async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.invalidName(name)) {
      try await data.addUser(name, role: .admin, password: "correct horse")
    }
    await #expect(throws: ConsoleDataError.invalidName(name)) {
      try await data.addToken(name, role: .admin, by: "test")
    }
  }

  @Test func passwordsHaveALengthAndNamesAreUnique() async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.passwordTooShort) {
      try await data.addUser("mira", role: .viewer, password: "1234567")
    }
    await #expect(throws: ConsoleDataError.passwordTooLong) {
      try await data.addUser("mira", role: .viewer, password: String(repeating: "x", count: 1_025))
    }
    try await data.addUser(
      "mira", role: .viewer, password: String(repeating: "four fit ", count: 7) + "x")
    await #expect(throws: ConsoleDataError.userExists("mira")) {
      try await data.addUser("mira", role: .admin, password: "correct horse")
    }
  }

  @Test func aPasswordDoesNotExpire() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .viewer, password: "correct horse")
    test.time.advance(milliseconds: 10 * 365 * 86_400_000)
    #expect(try await test.data.isPassword("correct horse", of: "mira"))
  }

  @Test func aNameThatIsTakenForAnotherUserIsRefused() async throws {
    let data = try await TestData().data
    try await data.addUser("Müller", role: .admin, password: "correct horse")
    for name in ["müller", "MÜLLER"] {
      await #expect(throws: ConsoleDataError.userNameAlike(name, other: "Müller")) {
        try await data.addUser(name, role: .admin, password: "correct horse")
      }
    }
    try await data.addUser("jo", role: .admin, password: "correct horse")
    let removal = try await data.removeUser("Müller")
    try await data.addUser("MÜLLER", role: .admin, password: "correct horse")
    await #expect(throws: ConsoleDataError.userNameAlike("Müller", other: "MÜLLER")) {
      try await data.restoreUser(removal)
    }
  }

  @Test(arguments: [
    "\u{430}dmin", "adm\u{456}n", "\u{3bf}la", "\u{ff41}dmin", "\u{1d41a}dmin", "of\u{fb01}ce",
  ])
  func lettersThatLookLikeOthersAreRefused(name: String) async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.userNameMixed(name)) {
      try await data.addUser(name, role: .admin, password: "correct horse")
    }
  }

  @Test(arguments: ["Müller", "weiß", "Иван", "Ιωάννης", "李明", "jo.7@example", "mira_2", "Łukasz"])
  func namesOfOneAlphabetAreTaken(name: String) async throws {
    let data = try await TestData().data
    try await data.addUser(name, role: .viewer, password: "correct horse")
  }

  @Test(arguments: ["demo", "Schedule", "webhook", "command-line"])
  func namesOfTheProgramAreRefused(name: String) async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.userNameOfProgram(name)) {
      try await data.addUser(name, role: .admin, password: "correct horse")
    }
  }

  @Test func theLastAdminCannotBeLost() async throws {
    let data = try await TestData().data
    try await data.addUser("mira", role: .admin, password: "correct horse")
    await #expect(throws: ConsoleDataError.lastAdmin("mira")) {
      try await data.removeUser("mira")
    }
    await #expect(throws: ConsoleDataError.lastAdmin("mira")) {
      try await data.setRole(.viewer, of: "mira")
    }
    try await data.addUser("jo", role: .admin, password: "correct horse")
    try await data.removeUser("mira")
    #expect(try await data.users().map(\.name) == ["jo"])
  }

  @Test func aChangeOfRoleOrPasswordEndsTheSessions() async throws {
    let data = try await TestData().data
    try await data.addUser("mira", role: .viewer, password: "correct horse")
    func session() async throws -> String {
      try await data.startSession(user: "mira", address: "::1", agent: "")
    }
    var secret = try await session()
    try await data.setRole(.operate, of: "mira")
    #expect(try await data.session(withSecret: secret) == nil)
    secret = try await session()
    #expect(try await data.session(withSecret: secret)?.role == .operate)
    try await data.setPassword("vermilion kettle", of: "mira")
    #expect(try await data.session(withSecret: secret) == nil)
    secret = try await session()
    try await data.removeUser("mira")
    #expect(try await data.session(withSecret: secret) == nil)
  }

  @Test func aTokenWorksUntilItIsRevoked() async throws {
    let test = try await TestData()
    let secret = try await test.data.addToken("script", role: .operate, by: "mira")
    let token = try #require(try await test.data.token(withSecret: secret))
    #expect(token.role == .operate)
    #expect(try await test.data.tokens().first?.usedAt == test.time.now)
    #expect(try await test.data.token(withSecret: secret + "x") == nil)
    let removal = try #require(try await test.data.revokeToken(token.id))
    #expect(try await test.data.token(withSecret: secret) == nil)
    #expect(try await test.data.revokeToken(token.id) == nil)
    try await test.data.restoreToken(removal)
    #expect(try await test.data.token(withSecret: secret)?.role == .operate)
    await #expect(throws: ConsoleDataError.goneForGood) {
      try await test.data.restoreToken(removal)
    }
  }

  @Test func aRemovedUserComesBackAsBefore() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .operate, password: "correct horse")
    let removal = try await test.data.removeUser("mira")
    #expect(try await !test.data.isPassword("correct horse", of: "mira"))
    try await test.data.restoreUser(removal)
    #expect(try await test.data.users().first?.role == .operate)
    #expect(try await test.data.isPassword("correct horse", of: "mira"))
    let again = try await test.data.removeUser("mira")
    try await test.data.addUser("mira", role: .viewer, password: "vermilion kettle")
    await #expect(throws: ConsoleDataError.userExists("mira")) {
      try await test.data.restoreUser(again)
    }
    #expect(try await test.data.users().map(\.role) == [.viewer])
  }

  @Test func aRemovedUserIsForgottenAfterAWhile() async throws {
    let test = try await TestData()
    try await test.data.addUser("mira", role: .operate, password: "correct horse")
    let removal = try await test.data.removeUser("mira")
    test.time.advance(milliseconds: 31 * 86_400_000)
    await #expect(throws: ConsoleDataError.goneForGood) {
      try await test.data.restoreUser(removal)
    }
  }
}
