import JSONKit
import Support
import SyncCore
import SyncInspection

extension RowPointer {
  /// The row that a value names: by itself, or because its column names another table.
  init?(_ value: JSONValue, column: String, references: UTF8Dictionary<String>) {
    if let pointer = RowPointer(value) {
      self = pointer
    } else if let table = references[column], let id = value.string, !id.isEmpty {
      self.init(table: table, id: id)
    } else {
      return nil
    }
  }
}
