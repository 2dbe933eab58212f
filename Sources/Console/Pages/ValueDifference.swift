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
    let (oldWords, newWords) = (Self.words(old), Self.words(new))
    let shorter = min(oldWords.count, newWords.count)
    var head = 0
    while head < shorter, oldWords[head] == newWords[head] { head += 1 }
    var tail = 0
    while tail < shorter - head,
      oldWords[oldWords.count - 1 - tail] == newWords[newWords.count - 1 - tail]
    {
      tail += 1
    }
    let removed = oldWords[head..<(oldWords.count - tail)].joined()
    let added = newWords[head..<(newWords.count - tail)].joined()
    var shown: TemplateDictionary = [
      "BEFORE": newWords[..<head].joined(),
      "AFTER": newWords[(newWords.count - tail)...].joined(),
    ]
    if !removed.isEmpty { shown.add("OLD", ["TEXT": removed]) }
    shown.show("BOTH", if: !removed.isEmpty && !added.isEmpty)
    if !added.isEmpty { shown.add("NEW", ["TEXT": added]) }
    var values = TemplateDictionary()
    values.add("CHANGED_TEXT", shown)
    return values
  }

  /// Words, and everything between them character by character.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInWord = false
    for character in text {
      let isWord = character.isLetter || character.isNumber
      if isWord, isInWord {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isInWord = isWord
    }
    return words
  }
}
