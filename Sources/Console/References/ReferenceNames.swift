import JSONKit
import Support
import SyncCore
import SyncInspection

/// A row that a cell names.
struct ReferencedRow: Sendable, Equatable {
  var name: String
  /// Soft-deleted, so that the reference leads to a row in the trash.
  var isDeleted = false
}

/// What the rows are called that the cells of a list name.
enum ReferenceNames {
  /// How many rows of other tables one list looks up.
  static let rowsMax = 1_000

  /// Those that the store has, deleted ones too; nil for those that it does not have.
  static func found(
    by records: [Record], in columns: [Column], _ references: UTF8Dictionary<String>,
    in store: StoreHandle
  ) async throws -> [RowPointer: ReferencedRow?] {
    let naming = columns.filter { references[$0.name] != nil || $0.type == .json }
    guard !naming.isEmpty else { return [:] }
    var targets: Set<RowPointer> = []
    for record in records where targets.count < rowsMax {
      for column in naming {
        let value = record.value(column.name)
        if let target = RowPointer(value, column: column.name, references: references) {
          targets.insert(target)
        }
      }
    }
    var rows: [RowPointer: ReferencedRow?] = [:]
    for (table, named) in UTF8Dictionary(grouping: targets, by: \.table) {
      let found = try await ValueMasking.forAnswer {
        try await store.referencedRows(table, named.map(\.id))
      }
      for target in named { rows[target] = .some(found[target.id]) }
    }
    return rows
  }
}

extension StoreHandle {
  /// Rows as references name them; those that are not here are left out.
  fileprivate func referencedRows(
    _ table: String, _ ids: [String]
  ) async throws -> UTF8Dictionary<ReferencedRow> {
    let title = RowTitle(columns: try await columns(of: table))
    let softDelete = softDelete(of: table)
    return try await sync.table(table).existing(ids).mapValues { record in
      ReferencedRow(name: title.title(record), isDeleted: softDelete.marks(record))
    }
  }
}
