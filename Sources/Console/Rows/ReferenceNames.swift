import JSONKit
import Support
import SyncCore
import SyncInspection

/// What the rows are called that the cells of a list name.
enum ReferenceNames {
  /// How many rows of other tables one list looks up.
  static let rowsMax = 1_000

  /// The names of those that the store has, deleted ones too; nil for those that it does not have.
  static func found(
    by rows: [Record], in columns: [Column], _ references: UTF8Dictionary<String>,
    in store: StoreHandle
  ) async throws -> [RowPointer: String?] {
    let naming = columns.filter { references[$0.name] != nil || $0.type == .json }
    guard !naming.isEmpty else { return [:] }
    var targets: Set<RowPointer> = []
    for row in rows where targets.count < rowsMax {
      for column in naming {
        let value = row.value(column.name)
        if let target = RowPointer(value, column: column.name, references: references) {
          targets.insert(target)
        }
      }
    }
    var names: [RowPointer: String?] = [:]
    for (table, named) in UTF8Dictionary(grouping: targets, by: \.table) {
      let found = try await store.names(table, named.map(\.id))
      for target in named { names[target] = .some(found[target.id]) }
    }
    return names
  }
}
