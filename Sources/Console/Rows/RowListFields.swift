import HTTPKit
import Support
import TemplateKit

/// What the forms of a list keep of its address in hidden fields.
extension RowListRequest {
  /// Holds one part of an address, encoded.
  static let encodedParameter = "_kept"

  /// The fields that keep `items`.
  ///
  /// A browser sends every line break in a field as CR and LF, so a part with one goes encoded.
  static func fields(_ items: [QueryItems.Item]) -> [TemplateDictionary] {
    items.map { item in
      let hasBreak = (item.name + item.value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" }
      return hasBreak
        ? ["NAME": encodedParameter, "VALUE": QueryItems([item]).encoded]
        : ["NAME": item.name, "VALUE": item.value]
    }
  }

  /// The address that such fields stand for.
  static func decoded(_ items: QueryItems) -> QueryItems {
    guard items[encodedParameter] != nil else { return items }
    return QueryItems(
      items.items.flatMap { item in
        item.name === encodedParameter ? QueryItems(decoding: item.value)?.items ?? [] : [item]
      })
  }
}
