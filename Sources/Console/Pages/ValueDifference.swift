import JSONKit
import SyncCore
import TemplateKit

/// Shows one value beside another with what differs marked, for `_cell.tpl`.
struct ValueDifference {
  let column: Column
  let before: JSONValue?
  let after: JSONValue?

  var values: TemplateDictionary {
    guard let after else {
      var values = TemplateDictionary()
      values.show("ABSENT")
      return values
    }
    guard case .string(let old)? = before, case .string(let new) = after, old != new,
      !old.isEmpty, !new.isEmpty, column.type == .text
    else { return Cell(full: after, column).dictionary() }
    return marked(old, new)
  }

  private func marked(_ old: String, _ new: String) -> TemplateDictionary {
    var shown = TemplateDictionary()
    shown.add(
      "PART",
      list: WordDifference(old, new).parts.map { part in
        var values: TemplateDictionary = ["SAME": VisibleText.marked(part.same)]
        if !part.removed.isEmpty { values.add("OLD", ["TEXT": VisibleText.marked(part.removed)]) }
        values.show("BOTH", if: !part.removed.isEmpty && !part.added.isEmpty)
        if !part.added.isEmpty { values.add("NEW", ["TEXT": VisibleText.marked(part.added)]) }
        return values
      })
    var values = TemplateDictionary()
    values.add("CHANGED_TEXT", shown)
    return values
  }
}
