import JSONKit
import SQLiteKit
import Support

/// A file that waits, in its place.
private struct WaitingFile: Sendable {
  let operation: Int64
  let row: RowReference
  let column: String
  let reference: QueuedFileReference
}

/// Uploads the files that rows of the store wait for, before the rows are sent.
struct QueuedFileUploader: Sendable {
  let context: SyncContext
  let scope: PushScope

  /// Uploads one file after the other.
  ///
  /// Each is in its row before the next one begins: what was uploaded is not uploaded again.
  func upload(for operations: [Int64]) async throws -> QueuedUploads {
    var uploads = QueuedUploads()
    for waiting in try await waitingFiles(of: operations)
    where uploads.refusedTables[waiting.row.table] == nil {
      let file = try await context.database.read {
        try QueuedFileStore.fetch(
          waiting.reference, of: waiting.column, in: waiting.row, on: $0)
      }
      // A file that is not kept any more is an error of its row.
      guard let file else { continue }
      let value: JSONValue
      do throws(RemoteError) {
        value = try await upload(file, waiting)
      } catch {
        switch error.stop {
        case .unauthorized(let why)?: uploads.refusedTables[waiting.row.table] = why
        case let stop?:
          uploads.stop = stop
          return uploads
        case nil:
          uploads.refusals[waiting.operation] = FileRefusal(
            name: file.name, status: error.answer?.status, reason: "\(error)")
        }
        continue
      }
      try await context.database.write {
        try QueuedFileStore.replace(waiting.reference, by: value, in: waiting.row, on: $0)
      }
      uploads.note(waiting.reference, in: waiting.column, of: waiting.operation)
    }
    return uploads
  }

  private func waitingFiles(of operations: [Int64]) async throws -> [WaitingFile] {
    let (assigning, scope) = (context.remote.assigning, scope)
    return try await context.database.read { connection in
      guard try QueuedFileStore.hasAny(on: connection) else { return [] }
      return try operations.flatMap { id -> [WaitingFile] in
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
          WaitingFile(operation: id, row: row, column: column, reference: file)
        }
      }
    }
  }

  private func upload(
    _ file: QueuedFile, _ waiting: WaitingFile
  ) async throws(RemoteError) -> JSONValue {
    guard let remote = context.remote as? any FileRemote else {
      throw .unsupported(detail: "This kind of server stores no files.")
    }
    return try await remote.upload(
      FileUpload(
        table: waiting.row.table, id: waiting.row.id, column: waiting.column, name: file.name,
        contentType: file.contentType, bytes: file.bytes))
  }
}
