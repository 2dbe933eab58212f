import SQLiteKit
import Support

extension SyncContext {
  /// What ``copyPendingChanges(from:table:)`` would do; the other store may be online.
  package func previewPendingChanges(
    from source: SyncContext, table: String
  ) async throws -> PendingCopyReport {
    let changes = try await pendingChanges(of: source, table)
    return try await database.read { connection in
      try self.pendingCopy(table, on: connection).run(changes[...], performing: false)
    }
  }

  /// Queues the pending changes of another store here, each by who made it first, so that they go to
  /// this store's server.
  ///
  /// A change is copied when the row here is the one that it was made on; otherwise it is
  /// skipped, with the reason. The other store keeps its queue, so it must not push any more: it has to be
  /// offline, and no run may be under way. Calling it again copies what is left.
  ///
  /// - Throws: ``CopyError``, `SyncError.noSuchTable`, `SyncError.runInProgress`, or what the databases
  ///   throw.
  package func copyPendingChanges(
    from source: SyncContext, table: String
  ) async throws -> PendingCopyReport {
    try requireChanges(of: table)
    try refuseUnmasked(table, of: source)
    return try await source.alone {
      guard try await source.isOffline else { throw CopyError.sourceIsOnline }
      let changes = try await pendingChanges(of: source, table)
      var report = PendingCopyReport(table: table)
      for start in stride(from: 0, to: changes.count, by: CopySource.pageMax) {
        try Task.checkCancellation()
        let part = changes[start..<min(start + CopySource.pageMax, changes.count)]
        let copied = try await commit(noting: true, counting: \.copied) { connection in
          try self.pendingCopy(table, on: connection).run(part, performing: true)
        }
        report += copied
      }
      return report
    }
  }

  private func pendingCopy(_ table: String, on connection: Connection) throws -> PendingCopy {
    PendingCopy(
      table: table, now: time.now, connection: connection, remote: remote,
      schema: try Catalogue.table(table, on: connection))
  }

  private func pendingChanges(
    of source: SyncContext, _ table: String
  ) async throws -> [PendingChange] {
    try await copySource(table, of: source).pendingChanges()
  }
}
