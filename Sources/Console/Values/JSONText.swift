import JSONKit
import Localization
import SyncCore

/// JSON that a column of texts holds, for remotes without a type for it keep it like that.
enum JSONText {
  static var remark: String { localized("Text that holds JSON") }

  /// The object or array that the text is; nil for any other value, and for a text that is longer
  /// than a page shows.
  static func tree(_ value: JSONValue, in column: Column) -> JSONValue? {
    guard column.type == .text, !column.isSystem, let text = value.string,
      text.utf8.count <= RowValueHandlers.shownBytesMax, isBracket(text.utf8.first { $0 > 0x20 }),
      let tree = try? JSONValue(parsing: text)
    else { return nil }
    return tree
  }

  private static func isBracket(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }
}
