import HTTPKit
import JSONKit
import SyncCore

/// The row that a form resolves, known even when its error was resolved in the meantime.
struct ResolvedRow: Sendable {
  /// In the form.
  static let field = "of"

  let table: String
  let id: String

  init(table: String, id: String) {
    self.table = table
    self.id = id
  }

  init(_ error: OperationError) { self.init(table: error.table, id: error.itemID) }

  /// Nil for a form that does not say it.
  init?(_ form: QueryItems) {
    guard let names = form[Self.field].flatMap({ try? JSONValue(parsing: $0) })?.array,
      names.count == 2, let table = names[0].string, let id = names[1].string
    else { return nil }
    self.table = table
    self.id = id
  }

  var hidden: (name: String, value: String) {
    (Self.field, JSONValue.array([.string(table), .string(id)]).serializedText)
  }
}
