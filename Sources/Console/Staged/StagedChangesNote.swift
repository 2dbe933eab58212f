import Localization
import TemplateKit

/// Why staged rows cannot be saved together yet, and what to do about it: one note for all of them.
struct StagedChangesNote {
  let headline: String
  let text: String

  /// - Parameter isRefused: True where saving was tried.
  init(_ rows: [StagedRow], isRefused: Bool) {
    let open = rows.count(where: \.isOpen)
    let present = rows.count { $0.standing == .present }
    let dead = rows.count { !$0.isSavable && !$0.isOpen } - present
    let refused = rows.count { $0.problem != nil && $0.isSavable }
    var facts: [String] = []
    var steps: [String] = []
    if open > 0 {
      facts.append(
        open == 1
          ? localized("1 row has changed since you opened it.")
          : localized("\(Format.number(open)) rows have changed since you opened them."))
      steps.append(localized("Choose which values to keep."))
    }
    if dead > 0 {
      let rowsAre = Format.count(dead, "row is", "rows are")
      facts.append(localized("\(rowsAre) deleted or missing."))
      steps.append(
        dead == 1
          ? localized("Undelete it or remove its staged change.")
          : localized("Undelete them or remove their staged changes."))
    }
    if present > 0 {
      let rowsAre = Format.count(present, "row is", "rows are")
      facts.append(localized("\(rowsAre) in the store again."))
      steps.append(
        present == 1
          ? localized("Remove its staged change.") : localized("Remove their staged changes."))
    }
    if refused > 0 {
      facts.append(Self.unsavable(refused))
      steps.append(
        refused == 1
          ? localized("Edit it or remove its staged change.")
          : localized("Edit them or remove their staged changes."))
    }
    headline = (isRefused ? [localized("Nothing was saved.")] + facts : facts).joined(
      separator: " ")
    let hasOthers = rows.contains { $0.isSavable && $0.problem == nil }
    let last =
      hasOthers
      ? localized("Then save all changes, or select the other rows and save those.")
      : localized("Then save all changes.")
    text = (steps + [last]).joinedAsSentences()
  }

  /// Rows that the store refused for a reason of their own.
  static func unsavable(_ count: Int) -> String {
    let rows = Format.count(count, "row")
    return localized("\(rows) cannot be saved.")
  }

  var values: TemplateDictionary { ["HEADLINE": headline, "TEXT": text] }
}
