import Localization
import Support
import SyncCore

/// What a message says about how a change of rows gets to the server.
enum SendingText {
  /// - Parameters:
  ///   - rows: How many rows were changed.
  ///   - waiting: Those of them that have something in the queue now.
  static func next(rows: Int, waiting: PendingRowCounts) -> String {
    guard waiting.undecided == 0 else {
      return next(sent: waiting.rows - waiting.undecided, undecided: waiting.undecided)
    }
    let waiting = waiting.rows
    return switch (rows, waiting) {
    case (_, 0): localized("This needs no push.")
    case (1, _): localized("It is sent with the next push.")
    case _ where waiting >= rows: localized("They are sent with the next push.")
    case (_, 1): localized("1 of them is sent with the next push.")
    default: localized("\(Format.number(waiting)) of them are sent with the next push.")
    }
  }
}

extension SendingText {
  private static func next(sent: Int, undecided: Int) -> String {
    guard sent > 0 else {
      return undecided == 1
        ? localized("Resolve its conflict first.") : localized("Resolve their conflicts first.")
    }
    let waiting = Format.count(
      undecided, "row has an unresolved conflict", "rows have unresolved conflicts")
    let othersAre = Format.count(sent, "other is", "others are")
    return localized("\(waiting); \(othersAre) sent with the next push.")
  }
}

extension SyncContext {
  /// The same for rows of one table, by what is in the queue now.
  func nextStep(_ table: String, _ ids: [String]) async throws -> String {
    SendingText.next(rows: ids.count, waiting: try await waiting(table, ids))
  }

  /// The same for changes that were made together, of any tables.
  func nextStep(_ applied: [ChangeOutcome.Applied]) async throws -> String {
    var sum = PendingRowCounts()
    for (table, changes) in UTF8Dictionary(grouping: applied, by: \.table) {
      sum += try await waiting(table, changes.map(\.id))
    }
    return SendingText.next(rows: applied.count, waiting: sum)
  }

  /// The same for operations that are still there after a decision.
  func nextStep(ofOperations ids: [Int64]) async throws -> String {
    SendingText.next(rows: ids.count, waiting: try await waiting(ofOperations: ids))
  }
}
