internal import SQLiteKit
internal import Support
internal import SyncCore

/// One row with its copies, operations, errors, history, and why it is as it is.
struct DetailReader {
  let queue: QueueReader
  let now: Timestamp

  private var connection: Connection { queue.connection }

  /// - Parameters:
  ///   - operation: The one of the row that `why` is about; nil for the first.
  ///   - withVersions: Reads the decided conflicts for their versions of the server.
  func row(
    _ table: String, _ id: String, asking operation: Int64? = nil, withVersions: Bool = false
  ) throws -> RowDetail? {
    guard let schema = try Catalogue.table(table, on: connection) else { return nil }
    let operations = try queue.details(table, id)
    let stored = try RowStore.fetch(id, in: schema, on: connection)
    guard let record = stored ?? operations.last?.item else { return nil }
    let errors = try operations.flatMap { try ErrorReader.of($0.info.id, on: connection) }
    let base = try BaseStore.fetch(table, id, on: connection)
    let server = try ServerCopyStore.fetch(table, id, on: connection)
    let states = operations.map { $0.info.state }
    let ladder = StuckDiagnosis(
      operations: operations, errors: errors, base: base,
      server: server ?? errors.compactMap(\.server).first,
      place: try (operation ?? operations.first?.info.id).map(queue.place) ?? (0, 0),
      tablesBefore: queue.tablesBefore(table),
      isOffline: try SettingStore.fetch(SettingStore.offline, on: connection) != nil, now: now)
    var detail = RowDetail(
      table: table, record: record,
      state: states.max { $0.code < $1.code }?.rowState ?? .synced,
      deleted: stored.map(schema.isDeleted) ?? true, columns: schema.columns, base: base,
      server: server, operations: operations, errors: errors,
      history: try HistoryStore.fetch(table, id, on: connection),
      fingerprint: RowFingerprint(of: record), why: ladder.checks(of: operation))
    detail.isRemoved = stored == nil
    let unmerged = server ?? errors.lazy.filter(\.isConflict).compactMap(\.server).first
    let open = unmerged.map { ServerVersion(open: $0, base: base, seen: errors.last?.at ?? now) }
    if withVersions {
      detail.serverVersions = try ServerVersion.all(of: table, id, open: open, on: connection)
      detail.serverVersionCount = detail.serverVersions.count
    } else {
      detail.serverVersions = open.map { [$0] } ?? []
      detail.serverVersionCount = try ServerVersion.count(
        of: table, id, open: open, on: connection)
    }
    return detail
  }
}
