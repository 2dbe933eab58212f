import JSONKit
import Support
import SyncCore

/// The types of all fields that this connection knows, by table and column.
///
/// Web services have no way to ask for a schema: types come from the configuration, from what the
/// store kept, and from every answer.
final class FieldTypes: Sendable {
  private struct State {
    var declared: UTF8Dictionary<UTF8Dictionary<FieldType>>
    var learned: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:]
  }

  private let state: Locked<State>

  init(declared: UTF8Dictionary<UTF8Dictionary<FieldType>>) {
    state = Locked(State(declared: declared))
  }

  func type(of column: String, in table: String) -> FieldType? {
    state.withLock { $0.declared[table]?[column] ?? $0.learned[table]?[column] }
  }

  func note(_ type: FieldType, of column: String, in table: String) {
    state.withLock { $0.learned[table, default: [:]][column] = type }
  }

  /// Takes in what the store has.
  func learn(_ columns: [RemoteColumn], of table: String) {
    for column in columns {
      var type = column.remoteType.map(FieldType.init(text:))
      if type == nil || (type?.name == "INT64" && column.type == .boolean) {
        type = FieldType(of: column.type) ?? type
      }
      if let type { note(type, of: column.name, in: table) }
    }
  }

  /// What is known of the columns of `records`, for the store.
  func columns(of records: [Record], in table: String) -> [RemoteColumn] {
    let known = state.withLock { state in
      (state.learned[table] ?? [:]).merging(state.declared[table] ?? [:]) { $1 }
    }
    var names: UTF8Set = []
    var columns: [RemoteColumn] = []
    for record in records {
      for name in record.values.names where names.insert(name).inserted {
        guard let type = known[name] else { continue }
        columns.append(RemoteColumn(name, type.columnType, remoteType: type.text))
      }
    }
    return columns
  }
}

/// Fields whose names the store uses itself get another column.
enum FieldName {
  private static let suffix = " (field)"

  static func column(_ field: String) -> String {
    SystemColumn.contains(field) || field.hasSuffix(suffix) ? field + suffix : field
  }

  static func field(_ column: String) -> String {
    column.hasSuffix(suffix) ? String(column.dropLast(suffix.count)) : column
  }
}
