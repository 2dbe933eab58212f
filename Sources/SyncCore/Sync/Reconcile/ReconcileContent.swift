import JSONKit
import SQLiteKit
import Support

extension SyncContext {
  /// Adds the rows whose values differ in one version; the next page is asked for while one is
  /// compared.
  ///
  /// - Returns: Why the reading broke off; nil when it did not.
  func compareContent(
    _ report: inout ReconcileReport, _ tracker: ProgressTracker, _ step: Int
  ) async throws -> String? {
    let table = report.table
    var request = PullRequest(
      table: table, pageSize: settings.pageSize, softDelete: settings.table(table).softDelete)
    var read = 0
    do {
      var page = try await fetch(request)
      while true {
        try Task.checkCancellation()
        let next = page.next
        if let next, next == request.cursor {
          throw RemoteError.malformed(detail: "the list of \(table) leads to the same page again")
        }
        request.cursor = next
        let (following, present) = (request, page)
        async let ahead = next == nil ? nil : try await fetch(following)
        report.different.add(try await differences(present, table))
        read += present.batch.count
        let done = read
        tracker.update(step) { $0.done = done }
        guard let fetched = try await ahead else { break }
        page = fetched
      }
      return nil
    } catch let error as RemoteError {
      return error.description
    } catch is CancellationError {
      return PushStop.cancelled.description
    }
  }

  /// The rows of a page that nothing but their values tells from the store's.
  private func differences(_ page: PullPage, _ table: String) async throws -> [ReconcileRow] {
    try await database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return [] }
      let hasOperations = try OperationStore.count(table, on: db) > 0
      return try page.batch.records.compactMap { server in
        guard let local = try RowStore.fetch(server.id, in: schema, on: db),
          !RowIdentity(local).differs(from: RowIdentity(server))
        else { return nil }
        let columns = local.columnsThatDiffer(from: server)
        if columns.isEmpty { return nil }
        if hasOperations,
          try OperationStore.pendingID(like: server.id, table: table, on: db) != nil
        {
          return nil
        }
        var row = ReconcileRow(id: local.id)
        row.fingerprint = RowFingerprint(of: local).rawValue
        (row.localVersion, row.localUpdatedAt) = (local.version, local.updatedAt)
        (row.serverVersion, row.serverUpdatedAt) = (server.version, server.updatedAt)
        row.serverDeleted = server.deleted
        row.columns = columns
        return row
      }
    }
  }
}

extension ReconcileGroup {
  /// Adds rows of which none is in the group, in the order of ids.
  fileprivate mutating func add(_ more: [ReconcileRow]) {
    if more.isEmpty { return }
    count += more.count
    let all = (rows + more).sorted { $0.id.utf8Key < $1.id.utf8Key }
    rows = Array(all.prefix(Self.rowsMax))
  }
}

extension RowIdentity {
  init(_ record: Record) {
    self.init(
      id: record.id, version: record.version, updatedAt: record.updatedAt,
      deleted: record.deleted)
  }
}

extension Record {
  /// Of a column that the server's row does not have nothing is known.
  func columnsThatDiffer(from server: Record) -> [String] {
    server.values.filter { !agree(values[$0.name], $0.value) }.map(\.name)
  }
}
