import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The merge that a program asks for: values by name, without sides.
extension MergeForm {
  /// The values that a program's merge means: what it does not name stays as the one side has it
  /// that changed it.
  ///
  /// - Throws: `HTTPError` 422 for a column that is not there, and for one that both sides changed
  ///   and that is not named.
  func values(_ json: JSONValue?, of table: String) throws -> JSONObject {
    guard let named = json?.object else {
      throw HTTPError(422, localized("A merge requires values: the resulting columns."))
    }
    if let column = named.names.first(where: SystemColumn.contains) {
      throw SyncError.reservedColumn(table: table, column: column)
    }
    let sides =
      fields.map { (name: $0.column.name, server: $0.server) }
      + same.map { (name: $0.column.name, server: $0.value) }
    let unknown = named.names.filter { name in !sides.contains { $0.name === name } }
    let missing = fields.filter { $0.side == nil && named[$0.column.name] == nil }
    guard unknown.isEmpty, missing.isEmpty else {
      throw Self.refusal(of: unknown, missing: missing.map(\.column.name), table)
    }
    var values = JSONObject()
    for (name, server) in sides {
      let kept = fields.first { $0.column.name === name && $0.side == .local }?.local ?? server
      let value = named[name] ?? kept
      if value != server { values[name] = value }
    }
    return values
  }

  private static func refusal(
    of unknown: [String], missing: [String], _ table: String
  ) -> HTTPError {
    var sentences: [String] = []
    if !unknown.isEmpty {
      let columns = unknown.joinedAsList()
      sentences.append(localized("\(table) has no column \(columns)."))
    }
    if !missing.isEmpty {
      let columns = missing.joinedAsList()
      sentences.append(localized("Both sides changed \(columns): give a value for each."))
    }
    return HTTPError(422, (sentences + [localized("Nothing was changed.")]).joinedAsSentences())
  }
}
