import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Which messages count as one cause.
@Suite struct ErrorCauseTests {
  private func cause(
    _ message: String, _ id: String = "x", table: String = "TodoItem", columns: UTF8Set = [],
    status: Int = 400
  ) -> String {
    ErrorCause(table: table, itemID: id, columns: columns, status: status).text(of: message)
  }

  @Test(arguments: [("'", "'"), ("\"", "\""), ("“", "”"), ("‘", "’"), ("„", "“"), ("`", "`")])
  func quotedValuesTellNoCausesApart(_ open: String, _ close: String) {
    let causes = ["anna@example.org", "Ben's \tbike", "", "42"].map {
      cause("Value \(open)\($0)\(close) of unique column title is already in use")
    }
    #expect(
      Set(causes) == ["Value \(open)…\(close) of unique column title is already in use"])
  }

  @Test func quotedNamesOfColumnsStay() {
    let columns: UTF8Set = ["title", "due"]
    #expect(cause("'title' is missing", columns: columns) == "'title' is missing")
    #expect(
      cause("'title' may not be 'due to rain'", columns: columns) == "'title' may not be '…'")
    #expect(cause("column 'address2' is odd") == "column 'address2' is odd")
  }

  /// Without an answer there is no status that could stand in the message.
  @Test func anAddressIsLeftOutAsAWhole() {
    let message = "the connection to 127.0.0.1:8081 was lost"
    #expect(cause(message, status: 0) == "the connection to ….….….…:… was lost")
  }

  @Test func anApostropheIsNoQuote() {
    let message = "The server's row can't be the owner's."
    #expect(cause(message) == message)
    #expect(cause("It's 5 o'clock") == "It's … o'clock")
  }

  @Test func aMessageThatIsOneQuoteStays() {
    #expect(cause("\"Not allowed here\"") == "\"Not allowed here\"")
  }

  @Test func theStatusOfTheAnswerStays() {
    #expect(cause("403 Forbidden", status: 403) == "403 Forbidden")
    #expect(cause("7 of 403 rows", status: 400) == "… of … rows")
  }

  @Test func aShortIDThatIsAWordIsLeftOutOnlyWhereItNamesTheRow() {
    #expect(cause("This is a bad value", "a") == "This is a bad value")
    #expect(cause("Row a is a bad one", "a") == "Row … is a bad one")
    #expect(cause("The update of TodoItem a failed", "a") == "The update of TodoItem … failed")
    #expect(cause("Item 'a' has a lock", "a") == "Item '…' has a lock")
  }

  @Test func refusalsThatNameTheValueAreOneFamily() async throws {
    let bench = try await Bench()
    for (number, name) in ["anna", "ben", "carla"].enumerated() {
      try await bench.table.insert(["id": .string("r\(number)")])
      _ = try await bench.context.fail(
        "T", "r\(number)",
        message: "Value '\(name)@example.org' of unique column title is already in use")
    }
    #expect(try await bench.context.errorGroups().groups.map(\.count) == [3])
  }
}
