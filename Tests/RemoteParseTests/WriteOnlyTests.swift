import Foundation
import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Columns that the server takes and never gives back.
@Suite struct WriteOnlyTests {
  private static let users = "_User"
  private static let secret = "correct horse battery staple"

  private static func withUsers(
    _ body: (ParseFixture, SyncTable) async throws -> Void
  )
    async throws
  {
    try await withParse(.with { $0.tables = [users] }) { fixture in
      try await body(fixture, fixture.store.table(users))
    }
  }

  /// The body of the last write that the server saw.
  private static func lastBody(_ fixture: ParseFixture, _ method: String) async throws -> String {
    try await fixture.log(method).last?["body"]?.string ?? ""
  }

  private static func row(_ fixture: ParseFixture, _ id: String) async throws -> RowDetail {
    try #require(try await fixture.store.row(users, id))
  }

  @Test func passwordIsShownAsSetUntilItIsSentAndGoneThen() async throws {
    try await Self.withUsers { fixture, table in
      let id = try await table.insert(["username": "ann", "password": .string(Self.secret)])
      let detail = try await Self.row(fixture, id)
      #expect(detail.record.values["password"] == "set")
      #expect(!String(describing: detail).contains(Self.secret))
      let previews = try await fixture.store.pushPreview()
      #expect(!String(describing: previews).contains(Self.secret))
      #expect(previews.first?.request.body?.contains(#""password":"set""#) == true)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await Self.lastBody(fixture, "POST").contains(Self.secret))
      let row = try #require(try await fixture.live(Self.users).values.first)
      #expect(row["username"] == "ann" && (row["password"] ?? .null).isNull)
      await fixture.store.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.store.path))
      #expect(bytes.range(of: Data(Self.secret.utf8)) == nil)
    }
  }

  @Test func lastPasswordGivenIsTheOneThatIsSent() async throws {
    try await Self.withUsers { fixture, table in
      let id = try await table.insert(["username": "ann", "password": "first one"])
      try await table.update(id, ["password": "second one"])
      #expect(try await Self.row(fixture, id).record.values["password"] == "set (2)")
      // What a form or a program sends back unchanged.
      try await table.update(id, ["password": "set (2)", "username": "anna"])
      #expect(try await fixture.store.push().succeeded == 1)
      let body = try await Self.lastBody(fixture, "POST")
      #expect(body.contains("second one") && !body.contains("first one"))
    }
  }

  @Test func passwordAloneMakesAnUpdateAndARefusedOneCanBeCorrected() async throws {
    try await Self.withUsers { fixture, table in
      let id = try #require(
        try await fixture.plant([["username": "ann"]], in: Self.users).first)
      _ = try await fixture.store.pull()
      try await table.update(id, ["password": "too short"])
      try await fixture.emulator.control("options", ["refusesWith": "too short"])
      _ = try await fixture.store.push()
      try await fixture.emulator.control("options", ["refusesWith": nil])
      #expect(try await fixture.store.counts().failed == 1)
      try await table.update(id, ["password": .string(Self.secret)])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await Self.lastBody(fixture, "PUT").contains(Self.secret))
      #expect(try await fixture.waiting() == 0)
    }
  }

  @Test func lostAnswerToAPasswordAloneIsNotTakenForDone() async throws {
    try await Self.withUsers { fixture, table in
      let id = try #require(
        try await fixture.plant([["username": "ann"]], in: Self.users).first)
      _ = try await fixture.store.pull()
      try await table.update(id, ["password": .string(Self.secret)])
      try await fixture.faults(["lostRequest"], methods: ["PUT"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.log("PUT").count == 2)
      #expect(try await Self.lastBody(fixture, "PUT").contains(Self.secret))
    }
  }

  @Test func lostAnswerToANewUserIsFoundByTheRow() async throws {
    try await Self.withUsers { fixture, table in
      _ = try await table.insert(["username": "ann", "password": .string(Self.secret)])
      try await fixture.faults(["lostAnswer"], methods: ["POST"])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.waiting() == 0)
      #expect(try await fixture.log("POST").count == 1)
    }
  }

  @Test func markIsNoPassword() async throws {
    try await Self.withUsers { _, table in
      await #expect(throws: SyncError.self) {
        _ = try await table.insert(["username": "ann", "password": "set"])
      }
    }
  }

  @Test func serverThatRepeatsThePasswordLeavesItNowhere() async throws {
    try await Self.withUsers { fixture, table in
      let id = try await table.insert(["username": "ann", "password": .string(Self.secret)])
      try await fixture.emulator.control(
        "options", ["refusesWith": .string("password \(Self.secret) is too weak")])
      _ = try await fixture.store.push()
      let detail = try await Self.row(fixture, id)
      #expect(detail.errors.count == 1)
      #expect(!String(describing: detail).contains(Self.secret))
      let error = try #require(try await fixture.store.errors().first)
      #expect(!String(describing: error).contains(Self.secret))
    }
  }
}
