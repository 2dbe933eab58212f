import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// A console over a real store that is synchronised with a server in memory.
struct SyncConsole: Sendable {
  let console: TestConsole
  let server: FakeServer
  let remote: FakeRemote
  let sync: SyncContext
  /// The clock of `sync`.
  let time = ManualTime()
  let secrets: [Role: String]

  static let table = "TodoItem"

  init(
    _ settings: StoreSettings? = nil, schedule: Schedule? = nil,
    drift: DriftSchedule? = nil,
    administration: (any StoreAdministration)? = nil, backups: (any BackupMaker)? = nil,
    alerts: (any AlertGateway)? = nil, beside others: [(StoreInfo, SyncContext)] = [],
    configure: (inout ConsoleConfiguration) -> Void = { _ in }
  ) async throws {
    let directory = try TemporaryDirectory()
    server = FakeServer()
    remote = FakeRemote(server)

    sync = try await SyncContext(
      path: directory.file("todo.sqlite"), remote: remote,
      settings: settings ?? StoreSettings(tables: [TableSettings(name: Self.table)]), time: time)
    console = try await TestConsole(
      in: directory,
      registry: FixedStoreRegistry(
        [
          (
            StoreInfo(
              name: "todo", environment: "production", remoteKind: "fake",
              remoteURL: remote.displayURL), sync
          )
        ] + others), schedules: schedule.map { ["todo": $0] } ?? [:],
      drift: drift.map { ["todo": $0] } ?? [:],
      administration: administration, backups: backups, alerts: alerts, configure: configure)
    var secrets: [Role: String] = [:]
    for role in Role.allCases {
      secrets[role] = try await console.data.addToken(role.rawValue, role: role, by: "test")
    }
    self.secrets = secrets
  }

  var items: SyncTable { sync.table(Self.table) }

  /// Puts rows on the server and pulls them.
  func fill(_ ids: [String] = ["dean", "ricky", "ralph", "ivan"]) async throws {
    for id in ids { server.put(Self.table, id, ["text": .string(id), "estimate": 1]) }
    _ = try await sync.pull()
  }

  // MARK: - As a program

  /// A store whose pull, or the pull of its sync, stands at its first page until the gate opens.
  static func pulling(
    by kind: String = "pull", schedule: Schedule? = nil
  ) async throws -> (store: SyncConsole, gate: Gate, run: Int64) {
    let store = try await SyncConsole(schedule: schedule)
    store.server.put("TodoItem", "a", ["text": "x"])
    let (arrived, gate) = (Gate(), Gate())
    store.remote.beforePage { _ in
      arrived.open()
      await gate.wait()
    }
    let id = try #require(await store.post("/s/todo/\(kind)").json["run"]?.integer)
    await arrived.wait()
    return (store, gate, id)
  }

  /// A store with a comparison that found one row of each group.
  static func compared() async throws -> (store: SyncConsole, run: Int64) {
    let store = try await SyncConsole()
    try await store.fill(["ralph", "ivan", "dean", "ricky", "walt", "hugo"])
    store.server.remove("TodoItem", "ralph")
    store.server.put("TodoItem", "new", ["text": "there"])
    store.server.put("TodoItem", "ivan", ["text": "changed there"])
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    return (store, try #require(run["run"]?.integer))
  }

  func get(_ path: String, as role: Role = .viewer) async -> HTTPResponse {
    await console.send(.get, path, fields(role))
  }

  func post(
    _ path: String, _ body: JSONValue = .object(JSONObject()), as role: Role = .admin
  ) async -> HTTPResponse {
    await console.send(
      .post, path, fields(role).merging(["Content-Type": "application/json"]) { $1 },
      body: body.serializedText)
  }

  private func fields(_ role: Role) -> [String: String] {
    ["Authorization": "Bearer \(secrets[role] ?? "")", "Accept": "application/json"]
  }

  /// A page as a person sees it.
  func page(_ path: String, as role: Role = .admin) async -> HTTPResponse {
    let response = await console.send(
      .get, path, ["Authorization": "Bearer \(secrets[role] ?? "")", "Accept": "text/html"])
    for failure in console.failures.withLock({ $0 }) { Issue.record("\(path): \(failure)") }
    return response
  }

  /// Starts a run and waits for its end.
  func run(_ kind: String, _ body: JSONValue = .object(JSONObject())) async throws -> JSONValue {
    let started = await post("/s/todo/\(kind)", body)
    #expect(started.status == 202)
    let id = try #require(started.json["run"]?.integer)
    _ = try await console.runs.wait(id, store: "todo")
    return await get("/s/todo/runs/\(id).json").json
  }

  // MARK: - Trouble

  /// A row that was changed on both sides, and the error that the push left.
  func conflict(_ id: String = "ivan") async throws -> OperationError {
    try await fill([id])
    server.put(Self.table, id, ["text": "of the server", "note": "there"])
    try await items.update(id, ["text": "of the store", "estimate": 3], by: "mira")
    _ = try await sync.push()
    return try #require(try await sync.errors().first)
  }

  /// A change that the server refuses.
  func failure(_ id: String = "ralph") async throws -> OperationError {
    try await fill([id])
    try await items.update(id, ["text": "too long"], by: "mira")
    remote.script(id, [.refused])
    _ = try await sync.push()
    return try #require(try await sync.errors().first)
  }

  func state(_ id: String) async throws -> RowState? {
    try await sync.row(Self.table, id)?.state
  }

  func queue() async throws -> [OperationInfo] {
    try await sync.operations(OperationQuery()).operations
  }
}
