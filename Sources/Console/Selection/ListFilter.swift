import HTTPKit
import Localization
import Support
import TemplateKit

/// The form above the queue and the errors: one table, and a text to look for.
struct ListFilter {
  /// Characters that may be looked for.
  static let textMax = 200

  let things: ListedThing
  let path: String
  let tables: [String]
  var table: String?
  var text: String?
  /// What the list is narrowed by besides: it stays.
  var kept: QueryItems
  /// Where the text is looked for.
  var places = (label: localized("Row, id or reason"), hint: localized("Search rows and reasons"))

  /// The text of `query`, if there is one.
  ///
  /// - Throws: `HTTPError` 400 when it is longer than ``textMax``.
  static func text(in query: QueryItems) throws(HTTPError) -> String? {
    guard let text = query["text"]?.trimmed, !text.isEmpty else { return nil }
    guard text.count <= textMax else {
      throw HTTPError(
        400, localized("The text to look for is too long. Give at most \(textMax) characters."))
    }
    return text
  }

  /// For `Selection/_search-box.tpl`.
  static func addSearchBox(
    _ text: String?, label: String, hint: String, to values: inout TemplateDictionary
  ) {
    values.set("SOUGHT", text ?? "")
    values.set("SOUGHT_LABEL", label)
    values.set("SOUGHT_HINT", hint)
    values.set("SOUGHT_MAX", "\(textMax)")
  }

  func add(to values: inout TemplateDictionary) {
    values.set("THINGS", things.plural)
    values.set("FILTER_ACTION", path)
    Self.addSearchBox(text, label: places.label, hint: places.hint, to: &values)
    values.add("KEPT", list: kept.items.map { ["NAME": $0.name, "VALUE": $0.value] })
    values.add(
      "TABLE_OPTION",
      list: tables.map { table in
        var values: TemplateDictionary = ["TABLE": table]
        values.show("CURRENT", if: self.table === table)
        return values
      })
    if table != nil || text != nil { values.add("CLEAR", ["LINK": Links.with(path, kept)]) }
  }
}
