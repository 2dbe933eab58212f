import JSONKit
import Localization
import SyncCore
import TemplateKit

/// Shows one value beside another with what differs marked, for `Values/_cell.tpl`.
///
/// Of long texts the stretches that both have are left out, but for where they meet a change.
struct ValueDifference {
  let column: Column
  let before: JSONValue?
  let after: JSONValue?
  /// Long values and long changes are cut too; for a page that has the whole values elsewhere.
  var isBrief = false

  /// So much of what both have stays beside each change, in characters.
  private static let besideMax = 160
  /// So much stays of either end of what is cut.
  private static let briefMax = 200

  /// Both values, where what differs is marked in the text.
  private var texts: (old: String, new: String)? {
    guard case .string(let old)? = before, case .string(let new)? = after, old != new,
      !old.isEmpty, !new.isEmpty, column.type == .text
    else { return nil }
    return (old, new)
  }

  /// True where the value before is to be seen in it, too.
  var isMarked: Bool { texts != nil }

  var values: TemplateDictionary {
    guard let after else {
      var values = TemplateDictionary()
      values.show("ABSENT")
      return values
    }
    guard let (old, new) = texts else { return plain(after) }
    let parts = WordDifference(old, new).parts
    return Self.cell(
      parts.indices.map { index in
        let isLast = index == parts.count - 1 && !parts[index].isChange
        return self.part(
          parts[index], head: index == 0 ? 0 : Self.besideMax, tail: isLast ? 0 : Self.besideMax)
      })
  }

  /// A value beside which nothing is to be marked.
  private func plain(_ value: JSONValue) -> TemplateDictionary {
    guard isBrief, case .string(let text) = value, column.type == .text,
      let cut = TruncatedText(text, head: Self.briefMax, tail: Self.briefMax)
    else { return Cell(full: value, column).dictionary() }
    return Self.cell([Self.same(cut, Self.more(cut))])
  }

  private func part(
    _ part: WordDifference.Part, head: Int, tail: Int
  ) -> TemplateDictionary {
    var values =
      TruncatedText(part.same, head: head, tail: tail).map { Self.same($0, Self.unchanged($0)) }
      ?? ["SAME": VisibleText.marked(part.same)]
    if !part.removed.isEmpty { values.add("OLD", change(part.removed)) }
    values.show("BOTH", if: !part.removed.isEmpty && !part.added.isEmpty)
    if !part.added.isEmpty { values.add("NEW", change(part.added)) }
    return values
  }

  private static func same(_ cut: TruncatedText, _ words: String) -> TemplateDictionary {
    var values: TemplateDictionary = ["SAME": VisibleText.marked(cut.start)]
    values.add("SAME_CUT", Self.rest(cut, words))
    return values
  }

  private func change(_ text: String) -> TemplateDictionary {
    guard isBrief, let cut = TruncatedText(text, head: Self.briefMax, tail: Self.briefMax) else {
      return ["TEXT": VisibleText.marked(text)]
    }
    var values: TemplateDictionary = ["TEXT": VisibleText.marked(cut.start)]
    values.add("CHANGE_CUT", Self.rest(cut, Self.more(cut)))
    return values
  }

  private static func rest(_ cut: TruncatedText, _ words: String) -> TemplateDictionary {
    ["WORDS": words, "REST": VisibleText.marked(cut.end)]
  }

  private static func more(_ cut: TruncatedText) -> String {
    let count = Format.number(cut.leftOut)
    return localized("… \(count) more characters …")
  }

  private static func unchanged(_ cut: TruncatedText) -> String {
    let count = Format.number(cut.leftOut)
    return localized("… \(count) unchanged characters …")
  }

  private static func cell(_ parts: [TemplateDictionary]) -> TemplateDictionary {
    var shown = TemplateDictionary()
    shown.add("PART", list: parts)
    var values = TemplateDictionary()
    values.add("CHANGED_TEXT", shown)
    return values
  }
}
