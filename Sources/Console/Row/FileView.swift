import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// A file that a column of a row names, as pages show it: its name, and a small picture if it is one.
struct FileView {
  static let thumbnail = "thumbnail"

  let name: String
  /// Where the file is fetched.
  let link: String
  private let column: String
  private let value: JSONValue

  /// Nil when the value names no file.
  init?(_ value: JSONValue, column: String, of id: String, _ table: String, _ store: String) {
    guard let name = FileName.of(value) else { return nil }
    self.name = FileName.shown(name)
    self.column = column
    self.value = value
    link = Links.file(store, table, id, column)
  }

  /// Nil for a file that its name says is no picture.
  private var picture: String? {
    guard FileName.mayBePicture(name) else { return nil }
    return Links.with(
      link, QueryItems([.init("view", Self.thumbnail), .init("of", fingerprint)]))
  }

  /// Differs for two values, so that a browser shows no older picture.
  private var fingerprint: String { String(quickHash(value.serialized), radix: 16) }

  var dictionary: TemplateDictionary {
    var values: TemplateDictionary = ["NAME": name, "LINK": link, "COLUMN": column]
    values.add("PICTURE", list: picture.map { [["SOURCE": $0, "COLUMN": column]] } ?? [])
    return values
  }
}
