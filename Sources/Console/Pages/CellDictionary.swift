import TemplateKit

extension Cell {
  /// The same without a link of its own, to stand inside of another.
  var unlinked: Cell {
    guard case .long(let start, _) = self else { return self }
    return .plain(start + "…")
  }

  /// The names that `_value.tpl` shows.
  ///
  /// - Parameters:
  ///   - link: Where the whole value stands.
  ///   - place: What `link` leads to, in words.
  func dictionary(link: String = "", place: String = "") -> TemplateDictionary {
    var values = TemplateDictionary()
    switch self {
    case .null: values.show("IS_NULL")
    case .empty: values.show("IS_EMPTY")
    case .plain(let text): values.add("IS_PLAIN", ["TEXT": text])
    case .code(let text): values.add("IS_CODE", ["TEXT": text])
    case .date(let iso, let full, let text):
      values.add("IS_DATE", ["ISO": iso, "FULL": full, "TEXT": text])
    case .long(let start, let bytes):
      values.add(
        "IS_LONG",
        ["TEXT": start, "LINK": link, "BYTES": Format.bytes(bytes), "WHERE": place])
    }
    return values
  }
}
