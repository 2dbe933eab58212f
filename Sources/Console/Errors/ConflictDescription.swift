import Localization
import SyncCore

/// What is in conflict, in the words that all pages have for it.
struct ConflictDescription {
  /// Of the operation.
  var kind: OperationKind
  /// Whether the server's version is a tombstone.
  var isDeletedThere: Bool

  /// Without a full stop, such as `Changed here and on the server`.
  var text: String {
    switch (kind, isDeletedThere) {
    case (.delete, _): localized("Deleted here, changed on the server")
    case (.undelete, _): localized("Undeleted here, changed on the server")
    case (_, true): localized("Changed here, deleted on the server")
    case (.insert, _): localized("Inserted here, but the server already has a row with this id")
    case (.update, _): localized("Changed here and on the server")
    }
  }

  var sentence: String { [text].joinedAsSentence() }

  /// Several of them, whatever their operations.
  static func text(rows count: Int, isDeletedThere: Bool) -> String {
    let rows = Format.count(count, "row")
    return isDeletedThere
      ? localized("\(rows) changed here and deleted on the server")
      : localized("\(rows) changed here and on the server")
  }
}
