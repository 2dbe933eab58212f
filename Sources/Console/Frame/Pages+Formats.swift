import HTTPKit
import Localization
import Support
import TemplateKit

/// The links at a page's foot to its other forms.
extension Pages {
  /// What in an address is about one page of a list; files go over all of them.
  private static let ofOnePage = UTF8Set(
    ListCursor.parameters + ["size", "_pick", "_moved", "_ticked"])

  func addFormats(
    _ formats: [String], of address: String, query: String, _ whole: String,
    to values: inout TemplateDictionary
  ) {
    func links(_ formats: [String], _ query: String) -> [TemplateDictionary] {
      formats.map { format in
        [
          "FORMAT_NAME": format.uppercased(),
          "FORMAT_URL": "\(address).\(format)" + (query.isEmpty ? "" : "?\(query)"),
        ]
      }
    }
    let files = formats.filter { ListFile(rawValue: $0) != nil }
    values.add("FORMAT", list: links(formats.filter { !files.contains($0) }, query))
    values.add("FORMAT_FILE", list: links(files, Self.withoutPlace(query)))
    values.set("FORMAT_WHOLE", ifAny: files.isEmpty ? nil : whole)
    values.show("FORMATS", if: !formats.isEmpty)
  }

  /// The query without the place in the list; as it was written where it names none.
  private static func withoutPlace(_ query: String) -> String {
    guard let items = QueryItems(decoding: query),
      items.items.contains(where: { ofOnePage.contains($0.name) })
    else { return query }
    return QueryItems(items.items.filter { !ofOnePage.contains($0.name) }).encoded
  }

  /// What the files of a list hold: `All 246 rows`; `All rows` where nobody counted them.
  static func wholeList(_ count: Int?, _ one: String) -> String {
    guard let count, count > 0 else { return localized("All rows") }
    return Format.part(count, of: count, one)
  }
}
