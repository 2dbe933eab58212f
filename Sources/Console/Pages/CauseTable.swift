import Support
import SyncCore
import TemplateKit

/// Errors that have the same cause, so that a thousand of them are one line.
struct ErrorCause: Equatable {
  var table: String
  var isConflict: Bool
  var status: Int
  var headline: String
  var errors: [OperationError]

  /// Groups by table, answer and message; the largest group first.
  static func group(_ errors: [OperationError]) -> [ErrorCause] {
    struct Key: Hashable {
      var table: String
      var isConflict: Bool
      var status: Int
      var headline: String
    }
    let groups = Dictionary(grouping: errors) {
      Key(
        table: $0.table, isConflict: $0.isConflict, status: $0.status, headline: $0.headline)
    }
    return groups.map { key, errors in
      ErrorCause(
        table: key.table, isConflict: key.isConflict, status: key.status, headline: key.headline,
        errors: errors.sorted { ($0.at, $0.operationID) < ($1.at, $1.operationID) })
    }.sorted { left, right in
      if left.isConflict != right.isConflict { return left.isConflict }
      if left.errors.count != right.errors.count { return left.errors.count > right.errors.count }
      return (left.table, left.headline) < (right.table, right.headline)
    }
  }

  func values(store: String, now: Timestamp) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": isConflict ? "r-conflict" : "r-failed", "HEADLINE": headline, "TABLE": table,
      "COUNT": Format.number(errors.count),
    ]
    values.set(chip: "CHIP", Chip.error(isConflict: isConflict))
    if let first = errors.first, let last = errors.last {
      values.set(time: "FIRST_AT", first.at, now: now)
      values.set(time: "LAST_AT", last.at, now: now)
      values.set("ANSWER", first.answer)
      values.set("LINK", Links.error(store, first.id))
      values.set("REMEDY", first.remedy)
    }
    return values
  }
}
