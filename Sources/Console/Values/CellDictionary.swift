import TemplateKit

extension Cell {
  /// The same without a link of its own, to stand inside of another.
  var unlinked: Cell {
    guard case .long(let start, _) = self else { return self }
    return .plain(start + "…")
  }

  /// The same with no more of a long text than a list shows.
  var brief: Cell { Self.cut(self).unlinked }

  /// The names that `Values/_value.tpl` shows.
  ///
  /// - Parameters:
  ///   - link: Where the whole value stands.
  ///   - place: What `link` leads to, in words.
  func dictionary(link: String = "", place: String = "") -> TemplateDictionary {
    var values = TemplateDictionary()
    write(to: &values, link: link, place: place)
    return values
  }

  /// The same into a dictionary that has other names too.
  func write(to values: inout TemplateDictionary, link: String = "", place: String = "") {
    switch self {
    case .null: values.show("IS_NULL")
    case .empty: values.show("IS_EMPTY")
    case .plain(let text): values.add("IS_PLAIN") { $0.set("TEXT", VisibleText.marked(text)) }
    case .code(let text): values.add("IS_CODE") { $0.set("TEXT", VisibleText.marked(text)) }
    case .date(let iso, let full, let text):
      values.add("IS_DATE") { Self.setTime(iso, full, text, in: &$0) }
    case .age(let iso, let full, let text):
      values.add("IS_AGE") { Self.setTime(iso, full, text, in: &$0) }
    case .long(let start, let bytes):
      values.add("IS_LONG") { long in
        long.set("TEXT", VisibleText.marked(start))
        long.set("LINK", link)
        long.set("BYTES", Format.bytes(bytes))
        long.set("WHERE", place)
      }
    }
  }

  /// The names of a `<time>`.
  static func setTime(
    _ iso: String, _ full: String, _ text: String, in values: inout TemplateDictionary
  ) {
    values.set("ISO", iso)
    values.set("FULL", full)
    values.set("TEXT", text)
  }
}
