import Localization
import Support
import SyncCore

/// What a comparison with the server comes to, in words.
struct ServerComparisonVerdict: Equatable {
  /// The look of the note that it stands in.
  enum Tone: String {
    case good, warn
  }

  let tone: Tone
  let headline: String
  let text: String

  private init(_ tone: Tone, _ headline: String, _ text: String) {
    (self.tone, self.headline, self.text) = (tone, headline, text)
  }

  init(_ comparison: ServerComparison) {
    self =
      comparison.operations.isEmpty
      ? Self.settled(comparison) : Self.pending(comparison, comparison.operations)
  }

  private static func settled(_ comparison: ServerComparison) -> Self {
    switch comparison.result {
    case .same:
      return Self(
        .good, localized("No differences."), localized("Store and server have the same values."))
    case .different: return different(comparison)
    case .missingOnServer:
      return comparison.local?.deleted == true
        ? Self(
          .good, localized("Deleted here, and not on the server."),
          localized("The server has no such row, or does not show deleted rows."))
        : Self(
          .warn, localized("The server does not have this row."),
          localized(
            "It was removed there, or the store’s sign-in has no permission to read it. "
              + "Nothing is pending here. Insert it again to send it, or remove it here."))
    case .missingHere:
      return Self(
        .warn,
        comparison.server?.deleted == true
          ? localized("Only the server has this row, and it is deleted there.")
          : localized("Only the server has this row."),
        localized(
          "It was removed here, no pull has brought it yet, or the pull’s filter leaves it out. "
            + "Pull the row to store it here."))
    case .missingOnBoth:
      return Self(
        .warn, localized("Neither the store nor the server has this row."),
        localized("Ids are case-sensitive. Check the id."))
    }
  }

  private static func different(_ comparison: ServerComparison) -> Self {
    let pull = localized(
      "Nothing is pending here, so no change is lost: pull the row to store the server’s.")
    if comparison.differing.isEmpty {
      return Self(.warn, localized("Same values, another version on the server."), pull)
    }
    if comparison.differing.contains(where: { $0 === SystemColumn.deleted.rawValue }) {
      return comparison.server?.deleted == true
        ? Self(.warn, localized("Live here, deleted on the server."), pull)
        : Self(.warn, localized("Deleted here, live on the server."), pull)
    }
    let count = comparison.differing.count
    let columns = Format.count(count, "column")
    return Self(
      .warn, count == 1 ? localized("\(columns) differs.") : localized("\(columns) differ."), pull)
  }

  private static func pending(
    _ comparison: ServerComparison, _ operations: [OperationInfo]
  ) -> Self {
    let changes = Format.count(operations.count, "pending change")
    let isInsert = operations[0].kind == .insert
    guard comparison.server != nil else {
      return isInsert
        ? Self(
          .good, localized("The server does not have this row yet."),
          localized("Its insert is pending. The next push sends it."))
        : Self(
          .warn, localized("The server does not have this row."),
          localized("The next push of \(changes) reports an error for you to resolve."))
    }
    if isInsert {
      return Self(
        .warn, localized("The server already has a row with this id."),
        localized(
          "If both sides have the same values, the next push takes the server’s row; otherwise it "
            + "reports a conflict."))
    }
    return comparison.isChangedOnServer
      ? Self(
        .warn, ConflictDescription(kind: .update, isDeletedThere: false).sentence,
        localized(
          "The next push of \(changes) reports a conflict, unless both sides have the same values.")
      )
      : Self(
        .good, localized("The server’s row has not changed since your change."),
        localized("The next push sends \(changes). No conflict is expected."))
  }
}
