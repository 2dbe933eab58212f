import JSONKit
import SQLiteKit
import Support

/// A queued file with the operation, row and column that name it.
private struct PendingUpload: Sendable {
  let operation: Int64
  let row: RowReference
  let column: String
  let reference: QueuedFileReference
}

/// Uploads the queued files of operations before their rows are sent.
struct QueuedFileUploader: Sendable {
  let context: SyncContext
  let scope: PushScope

  /// Uploads one file after the other.
  ///
  /// Each is in its row before the next one begins: what was uploaded is not uploaded again.
  func upload(for operations: [Int64]) async throws -> QueuedUploads {
    var uploads = QueuedUploads()
    for pending in try await pendingUploads(of: operations)
    where uploads.refusedTables[pending.row.table] == nil {
      let file = try await context.database.read {
        try QueuedFileStore.fetch(
          pending.reference, of: pending.column, in: pending.row, on: $0)
      }
      // A file that is not kept any more is an error of its row.
      guard let file else { continue }
      let value: JSONValue
      do throws(RemoteError) {
        value = try await upload(file, pending)
      } catch {
        switch error.stop {
        case .unauthorized(let why)?: uploads.refusedTables[pending.row.table] = why
        case let stop?:
          uploads.stop = stop
          return uploads
        case nil:
          uploads.refusals[pending.operation] = FileRefusal(
            name: file.name, status: error.answer?.status, reason: "\(error)")
        }
        continue
      }
      try await context.database.write {
        try QueuedFileStore.replace(pending.reference, by: value, in: pending.row, on: $0)
      }
      uploads.note(pending.reference, in: pending.column, of: pending.operation)
    }
    return uploads
  }

  private func pendingUploads(of operations: [Int64]) async throws -> [PendingUpload] {
    let (assigning, scope) = (context.remote.assigning, scope)
    return try await context.database.read { connection in
      guard try QueuedFileStore.hasAny(on: connection) else { return [] }
      return try operations.flatMap { id -> [PendingUpload] in
        guard let operation = try OperationStore.fetch(id, on: connection),
          operation.kind != .delete,
          let schema = try Catalogue.table(operation.table, on: connection)
        else { return [] }
        var (change, target) = try OutgoingChange.make(operation, in: schema, on: connection)
        let files = target?.values.queuedFiles ?? []
        guard !files.isEmpty,
          // What is not sent now keeps its files.
          try assigning.flatMap({ try References.resolve(&change, by: $0, on: connection) }) == nil,
          scope.allows(change, of: id)
        else { return [] }
        let row = RowReference(table: operation.table, id: operation.itemID)
        return files.map { column, file in
          PendingUpload(operation: id, row: row, column: column, reference: file)
        }
      }
    }
  }

  private func upload(
    _ file: QueuedFile, _ pending: PendingUpload
  ) async throws(RemoteError) -> JSONValue {
    guard let remote = context.remote as? any FileRemote else {
      throw .unsupported(detail: "This kind of server stores no files.")
    }
    return try await remote.upload(
      FileUpload(
        table: pending.row.table, id: pending.row.id, column: pending.column, name: file.name,
        contentType: file.contentType, bytes: file.bytes))
  }
}
