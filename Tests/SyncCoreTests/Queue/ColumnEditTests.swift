import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// One column changed in many rows.
@Suite struct ColumnEditTests {
  private func filled(_ count: Int) async throws -> SyncContext {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo",
      (0..<count).map { index in
        Record(
          id: "\(index)", version: "1",
          values: ["n": .integer(Int64(index)), "text": .string("row \(index)")])
      })
    return context
  }

  private let number = Column("n", .number)
  private let text = Column("text", .text)

  private func queued(_ context: SyncContext) async throws -> [String] {
    try await context.operations(OperationQuery(size: 500)).operations.map(\.itemID)
  }

  @Test func rowsThatHaveTheValueAreLeftAlone() async throws {
    let context = try await filled(3)
    let table = context.table("todo")
    let outcome = try await table.edit(
      ColumnEdit(number, .set(.real(1))), ids: ["0", "1", "2"], by: "mira")
    #expect(outcome.changed == 2 && outcome.problems.isEmpty)
    #expect(outcome.edited.map(\.id) == ["0", "2"])
    #expect(outcome.edited.map(\.before) == [0, 2])
    #expect(try await queued(context) == ["0", "2"])
  }

  @Test func aMomentThatIsTheSameKeepsItsNotation() async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo", [Record(id: "a", version: "1", values: ["due": "2026-12-07T00:00:00Z"])])
    let edit = ColumnEdit(Column("due", .date), .set("2026-12-07T01:00:00.000+01:00"))
    #expect(try await context.table("todo").edit(edit, ids: ["a"]).changed == 0)
  }

  @Test func deletedAndMissingRowsAreNamedAndStopNoOther() async throws {
    let context = try await filled(3)
    let table = context.table("todo")
    try await table.delete("1")
    let outcome = try await table.edit(
      ColumnEdit(number, .set(1)), ids: ["0", "1", "nobody", "2"])
    #expect(outcome.changed == 2)
    #expect(outcome.problems.map(\.id) == ["1", "nobody"])
    let bulk = try await table.bulk(.delete, ids: ["1", "nobody"])
    #expect(outcome.problems.map(\.message) == bulk.problems.map(\.message))
  }

  @Test func aRehearsalSaysTheSameAndChangesNothing() async throws {
    let context = try await filled(1_203)
    let table = context.table("todo")
    let ids = (0..<1_203).map(String.init)
    let edit = ColumnEdit(text, .replace("row 1", with: "line 1"))
    let seen = try await context.newestChange()
    let rehearsed = try await table.edit(edit, ids: ids, rehearsing: true)
    #expect(try await context.counts() == StoreCounts(live: 1_203))
    #expect(try await context.newestChange() == seen)
    let done = try await table.edit(edit, ids: ids, seen: seen)
    #expect(done == rehearsed && done.changed == 1 + 10 + 100 + 204 - 1)
    #expect(try await table.read(id: "12")?.values["text"] == "line 12")
    #expect(try await table.read(id: "21")?.values["text"] == "row 21")
  }

  @Test func tenThousandRowsAreEditedInManyTransactions() async throws {
    let context = try await filled(10_200)
    let outcome = try await context.table("todo").edit(
      ColumnEdit(number, .set(5)), ids: (0..<10_200).map(String.init))
    #expect(outcome.changed == 10_199 && outcome.keepsEdited)
    #expect(try await context.counts().pending == 10_199)
  }

  @Test func replacingIsLiteralAndCaseSensitive() async throws {
    let context = try await StoreFixture().open()
    let texts: [JSONValue] = ["a.b A.B axb", "A.B", .null, "a.ba.b"]
    try await context.seed(
      "todo",
      texts.enumerated().map { Record(id: "\($0)", version: "1", values: ["text": $1, "n": 1]) })
    let table = context.table("todo")
    let outcome = try await table.edit(
      ColumnEdit(text, .replace("a.b", with: "")), ids: ["0", "1", "2", "3"])
    #expect(outcome.edited.map(\.after) == [" A.B axb", ""])
    #expect(outcome.edited.map(\.id) == ["0", "3"])
  }

  @Test func aReplacementThatIsTooLongIsLeftOut() async throws {
    let context = try await StoreFixture().open()
    let long = String(repeating: "a", count: 5_000)
    try await context.seed(
      "todo",
      [
        Record(id: "long", version: "1", values: ["text": .string(long)]),
        Record(id: "short", version: "1", values: ["text": "a"]),
      ])
    let edit = ColumnEdit(text, .replace("a", with: String(repeating: "b", count: 1_000)))
    let outcome = try await context.table("todo").edit(edit, ids: ["long", "short"])
    #expect(outcome.edited.map(\.id) == ["short"])
    #expect(outcome.problems.first?.message.contains("more than 4 MB") == true)
  }

  @Test func aValueThatDoesNotFitChangesNothing() async throws {
    let context = try await filled(2)
    let refused = try await storeRefusal {
      _ = try await context.table("todo").edit(
        ColumnEdit(number, .set("three")), ids: ["0", "1"])
    }
    guard case .valueDoesNotFit("todo", "n", _, _) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(try await queued(context).isEmpty)
  }

  @Test func rowsThatChangedSinceTheyWereSeenAreLeftOut() async throws {
    let context = try await filled(4)
    let table = context.table("todo")
    try await table.update("3", ["n": 30])
    let seen = try await context.newestChange()
    try await table.update("1", ["text": "theirs"])
    let outcome = try await table.edit(
      ColumnEdit(number, .set(9)), ids: ["0", "1", "2", "3"], seen: seen)
    #expect(outcome.edited.map(\.id) == ["0", "2", "3"])
    #expect(outcome.problems.map(\.id) == ["1"])
    #expect(outcome.problems.first?.message.contains("changed") == true)
    #expect(try await table.read(id: "1")?.values["n"] == 1)
  }

  @Test func anEditCondensesWithWhatIsPending() async throws {
    let context = try await filled(2)
    let table = context.table("todo")
    try await table.update("0", ["text": "mine"])
    _ = try await table.edit(ColumnEdit(number, .set(7)), ids: ["0", "1"])
    #expect(try await queued(context) == ["0", "1"])
    _ = try await table.edit(ColumnEdit(number, .set(1)), ids: ["1"])
    #expect(try await queued(context) == ["0"])
  }
}
