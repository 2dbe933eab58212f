import JSONKit
import SyncInspection
import Testing

@testable import SyncCore

/// Keeping mine lays what was changed here on the server's version, column by column.
@Suite struct KeepingMineTests {
  /// A row whose `mine` and `both` were changed here, and `theirs` and `both` on the server.
  private func conflicting(
    then: (SyncTable) async throws -> Void = { _ in }
  ) async throws -> (context: SyncContext, error: String) {
    let context = try await StoreFixture().open()
    let base: JSONObject = ["mine": "old", "theirs": "old", "both": "old"]
    try await context.seed("todo", [Record(id: "a", version: "v1", values: base)])
    let table = context.table("todo")
    try await table.update("a", ["mine": "here", "both": "here"])
    try await then(table)
    let server = Record(
      id: "a", version: "v7", values: ["mine": "old", "theirs": "there", "both": "there"])
    let error = try await context.fail(
      "todo", "a", status: 412, server: server, isConflict: true)
    return (context, error)
  }

  private static let kept: JSONObject = ["mine": "here", "theirs": "there", "both": "here"]

  @Test func columnsThatOnlyTheServerChangedBecomeAsTheServerHasThem() async throws {
    let (context, error) = try await conflicting()
    try await context.resolve(error, .keepLocal, by: nil)
    #expect(try await context.table("todo").read(id: "a")?.values == Self.kept)
    #expect(try await context.kept("todo", "a").base?.version == "v7")
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    #expect(
      try await context.operation(operation.id)?.changed == ["mine": "here", "both": "here"])
  }

  @Test func takingItBackBringsTheConflictBackAsItWas() async throws {
    let (context, error) = try await conflicting()
    let row = try await context.table("todo").read(id: "a")
    let operation = try #require(try await context.error(error)).operationID
    let outcome = try await context.decide([(operation, .resolve(.keepLocal))], by: nil)
    try await context.undo(try #require(outcome.undo), by: nil)
    #expect(try await context.table("todo").read(id: "a") == row)
    #expect(try await context.error(error)?.server?.values["theirs"] == "there")
    #expect(try await context.error(error)?.base?.values["theirs"] == "old")
  }

  @Test func aRowThatTheServerShowedIsUpdatedWhateverStatusCameBefore() async throws {
    let context = try await StoreFixture().open()
    let base = Record(id: "a", version: "v1", values: ["n": 1])
    try await context.seed("todo", [base])
    try await context.table("todo").update("a", ["n": 2])
    let error = try await context.fail("todo", "a", status: 404, server: base)
    #expect(try await context.error(error)?.isMissingOnServer == false)
    try await context.resolve(error, .keepLocal, by: nil)
    #expect(try await context.operations(of: "todo", "a").map(\.kind) == [.update])
  }

  @Test func withoutABaseAllOfMineCounts() async throws {
    let context = try await StoreFixture().open()
    try await context.table("todo").insert(["id": "a", "mine": "here", "theirs": "here"])
    let error = try await context.fail(
      "todo", "a", status: 409,
      server: Record(id: "a", version: "v7", values: ["mine": "here", "theirs": "there"]),
      isConflict: true)
    try await context.resolve(error, .keepLocal, by: nil)
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    #expect(try await context.operation(operation.id)?.changed == ["theirs": "here"])
  }

  @Test func whatADeleteReplacedComesBackOnTheServersVersion() async throws {
    let (context, error) = try await conflicting { try await $0.delete("a") }
    try await context.resolve(error, .keepLocal, by: nil)
    #expect(try await context.operations(of: "todo", "a").map(\.kind) == [.delete])
    try await context.table("todo").undelete("a")
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    #expect(operation.kind == .update)
    #expect(
      try await context.operation(operation.id)?.changed == ["mine": "here", "both": "here"])
    #expect(try await context.table("todo").read(id: "a")?.values == Self.kept)
  }
}
