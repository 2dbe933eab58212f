import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Zones

/// A console over a real store in a temporary file, whose remote is a server in memory.
struct RowsConsole {
  let console: TestConsole
  let sync: SyncContext
  let server = FakeServer()
  let operatorToken: String
  let adminToken: String
  let viewerToken: String

  /// `TodoItem` is soft-deleted by its column `complete`, `Movie` by the server's own.
  static let settings = StoreSettings(tables: [
    TableSettings(name: "TodoItem", softDelete: .flag(column: "complete")),
    TableSettings(name: "Movie"), TableSettings(name: "Draft", softDelete: .none),
  ])

  init(
    settings: StoreSettings = RowsConsole.settings, timeZone: Zone = .utc,
    readOnly: UTF8Dictionary<String> = [:],
    configure: (inout ConsoleConfiguration) -> Void = { _ in }
  ) async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    sync = try await SyncContext(
      path: directory.file("todo.sqlite"), remote: FakeRemote(server, readOnly: readOnly),
      settings: settings, time: time)
    let info = StoreInfo(
      name: "todo", environment: "test", remoteKind: "fake", remoteURL: "fake://server",
      timeZone: timeZone)
    console = try await TestConsole(
      in: directory, registry: FixedStoreRegistry([(info, sync)]), configure: configure)
    operatorToken = try await console.data.addToken("op", role: .operate, by: "test")
    adminToken = try await console.data.addToken("adm", role: .admin, by: "test")
    viewerToken = try await console.data.addToken("view", role: .viewer, by: "test")
  }

  /// Rows that the server had before, as a pull brings them.
  func pull(_ table: String, _ rows: [(String, JSONObject)]) async throws {
    for (id, values) in rows { server.put(table, id, values) }
    _ = try await sync.pull(tables: [table])
  }

  func get(_ target: String, token: String? = nil) async -> HTTPResponse {
    await console.send(
      .get, target,
      ["Authorization": "Bearer \(token ?? operatorToken)", "Accept": "application/json"])
  }

  func page(_ target: String, token: String? = nil) async -> HTTPResponse {
    await console.send(.get, target, ["Authorization": "Bearer \(token ?? adminToken)"])
  }

  func post(_ target: String, _ body: JSONValue, token: String? = nil) async -> HTTPResponse {
    await console.send(
      .post, target,
      [
        "Authorization": "Bearer \(token ?? operatorToken)", "Content-Type": "application/json",
        "Accept": "application/json",
      ], body: body.serializedText)
  }

  /// Sends a file, and waits until it was read: where its import is, and what it would do.
  func importFile(
    _ text: String, mode: String, into table: String, query: String = ""
  ) async throws -> (link: String, json: JSONValue) {
    let body = Array(
      ("--X\r\nContent-Disposition: form-data; name=\"mode\"\r\n\r\n\(mode)\r\n"
        + "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
        + "\(text)\r\n--X--\r\n").utf8)
    let answer = try await console.upload(
      "/s/todo/t/\(table)/import\(query)", "multipart/form-data; boundary=X", body,
      ["Authorization": "Bearer \(operatorToken)", "Accept": "*/*"])
    let link = String((answer.headers["Location"] ?? "").prefix { $0 != "?" })
    while await get("\(link).json").json["state"] == "reading" {}
    return (link, await get("\(link).json").json)
  }

  func browser(_ role: Role) async throws -> TestBrowser {
    try await console.signIn(role.rawValue, role)
  }

  func record(_ table: String, _ id: String) async throws -> Record? {
    try await sync.table(table).read(id: id)
  }

  /// How many operations wait.
  func queued() async throws -> Int { try await sync.operations(OperationQuery()).count }
}

extension HTTPResponse {
  /// A body that is sent in parts, whole.
  func whole() async throws -> String {
    switch body {
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .stream(let parts):
      var bytes: [UInt8] = []
      for try await part in parts { bytes += part }
      return String(decoding: bytes, as: UTF8.self)
    case .events: return ""
    }
  }
}
