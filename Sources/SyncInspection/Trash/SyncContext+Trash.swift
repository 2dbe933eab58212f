internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// Deleted rows of all tables, newest deletion first.
  package func deletedRows(_ query: TrashQuery) async throws -> TrashPage {
    let cover = cover
    let page = try await database.read { try TrashReader.page(query, cover, on: $0) }
    return cover?.page(page) ?? page
  }
}
