import Support
import TemplateKit

/// A text split at the occurrences of another one, whatever their case.
struct MarkedText {
  /// All of the text, in its order.
  private(set) var parts: [(text: String, isMarked: Bool)] = []

  var isMarked: Bool { parts.contains(where: \.isMarked) }

  init(_ text: some StringProtocol, marking sought: String) {
    let letters = Array(text)
    let small = letters.map { $0.lowercased() }
    let wanted = sought.map { $0.lowercased() }
    var (start, place) = (0, 0)
    while !wanted.isEmpty, place + wanted.count <= letters.count {
      guard small[place..<place + wanted.count].elementsEqual(wanted) else {
        place += 1
        continue
      }
      add(letters[start..<place], false)
      add(letters[place..<place + wanted.count], true)
      place += wanted.count
      start = place
    }
    add(letters[start...], false)
  }

  private mutating func add(_ letters: ArraySlice<Character>, _ isMarked: Bool) {
    if !letters.isEmpty { parts.append((String(letters), isMarked)) }
  }

  /// Characters of an excerpt before and after the first occurrence.
  private static let (before, behind) = (40, 80)

  /// The text around the first occurrence; nil where there is none.
  var excerpt: String? {
    guard let first = parts.firstIndex(where: \.isMarked) else { return nil }
    let lead = first == 0 ? "" : parts[first - 1].text
    let rest = parts[(first + 1)...].map(\.text).joined()
    return (lead.count > Self.before ? "…" : "") + lead.suffix(Self.before) + parts[first].text
      + rest.prefix(Self.behind) + (rest.count > Self.behind ? "…" : "")
  }

  /// For the template `Search/_marked-text`.
  var values: [TemplateDictionary] {
    parts.map { part in
      let text = VisibleText.shown(part.text)
      var values = TemplateDictionary()
      values.set("PLAIN", ifAny: part.isMarked ? nil : text)
      values.set("MARKED", ifAny: part.isMarked ? text : nil)
      return values
    }
  }
}
