import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Tokens of a file in which makers were not kept yet.
@Suite struct TokenMakerMigrationTests {
  @Test func tokensOfAnOlderFileBelongToTheUserWhoWasThereThen() async throws {
    let test = try await TestData()
    let data = test.data
    for name in ["ann", "eve", "zoe"] {
      try await data.addUser(name, role: .admin, password: "correct horse")
    }
    for (name, who) in [
      ("of-ann", "ann"), ("of-eve", "eve"), ("of-zoe", "zoe"), ("of-cli", "command line"),
      ("of-link", "sign-in link"), ("of-nobody", "kim"),
    ] { _ = try await data.addToken(name, role: .admin, by: who) }
    test.time.advance(milliseconds: 1_000)
    let removal = try await data.removeUser("eve")
    try await data.removeUser("zoe")
    try await data.addUser("zoe", role: .viewer, password: "correct horse")
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { connection in
      for sql in [
        "DROP INDEX usersByIdentity", "ALTER TABLE users DROP COLUMN identity",
        "ALTER TABLE removedUsers DROP COLUMN identity", "ALTER TABLE tokens DROP COLUMN maker",
        "ALTER TABLE removedTokens DROP COLUMN maker",
      ] { try connection.execute(sql) }
      for sql in tokenMakerStep { try connection.execute(sql) }
    }
    let opened = try await test.opened()
    let makers = { () async throws -> [String: APITokenCreator] in
      try await Dictionary(uniqueKeysWithValues: opened.tokens().map { ($0.name, $0.maker) })
    }
    #expect(
      try await makers() == [
        "of-ann": .user(.admin), "of-eve": .removed, "of-zoe": .removed, "of-cli": .nobody,
        "of-link": .nobody, "of-nobody": .removed,
      ])
    try await opened.restoreUser(removal)
    #expect(try await makers()["of-eve"] == .user(.admin))
  }
}
