internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// The operation queue, oldest first.
  package func operations(_ query: OperationQuery) async throws -> OperationPage {
    try await operations(query) { _, _ in }.page
  }

  /// A page of operations with what stands to be decided about each, both of one moment.
  package func operationsToDecide(
    _ query: OperationQuery
  ) async throws -> (page: OperationPage, revisions: [Int64: Revision]) {
    let (page, revisions) = try await operations(query) { page, connection in
      try Revision.all(of: page.operations.map(\.id), on: connection)
    }
    return (page, revisions)
  }

  /// A page of operations, and what `further` reads of the same moment.
  private func operations<Further: Sendable>(
    _ query: OperationQuery,
    _ further: @escaping @Sendable (OperationPage, Connection) throws -> Further
  ) async throws -> (page: OperationPage, further: Further) {
    let (settings, remote, cover) = (settings, remote, cover)
    return try await database.read { connection in
      var page = try QueueReader(
        settings: settings, remote: remote, connection: connection, cover: cover
      ).page(query)
      let found = try further(page, connection)
      if let cover {
        page.operations = try page.operations.map { try cover.info($0, on: connection) }
      }
      return (page, found)
    }
  }

  /// The operations of `rows`, in the order of the rows, the oldest of each first; none is marked as blocked.
  package func operations(of rows: [RowPointer]) async throws -> [OperationInfo] {
    let cover = cover
    return try await database.read { connection in
      try rows.flatMap { row in
        try OperationStore.of(row.table, row.id, on: connection).map { operation in
          let info = OperationInfo(operation)
          return try cover?.info(info, on: connection) ?? info
        }
      }
    }
  }

  package func operation(_ id: Int64) async throws -> OperationDetail? {
    let (settings, remote) = (settings, remote)
    let detail = try await database.read { connection in
      try OperationStore.fetch(id, on: connection).map(
        QueueReader(settings: settings, remote: remote, connection: connection).detail)
    }
    guard let cover else { return detail }
    return detail.map(cover.operation)
  }
}
