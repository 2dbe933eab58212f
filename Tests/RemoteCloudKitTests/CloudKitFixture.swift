import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport

@testable import Crypto
@testable import RemoteCloudKit

/// The adapter with the emulator behind it, over real sockets, and a store on both.
final class CloudKitFixture: Sendable {
  static let zone = "Notes"

  let emulator: EmulatorProcess
  let client: HTTPClient
  let remote: CloudKitRemote
  let store: SyncContext
  let directory: TemporaryDirectory
  private let database: CloudKitConfiguration.Database
  private let zone: CloudKitZone

  init(
    _ database: CloudKitConfiguration.Database = .private,
    zone: CloudKitZone = CloudKitZone(CloudKitFixture.zone), placed: [CloudKitTable] = [],
    tables: [TableSettings] = [TableSettings(name: "Note"), TableSettings(name: "Task")],
    fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:], createsZone: Bool = false,
    pageSize: Int = 1_000, arguments: [String] = []
  ) async throws {
    self.database = database
    self.zone = database == .public ? .default : zone
    directory = try TemporaryDirectory()
    let key = try await TestKey(in: directory)
    emulator = try await EmulatorProcess(
      "cloudkit_emulator.py", ["--public-key", key.publicPath] + arguments)
    client = HTTPClient()
    let credential: CloudKitCredential
    if database == .public {
      credential = .serverKey(id: "key-of-the-test", try SigningKey(pem: key.pem))
    } else {
      try Files.write(Array("first+web/token=\n".utf8), to: directory.file("token"))
      credential = .user(
        apiToken: "api-token-of-the-test", WebTokenFile(directory.file("token")))
    }
    remote = CloudKitRemote(
      try CloudKitConfiguration(
        url: emulator.url, container: "iCloud.com.example.app", environment: .development,
        database: database,
        zone: self.zone, tables: placed, createsZone: createsZone,
        fields: fields, credential: credential, requestTimeout: .seconds(20)), client: client)
    var settings = StoreSettings(tables: tables)
    settings.pageSize = pageSize
    store = try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote, settings: settings)
    guard !createsZone, database != .public else { return }
    for zone in Set([zone] + placed.map(\.zone)) { try await change(zone) }
  }

  func stop() async {
    client.shutdown()
    await emulator.stop()
  }

  // MARK: - What the test arranges

  /// Makes a zone, or does `action` with it; `denies` is what its user may not do there.
  func change(
    _ zone: CloudKitZone, action: String? = nil, denies: String? = nil
  ) async throws {
    var order: JSONObject = [
      "zone": .string(zone.name), "owner": .string(zone.owner ?? "_owner"),
      "database": .string(database.rawValue),
    ]
    order["action"] = action.map { .string($0) }
    order["denies"] = denies.map { .string($0) }
    try await emulator.control("zones", .object(order))
  }

  /// Another client writes, whatever the tags are.
  func somebody(
    _ operation: String, _ table: String, _ name: String, _ fields: JSONObject = [:],
    in zone: CloudKitZone? = nil
  ) async throws {
    let fields = JSONObject(fields.map { ($0.name, ["value": $0.value] as JSONValue) })
    try await somebody(
      operation,
      [
        "recordName": .string(name), "recordType": .string(table), "fields": .object(fields),
      ], in: zone)
  }

  func somebody(
    _ operation: String, _ record: JSONObject, in other: CloudKitZone? = nil
  ) async throws {
    let zone = other ?? zone
    try await emulator.control(
      "somebody",
      [
        "operationType": .string(operation), "record": .object(record),
        "database": .string(database.rawValue), "zone": .string(zone.name),
        "owner": .string(zone.owner ?? "_owner"),
      ])
  }

  func fault(_ faults: JSONObject...) async throws {
    try await emulator.control(
      "faults", ["faults": .array(faults.map { .object($0) })])
  }

  func options(_ options: JSONObject) async throws {
    try await emulator.control("options", .object(options))
  }

  // MARK: - What it looks at

  /// The live records of the server by their names.
  func records(in other: CloudKitZone? = nil) async throws -> [String: JSONObject] {
    let state = try await emulator.control("state")
    let zone = (other ?? zone).description
    let all = state["databases"]?[database.rawValue]?[zone]?.array ?? []
    var byName: [String: JSONObject] = [:]
    for case .object(let record) in all where record["deleted"] != true {
      byName[record["recordName"]?.string ?? ""] = record
    }
    return byName
  }

  func value(_ name: String, _ field: String) async throws -> JSONValue? {
    try await records()[name]?["fields"]?[field]?["value"]
  }

  /// The bodies of the requests of one operation.
  func requests(_ operation: String) async throws -> [JSONValue] {
    let seen = try await emulator.control("state")["requests"]?.array ?? []
    return seen.filter { $0["operation"]?.string == operation }.compactMap { $0["body"] }
  }
}

/// Runs `body` with a fixture and stops its emulator whatever happens.
func withCloudKit(
  _ database: CloudKitConfiguration.Database = .private,
  zone: CloudKitZone = CloudKitZone(CloudKitFixture.zone), placed: [CloudKitTable] = [],
  tables: [TableSettings] = [TableSettings(name: "Note"), TableSettings(name: "Task")],
  fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:], createsZone: Bool = false,
  pageSize: Int = 1_000,
  _ body: (CloudKitFixture) async throws -> Void
) async throws {
  let fixture = try await CloudKitFixture(
    database, zone: zone, placed: placed, tables: tables, fields: fields, createsZone: createsZone,
    pageSize: pageSize)
  do { try await body(fixture) } catch {
    await fixture.stop()
    throw error
  }
  await fixture.stop()
}

/// A key pair that the `openssl` program made.
struct TestKey: Sendable {
  let pem: [UInt8]
  let publicPath: String

  init(in directory: TemporaryDirectory) async throws {
    let (path, publicPath) = (directory.file("key.pem"), directory.file("public.pem"))
    try await offPool {
      for arguments in [
        ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path],
        ["ec", "-in", path, "-pubout", "-out", publicPath],
      ] {
        _ = try ChildProcess.run(["openssl"] + arguments)
      }
    }
    self.publicPath = publicPath
    pem = try Files.read(path)
  }
}

extension ClientResponse {
  static func json(
    _ status: Int, _ value: JSONValue, _ headers: HTTPHeaders = HTTPHeaders()
  ) -> ClientResponse {
    ClientResponse(status, headers: headers, body: value.serialized)
  }
}
