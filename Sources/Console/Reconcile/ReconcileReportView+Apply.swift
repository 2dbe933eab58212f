import Localization
import SyncCore
import TemplateKit

/// What can be done with each group, and the button that does it.
extension ReconcileReportView {
  typealias Choice = (value: String, label: String, hint: String)

  /// What can be done with the rows of a group; the first is chosen until somebody chooses another.
  func choices(_ group: String) -> [Choice] {
    let ignoring: Choice = ("ignore", localized("Leave as is"), "")
    switch group {
    case "missingOnServer": return missingOnServerChoices + [ignoring]
    case "missingHere":
      return [
        ignoring, ("pull-again", localized("Pull"), localized("Reads the rows one by one.")),
      ]
    default:
      return [
        (
          "pull-again", localized("Take the server’s version"),
          localized("Rows with pending changes are kept.")
        ), ignoring,
      ]
    }
  }

  private var missingOnServerChoices: [Choice] {
    var choices: [Choice] = [
      (
        "remove-here", localized("Remove here"),
        localized("Kept in the history; nothing is pushed.")
      )
    ]
    if !isReadOnly {
      choices.append(
        (
          "insert-again", localized("Insert on the server"),
          localized("Queues inserts for the next push.")
        ))
    }
    return choices
  }

  /// The groups that nobody has settled yet, with how many rows each lists.
  private var open: [(name: String, rows: Int)] {
    report.groups.filter { run.application(settling: $0.name) == nil }
      .map { ($0.name, $0.group.rows.count) }
  }

  /// The button, which counts the rows that the choices change, and what follows from it.
  var applying: TemplateDictionary {
    let all = open.reduce(0) { $0 + $1.rows }
    let changed = open.filter { choices($0.name).first?.value != "ignore" }
      .reduce(0) { $0 + $1.rows }
    let canRemove = open.contains { $0.name == "missingOnServer" && $0.rows > 0 }
    let after = [
      canRemove ? localized("Removed rows stay in the history.") : nil,
      localized("Rows changed since the comparison are kept and reported."),
      Self.undoWords(rows: all),
    ]
    return [
      "AFTER": after.compactMap { $0 }.joinedAsSentences(),
      // Without script, what is chosen later is not known here.
      "APPLY_WORDS": changed > 0 ? applyWords(changed) : localized("Apply"),
      "APPLY_NONE": localized("Nothing to apply"), "APPLY_ONE": applyWords(1),
      "APPLY_MANY": applyWords(2, as: "{0}"),
    ]
  }

  private func applyWords(_ count: Int, as written: String? = nil) -> String {
    let rows = Format.count(count, as: written, "row")
    return localized("Apply to \(rows)")
  }

  /// Whether applying to so many rows can be taken back, said before it is done.
  static func undoWords(rows: Int) -> String {
    rows <= ReconcileReport.keptMax
      ? localized("You can undo this, here and in the audit log, while the rows are unchanged.")
      : localized(
        "Over \(Format.number(ReconcileReport.keptMax)) rows at once cannot be undone. To be able "
          + "to undo, apply one group at a time.")
  }
}
