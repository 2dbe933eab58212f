package import JSONKit
internal import SQLiteKit
internal import Support

extension SyncContext {
  /// The most that a store's queued files may hold together, in bytes.
  package static let queuedFileBytesMax = 256 << 20

  /// Bytes of the queued files.
  package func queuedFileBytes() async throws -> Int {
    try await database.read { try QueuedFileStore.size(on: $0) }
  }

  /// Keeps a file until the next push, which uploads it before it sends the row.
  ///
  /// - Parameter ifState: Refuses with `staleEdit` when the row is not as it was then.
  /// - Throws: ``QueuedFilesFull`` where the queued files would exceed ``queuedFileBytesMax``.
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

  /// The queued file that a value names; nil for any other value.
  package func queuedFile(
    _ value: JSONValue, of column: String, in row: RowReference
  ) async throws -> QueuedFile? {
    guard let reference = QueuedFileReference(value) else { return nil }
    return try await database.read {
      try QueuedFileStore.fetch(reference, of: column, in: row, on: $0)
    }
  }
}
