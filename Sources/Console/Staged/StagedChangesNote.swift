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
          ? "1 row has changed since you opened it."
          : "\(Format.number(open)) rows have changed since you opened them.")
      steps.append("Choose which values to keep.")
    }
    if dead > 0 {
      facts.append("\(Format.count(dead, "row is", "rows are")) deleted or missing.")
      steps.append(
        dead == 1 ? "Undelete or remove it." : "Undelete or remove them.")
    }
    if present > 0 {
      facts.append("\(Format.count(present, "row is", "rows are")) in the store again.")
      steps.append(present == 1 ? "Remove it here." : "Remove them here.")
    }
    if refused > 0 {
      facts.append(Self.unsavable(refused))
      steps.append(refused == 1 ? "Edit or remove it." : "Edit or remove them.")
    }
    headline = (isRefused ? ["Nothing was saved."] + facts : facts).joined(separator: " ")
    text = (steps + ["Then save all changes."]).joined(separator: " ")
  }

  /// Rows that the store refused for a reason of their own.
  static func unsavable(_ count: Int) -> String {
    "\(Format.count(count, "row")) cannot be saved."
  }

  var values: TemplateDictionary { ["HEADLINE": headline, "TEXT": text] }
}
