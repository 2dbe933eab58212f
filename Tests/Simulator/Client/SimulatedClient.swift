import HTTPClient
import JSONKit
import SQLiteKit
import Support
import SyncCore
import SyncInspection
import TestSupport

/// One client of a history: a store, the real adapter and a wire with faults.
final class SimulatedClient: Sendable {
  private struct State: Sendable {
    var context: SyncContext
    var book = PromiseBook()
    /// Decisions that can be undone, each with the promise of its row before.
    var undoable: [(decision: Int64, id: String, before: WritePromise?)] = []
    var token: String?
    /// The newest decided conflict that the oracle has taken in.
    var decidedConflict: Int64 = 0
    var imports: [NotedImport] = []
  }

  let name: String
  let plan: HistoryPlan
  let wire: SimulatedWire
  let life = ProcessLife()
  let time: SkewedTime
  let service: any SimulatedService
  private let remote: any Remote
  private let random: RandomSource
  private let state: Locked<State>

  init(
    _ name: String, _ plan: HistoryPlan, _ service: any SimulatedService, _ base: ManualTime,
    in directory: TemporaryDirectory
  ) async throws {
    self.name = name
    self.plan = plan
    self.service = service
    time = SkewedTime(base)
    wire = SimulatedWire(name, plan, to: service, life, time)
    let numbers = Locked(
      SplitMix64(plan.seed ^ UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) })))
    random = RandomSource { count in
      numbers.withLock { numbers in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      }
    }
    remote = try plan.remote(over: wire, time, random)
    let context = try await SyncContext(
      path: directory.file("\(name).sqlite"), remote: remote, settings: plan.settings, time: time,
      random: random)
    state = Locked(State(context: context))
    try await life.watch(context, plan.bug)
  }

  var context: SyncContext { state.withLock { $0.context } }
  var table: SyncTable { context.table(CommitLog.table) }
  var book: PromiseBook { state.withLock { $0.book } }

  func note(_ body: (inout PromiseBook) -> Void) { state.withLock { body(&$0.book) } }

  /// Opens the store again, as after the end of the process.
  func reopen() async throws {
    let old = context
    life.begin()
    let new = try await SyncContext(
      path: old.path, remote: remote, settings: plan.settings, time: time, random: random)
    state.withLock { $0.context = new }
    await old.abandon()
    try await life.watch(new, plan.bug)
  }

  func close() async { await context.close() }

  // MARK: - Undo

  func keep(undo decision: Int64, of id: String, before: WritePromise?) {
    state.withLock { $0.undoable.append((decision, id, before)) }
  }

  func takeUndo() -> (decision: Int64, id: String, before: WritePromise?)? {
    state.withLock { $0.undoable.popLast() }
  }

  func keep(_ made: NotedImport) { state.withLock { $0.imports.append(made) } }

  func takeImport() -> NotedImport? { state.withLock { $0.imports.popLast() } }

  var lastDecidedConflict: Int64 {
    get { state.withLock { $0.decidedConflict } }
    set { state.withLock { $0.decidedConflict = newValue } }
  }

  // MARK: - Looks

  /// Every row of the store, tombstones included, by id.
  func rows() async throws -> [String: RowImage] {
    let rows = try await context.database.read { connection -> [RowImage] in
      let columns = try connection.query(
        "SELECT name FROM pragma_table_info(?)", [.text(CommitLog.table)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      if columns.isEmpty { return [] }
      // A column that no row brought yet is missing.
      let own = RowImage.columns.map { columns.contains($0) ? $0 : "NULL AS \($0)" }
      return try connection.query(
        """
        SELECT id, version, updatedAt, deleted, \(own.joined(separator: ", "))
        FROM \(CommitLog.table)
        """
      ) { (row) throws(SQLiteError) in try RowImage(stored: row) }
    }
    var byID: [String: RowImage] = [:]
    for stored in rows {
      let row = named(stored)
      // Somebody may have inserted a row again that is gone: it has another id of the server's then.
      if stored.id == service.log.serverID(row.id) || byID[row.id] == nil { byID[row.id] = row }
    }
    let own = rows.filter { $0.version == nil && service.assignsIDs }
    if let row = own.first(where: { one in rows.contains { isSame($0, as: one) } }) {
      throw InvariantViolation(.once, "\(name): the store has \(row.content) twice")
    }
    return byID
  }

  /// True for the server's row that an insert of this store made, beside the row of that insert.
  private func isSame(_ row: RowImage, as own: RowImage) -> Bool {
    row.id != own.id && rowID(row.id) == rowID(own.id)
      && service.log.storeID(rowID(own.id)) == own.id
  }

  func row(_ id: String) async throws -> RowImage? {
    try await table.read(id: storeID(id)).map { image($0) }
  }

  /// The service's copy that is kept beside a row with a pending change.
  func serverCopy(_ id: String) async throws -> RowImage? {
    let stored = try await storeID(id)
    return try await context.database.read { connection in
      try ServerCopyStore.fetch(CommitLog.table, stored, on: connection)
    }.map { image($0) }
  }

  /// The queue, with the histories' ids.
  func operations() async throws -> [OperationInfo] {
    try await context.pendingOperations().map { operation in
      var operation = operation
      operation.itemID = rowID(operation.itemID)
      return operation
    }
  }

  // MARK: - Ids

  /// The id that the history has for a row of the store.
  func rowID(_ id: String) -> String { service.log.rowID(id) }

  /// The id that the store has for a row of the history.
  func storeID(_ id: String) async throws -> String {
    guard service.assignsIDs else { return id }
    let assigned = service.log.serverID(id)
    return try await table.read(id: assigned) == nil ? service.log.storeID(id) : assigned
  }

  /// Names a new row of the store, whose id differs from run to run where the server gives ids.
  func name(newRow id: String) -> String {
    guard service.assignsIDs else { return id }
    var number = 0
    note { number = $0.nextRow() }
    service.name(id, "\(name)-row\(number)")
    return rowID(id)
  }

  func image(_ record: Record) -> RowImage { named(RowImage(record)) }

  private func named(_ row: RowImage) -> RowImage {
    var row = row
    row.id = rowID(row.id)
    return row
  }

  // MARK: - Token

  /// The token of the history's query.
  func token() async throws -> String? {
    let tokens = try await context.deltaTokens()
    guard plan.kind != .cloudkit else { return tokens.first?.value }
    return tokens.first { $0.table === CommitLog.table && $0.queryID === plan.queryID }?.value
  }

  /// The token at the last look; nil once it was reset.
  var lastToken: String? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }

  func integrity() async throws -> [String] {
    try await context.database.read { connection in
      try connection.query("PRAGMA integrity_check") { (row) throws(SQLiteError) in
        try row.decode(at: 0)
      }
    }
  }
}

extension RowImage {
  fileprivate init(stored row: borrowing Row) throws(SQLiteError) {
    var values: [String: String] = [:]
    for column in ["w", "m"] { values[column] = try row.decode(column, as: String?.self) }
    values["n"] = try row.decode("n", as: Int64?.self).map { "\($0)" }
    self.init(
      id: try row.decode("id"), version: try row.decode("version"),
      updatedAt: try row.decode("updatedAt"),
      isDeleted: try row.decode("deleted", as: Int64?.self) == 1, values: values)
  }
}
