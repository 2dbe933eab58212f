import JSONKit
import Support

extension ImportPlan {
  struct Mistake: Sendable, Equatable {
    /// The line or item.
    var number: Int
    /// As the file names it; nil when the whole row is meant.
    var column: String?
    var sentence: String
    /// False for what is wrong with a column, whatever the rows hold.
    var isOfRow = true
  }

  struct Row: Sendable {
    var number: Int
    var id: String?
    /// The value of the key column; nil where rows are matched by id.
    var key: JSONValue?
    /// As they came, by the file's columns: what they mean also depends on what the row holds.
    var values: [(column: String, value: ImportSource.Value)] = []

    /// What no other row of the file may have.
    var identity: String? { key.map(ImportPlan.text) ?? id }
  }

  /// A value of the key column as ``Row/identity``.
  static func text(_ value: JSONValue) -> String { value.string ?? value.serializedText }

  /// A value as the page shows it beside its column; nil for none.
  static func example(_ value: ImportSource.Value) -> String? {
    let text =
      switch value {
      case .field(let field): field.text
      case .json(let value): value.isNull ? "" : Self.text(value)
      }
    guard !text.isEmpty else { return nil }
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}
