import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A store on a temporary file with a fake server, and a look at what the file holds.
struct Bench: Sendable {
  let directory: TemporaryDirectory
  let server: FakeServer
  let remote: FakeRemote
  let time: ManualTime
  let context: SyncContext

  init(
    _ server: FakeServer = FakeServer(), settings: StoreSettings = Bench.settings(),
    handler: (any ConflictHandler)? = nil
  ) async throws {
    directory = try TemporaryDirectory()
    self.server = server
    remote = FakeRemote(server)
    time = ManualTime()
    context = try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote, settings: settings, time: time,
      conflictHandler: handler)
  }

  static func settings(window: Int = 16, _ tables: [TableSettings] = []) -> StoreSettings {
    var settings = StoreSettings(tables: tables.isEmpty ? [TableSettings(name: "T")] : tables)
    settings.pushWindow = window
    settings.overlapSeconds = 0
    return settings
  }

  /// The same file opened anew, as after a crash of the process.
  func reopened() async throws -> SyncContext {
    try await SyncContext(
      path: context.path, remote: remote, settings: context.settings, time: time)
  }

  var table: SyncTable { context.table("T") }

  func row(_ id: String, in table: String = "T") async throws -> Record? {
    try await context.database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return nil }
      return try RowStore.fetch(id, in: schema, on: db)
    }
  }

  func rows(_ table: String = "T") async throws -> [Record] {
    try await context.allRows(table)
  }

  /// The names of the table's own columns, in the catalogue and in the file alike.
  func columns() async throws -> [String] {
    try await context.database.read { db in
      let known = try Catalogue.table("T", on: db)?.own.map(\.storedName).sorted() ?? []
      let stored = try db.query("SELECT name FROM pragma_table_info('T')") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
      }.filter { !SystemColumn.contains($0) }.sorted()
      return known == stored ? known : ["\(known) is not \(stored)"]
    }
  }

  func operations() async throws -> [StoredOperation] { try await context.allOperations() }

  func errors() async throws -> [ErrorStore.Entry] {
    try await context.database.read { db in try ErrorStore.all(nil, on: db) }
  }

  func base(_ id: String) async throws -> Record? {
    try await context.database.read { db in try BaseStore.fetch("T", id, on: db) }
  }

  func serverCopy(_ id: String) async throws -> Record? {
    try await context.database.read { db in try ServerCopyStore.fetch("T", id, on: db) }
  }

  func attempts(_ id: Int64) async throws -> [AttemptInfo] {
    try await context.database.read { db in try AttemptStore.of(id, on: db) }
  }

  func token(_ queryID: String = "all") async throws -> String? {
    try await context.database.read { db in
      try TokenStore.fetch("T", queryID: queryID, on: db)?.value
    }
  }

  /// A row that server and store both have, in the same version.
  func synced(_ id: String, _ values: JSONObject, deleted: Bool = false) async throws {
    server.put("T", id, values)
    if deleted { server.put("T", id, [:], deleted: true) }
    _ = try await context.pull(tables: ["T"])
    remote.clearLog()
  }
}

extension SyncContext {
  func allRows(_ table: String) async throws -> [Record] {
    try await database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return [] }
      return try db.query("SELECT \(schema.columnList) FROM \(schema.quoted) ORDER BY id") {
        row throws(SQLiteError) in try schema.decode(row)
      }
    }
  }

  func allOperations() async throws -> [StoredOperation] {
    try await database.read { try OperationStore.all(of: nil, on: $0) }
  }
}
