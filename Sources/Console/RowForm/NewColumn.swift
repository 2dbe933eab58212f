import Localization
import Support

/// A column that nobody has yet, made by typing or importing a value for it.
enum NewColumn {
  private static let lengthMax = 128

  /// The columns that a table has.
  struct Neighbours {
    private let names: UTF8Dictionary<String>

    init(_ columns: some Sequence<String>) {
      names = UTF8Dictionary(columns.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// Why there can’t be a further column of this name, in a sentence; nil when there can.
    func mistake(_ name: String) -> String? { doubling(name) ?? NewColumn.unusable(name) }

    /// What to say of a name that differs from a column’s in nothing but case.
    func doubling(_ name: String) -> String? {
      names[name.lowercased()].map { column in
        localized("the column is named “\(column)”; names are case-sensitive")
      }
    }
  }

  /// What a name is for.
  enum Subject {
    case column, table
  }

  /// What to say of a name that a store keeps and that each kind of server refuses.
  static func unusable(_ name: String, for subject: Subject = .column) -> String? {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let beginsWell = name.utf8.first.map { !(48...57).contains($0) } ?? false
    guard !isWord || !beginsWell || name.utf8.count > lengthMax else { return nil }
    let shown = VisibleText.shown(String(name.prefix(40)))
    return switch subject {
    case .table:
      localized(
        "“\(shown)” is not a valid table name: use letters, digits and underscores, at most "
          + "\(lengthMax), not starting with a digit")
    case .column:
      localized(
        "“\(shown)” is not a valid column name: use letters, digits and underscores, at most "
          + "\(lengthMax), not starting with a digit")
    }
  }
}
