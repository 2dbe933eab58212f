import HTTPKit
import Support
import SyncCore
import TemplateKit

/// Conflicts and failures, by cause and one by one.
struct ErrorListPage {
  /// At most this many errors stand in the list; the causes count them all.
  static let shownMax = 200

  var facts: StoreFacts
  var table: String?
  var errors: [OperationError]

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SUMMARY", summary)
    values.set("QUEUE_LINK", Links.queue(facts.store))
    if let table {
      values.add("TABLE_FILTER", ["TABLE": table, "LINK": Links.errors(facts.store)])
    }
    let causes = ErrorCause.group(errors)
    // One line of causes above one line of errors would say the same twice.
    if errors.count > 1 {
      var section = TemplateDictionary()
      section.add("CAUSE", list: causes.map { $0.values(store: facts.store, now: facts.now) })
      values.add("CAUSES", section)
    }
    let newest = errors.sorted { ($0.at, $0.operationID) > ($1.at, $1.operationID) }
    values.add("ERROR", list: newest.prefix(Self.shownMax).map(line))
    values.show("EMPTY", if: errors.isEmpty)
    return values
  }

  private var summary: String {
    guard !errors.isEmpty else { return "No operation needs a decision." }
    let conflicts = errors.count { $0.isConflict }
    let kinds = [
      conflicts > 0 ? Format.count(conflicts, "conflict") : nil,
      errors.count > conflicts
        ? "\(Format.number(errors.count - conflicts)) the server refused" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    let cut =
      errors.count > Self.shownMax ? " The newest \(Self.shownMax) are listed below." : ""
    return "\(Format.count(errors.count, "change needs", "changes need")) you: \(kinds). "
      + "Nothing is lost; all of them are stored here.\(cut)"
  }

  private func line(_ error: OperationError) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": error.isConflict ? "r-conflict" : "r-failed",
      "LINK": Links.error(facts.store, error.id), "ITEM": error.itemID, "TABLE": error.table,
      "OPERATION_LINK": Links.operation(facts.store, error.operationID),
      "OPERATION_NAME": error.operationTitle, "MESSAGE": error.headline, "REMEDY": error.remedy,
    ]
    values.set(chip: "CHIP", Chip.error(isConflict: error.isConflict))
    values.set(time: "AT", error.at, now: facts.now)
    return values
  }
}
