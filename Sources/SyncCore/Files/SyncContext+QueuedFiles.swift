package import JSONKit
internal import SQLiteKit
internal import Support

extension SyncContext {
  /// The most that all files of a store that wait may hold, in bytes.
  package static let queuedFileBytesMax = 256 << 20

  /// Bytes of the files that wait for a push.
  package func queuedFileBytes() async throws -> Int {
    try await database.read { try QueuedFileStore.size(on: $0) }
  }

  /// Keeps a file until the next push, which uploads it before it sends the row.
  ///
  /// - Parameter ifState: Refuses with `staleEdit` when the row is not as it was then.
  /// - Throws: ``QueuedFilesFull`` where the files that wait would hold more than they may.
  /// - Returns: What the row's column holds until then, and as `SyncTable.update` the decision.
  package func queueFile(
    _ file: FileUpload, ifState: RowFingerprint?, by: String?
  ) async throws -> (value: JSONValue, decision: Int64?) {
    let reference = QueuedFileReference(
      key: random.uuid(), name: file.name, size: file.bytes.count)
    let now = time.now
    let decision = try await commit(noting: true) { connection in
      let local = LocalChange(connection: connection, table: file.table, now: now, by: by)
      var file = file
      // The server may have given the row its id meanwhile.
      file.id = try local.current(file.id)
      try QueuedFileStore.put(file, as: reference.key, at: now, on: connection)
      return try local.updateKeepingRefusal(
        file.id, [file.column: reference.value], ifState: ifState)
    }
    return (reference.value, decision)
  }

  /// A file that waits; nil where the value stands for none that is kept.
  package func queuedFile(
    _ value: JSONValue, of column: String, in row: RowReference
  ) async throws -> QueuedFile? {
    guard let reference = QueuedFileReference(value) else { return nil }
    return try await database.read {
      try QueuedFileStore.fetch(reference, of: column, in: row, on: $0)
    }
  }
}
