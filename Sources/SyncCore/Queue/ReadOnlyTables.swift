internal import JSONKit
internal import SQLiteKit
internal import Support

/// Tables that take no changes, as ``Remote/readOnlyReason(_:)`` has them, kept in the store file: a
/// change is refused before it is in the queue, whoever makes it.
enum ReadOnlyTables {
  private static let tables = "tables"
  private static let others = "others"

  /// - Throws: `SyncError.tableIsReadOnly`.
  static func check(_ table: String, on connection: Connection) throws {
    guard let text = try SettingStore.fetch(SettingStore.readOnlyTables, on: connection),
      let kept = try? JSONValue(parsing: text), let tables = kept[tables]?.object
    else { return }
    let reason = tables.names.contains(identical: table) ? tables[table] : kept[others]
    if let reason = reason?.string { throw SyncError.tableIsReadOnly(table, reason: reason) }
  }

  /// Takes over what the remote says.
  static func configure(
    _ settings: StoreSettings, _ remote: any Remote, on connection: Connection
  ) throws {
    let names = settings.tableNames(with: try Catalogue.names(on: connection))
    let reason = { (table: String?) -> JSONValue in
      remote.readOnlyReason(table).map { .string($0) } ?? .null
    }
    let reasons = JSONObject(names.map { ($0, reason($0)) })
    let isNeeded = !reason(nil).isNull || reasons.contains { !$0.value.isNull }
    let kept: JSONValue = [tables: .object(reasons), others: reason(nil)]
    let text = isNeeded ? kept.serializedText : nil
    guard try SettingStore.fetch(SettingStore.readOnlyTables, on: connection) != text else {
      return
    }
    try SettingStore.put(text, for: SettingStore.readOnlyTables, on: connection)
  }
}

extension SyncContext {
  /// Why the table takes no changes, as whole sentences; nil where it takes them.
  package func readOnlyReason(_ table: String) -> String? { remote.readOnlyReason(table) }

  /// - Throws: `SyncError.tableIsReadOnly`.
  package func requireChanges(of table: String) throws {
    if let reason = readOnlyReason(table) {
      throw SyncError.tableIsReadOnly(table, reason: reason)
    }
  }
}
