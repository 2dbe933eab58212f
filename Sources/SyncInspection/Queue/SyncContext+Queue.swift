internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// The operation queue, oldest first.
  package func operations(_ query: OperationQuery) async throws -> OperationPage {
    let (settings, remote, cover) = (settings, remote, cover)
    return try await database.read { connection in
      var page = try QueueReader(
        settings: settings, remote: remote, connection: connection, cover: cover
      ).page(query)
      if let cover {
        page.operations = try page.operations.map { try cover.info($0, on: connection) }
      }
      return page
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
