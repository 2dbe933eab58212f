import HTTPClient
import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport

/// A store on the emulator of Parse Server.
struct ParseFixture {
  let emulator: EmulatorProcess
  let remote: ParseRemote
  let store: SyncContext
  let sayings: Locked<[String]>
  let client: HTTPClient
  private let folder: TemporaryDirectory

  static let table = "Note"

  struct Options {
    var setup = "A"
    /// Of the emulator.
    var server: JSONObject = [:]
    var application = "rec-app"
    var masterKey: String? = "rec-master"
    var restKey: String?
    var sessionToken: String?
    var newIDs = ParseNewIDs.server
    var keyColumn: String? = ParseConfiguration.defaultKeyColumn
    var batchSize: Int? = 50
    var softDelete = SoftDelete.none
    var pageSize = 1_000
    var overlapSeconds = 120
    var insertResendSeconds = 0
    var dates: UTF8Dictionary<UTF8Set> = [:]
    /// Empty: whatever the server has.
    var tables = [ParseFixture.table]
    var window = 16
    var pulls: [PullQuery] = []
    var guardian: ParseGuard?

    /// The defaults, some of them changed.
    static func with(_ change: (inout Options) -> Void) -> Options {
      var options = Options()
      change(&options)
      return options
    }
  }

  init(_ options: Options) async throws {
    emulator = try await EmulatorProcess(
      "parse_emulator.py",
      ["--setup", options.setup, "--options", JSONValue.object(options.server).serializedText])
    client = HTTPClient()
    folder = try TemporaryDirectory()
    let sayings = Locked<[String]>([])
    self.sayings = sayings
    remote = ParseRemote(
      try ParseConfiguration(
        url: emulator.url, applicationID: options.application, masterKey: options.masterKey,
        restKey: options.restKey, sessionToken: options.sessionToken, newIDs: options.newIDs,
        keyColumn: options.keyColumn, batchSize: options.batchSize, dateColumns: options.dates,
        guardian: options.guardian),
      client: client, log: { line in sayings.withLock { $0.append(line) } })
    var settings = StoreSettings(
      tables: options.tables.map {
        TableSettings(name: $0, softDelete: options.softDelete, pulls: options.pulls)
      })
    settings.pageSize = options.pageSize
    settings.overlapSeconds = options.overlapSeconds
    settings.insertResendSeconds = options.insertResendSeconds
    settings.pushWindow = options.window
    store = try await SyncContext(
      path: folder.file("store.sqlite"), remote: remote, settings: settings)
  }

  func stop() async {
    client.shutdown()
    await emulator.stop()
  }

  var table: SyncTable { store.table(Self.table) }

  // MARK: The server

  /// Puts rows on the server, past every rule; returns their ids.
  @discardableResult
  func plant(_ rows: [JSONValue], in table: String = ParseFixture.table) async throws -> [String] {
    let made = try await emulator.control(
      "rows", ["class": .string(table), "rows": .array(rows)])
    return made.array?.compactMap(\.string) ?? []
  }

  /// The server's rows by their ids.
  func serverRows(_ table: String = ParseFixture.table) async throws -> [String: JSONObject] {
    let rows = try await emulator.control("rows?class=\(table)").array ?? []
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        row["objectId"]?.string.flatMap { id in row.object.map { (id, $0) } }
      })
  }

  func drop(_ ids: [String]?, in table: String = ParseFixture.table) async throws {
    var body: JSONObject = ["class": .string(table)]
    body["ids"] = ids.map { .array($0.map(JSONValue.string)) }
    try await emulator.control("drop", .object(body))
  }

  func faults(
    _ faults: [String], methods: [String] = ["POST", "PUT", "DELETE"], path: String = "."
  ) async throws {
    try await emulator.control(
      "faults",
      [
        "faults": .array(faults.map(JSONValue.string)),
        "methods": .array(methods.map(JSONValue.string)), "path": .string(path),
      ])
  }

  /// Requests of one method so far, as the server saw them.
  func log(_ method: String) async throws -> [JSONValue] {
    try await emulator.control("log").array?.filter { $0["method"]?.string == method } ?? []
  }

  // MARK: The store

  func live(_ table: String = ParseFixture.table) async throws -> [String: JSONObject] {
    var query = RowQuery()
    query.size = 1_000
    let page = try await store.rows(table, query)
    return Dictionary(uniqueKeysWithValues: page.rows.map { ($0.record.id, $0.record.values) })
  }

  func waiting() async throws -> Int {
    let counts = try await store.counts()
    return counts.pending + counts.failed + counts.conflicts
  }
}

/// Runs `body` with a fixture and ends its server whatever happens.
func withParse(
  _ options: ParseFixture.Options = ParseFixture.Options(),
  _ body: (ParseFixture) async throws -> Void
) async throws {
  let fixture = try await ParseFixture(options)
  do { try await body(fixture) } catch {
    await fixture.stop()
    throw error
  }
  await fixture.stop()
}
