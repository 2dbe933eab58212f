internal import SQLiteKit
package import SyncCore

/// A store as it was at one moment, for reading a whole list page by page while rows change.
///
/// It ends when nothing keeps it any more, and at the latest after `timeMax`.
package final class StoreSnapshot: Sendable {
  /// The store's log grows meanwhile, so a reader that is nearly asleep can't keep it for ever.
  static let timeMax = Duration.seconds(3600)

  private let database: DatabaseSnapshot
  /// What to cover for whoever the snapshot was taken for, however late it is read.
  private let cover: ValueMasking?

  init(_ database: DatabaseSnapshot, _ cover: ValueMasking?) {
    self.database = database
    self.cover = cover
  }

  package func rows(_ table: String, _ query: RowQuery) async throws -> RowPage {
    try cover?.demandOpen(query, of: table)
    let page = try await database.read { connection in
      try RowReader.page(query, in: SyncContext.schema(table, on: connection), on: connection)
    }
    return cover?.page(page) ?? page
  }

  package func deletedRows(_ query: TrashQuery) async throws -> TrashPage {
    let cover = cover
    let page = try await database.read { try TrashReader.page(query, cover, on: $0) }
    return cover?.page(page) ?? page
  }

  /// Nothing more is read.
  package func end() { database.end() }
}

extension SyncContext {
  package func snapshot() async throws -> StoreSnapshot {
    StoreSnapshot(try await database.snapshot(for: StoreSnapshot.timeMax), cover)
  }
}
