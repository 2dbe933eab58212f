import HTTPClient
import JSONKit
import Support
import SyncCore
import TestSupport

@testable import RemoteCloudKit

/// The CloudKit adapter with the emulator of CloudKit Web Services, over real sockets.
final class CloudKitUnderTest: RemoteUnderTest {
  let remote: any Remote
  private let emulator: EmulatorProcess
  private let client: HTTPClient
  private let folder: TemporaryDirectory
  private let recordType: String
  private static let zone = "Notes"

  init(isSecondZone: Bool = false) async throws {
    let zone = CloudKitZone(Self.zone)
    recordType = isSecondZone ? "Memo" : contractTable
    let placed = CloudKitTable(contractTable, recordType: recordType, zone: zone)
    folder = try TemporaryDirectory()
    emulator = try await EmulatorProcess("cloudkit_emulator.py")
    client = HTTPClient()
    try Files.write(Array("first+web/token=\n".utf8), to: folder.file("token"))
    remote = CloudKitRemote(
      try CloudKitConfiguration(
        url: emulator.url, container: "iCloud.com.example.app", environment: .development,
        database: .private, zone: isSecondZone ? CloudKitZone("First") : zone,
        tables: isSecondZone ? [placed] : [],
        fields: [contractTable: ["gone": .boolean]],
        credential: .user(
          apiToken: "api-token-of-the-test", WebTokenFile(folder.file("token")))),
      client: client)
    for name in [Self.zone, "First"] {
      try await emulator.control("zones", ["zone": .string(name)])
    }
  }

  func somebodyInserts(_ values: JSONObject) async throws -> String {
    let made = try await somebody("create", ["recordType": .string(recordType)], values)
    guard let id = made["recordName"]?.string else { throw BadAnswer() }
    return id
  }

  func somebodyUpdates(_ id: String, _ values: JSONObject) async throws {
    _ = try await somebody("forceUpdate", ["recordName": .string(id)], values)
  }

  func somebodyRemoves(_ id: String) async throws {
    _ = try await somebody("forceDelete", ["recordName": .string(id)], [:])
  }

  func serverRows() async throws -> [String: JSONObject] {
    let state = try await emulator.control("state")
    var byID: [String: JSONObject] = [:]
    for record in state["databases"]?["private"]?[Self.zone]?.array ?? [] {
      guard record["deleted"] != true, let id = record["recordName"]?.string else { continue }
      var values = JSONObject()
      for (name, field) in record["fields"]?.object ?? [:] {
        let value = field["value"] ?? .null
        values[name] = name == "gone" ? .bool(value == 1) : value
      }
      byID[id] = values
    }
    return byID
  }

  func nextWrites(_ faults: [WireFault]) async throws {
    try await emulator.control(
      "faults", ["faults": .array(faults.map { Self.fault($0, of: "writes") })])
  }

  func nextReads(_ faults: [WireFault], after passing: Int) async throws {
    let pass: JSONValue = ["operation": "changes/zone", "kind": "none"]
    let list =
      Array(repeating: pass, count: passing) + faults.map { Self.fault($0, of: "changes/zone") }
    try await emulator.control("faults", ["faults": .array(list)])
  }

  private static func fault(_ fault: WireFault, of operation: String) -> JSONValue {
    let kind = fault == .truncatedAnswer ? "truncated" : fault.rawValue
    // Whoever signs in again later does so with the token that is in the file.
    let isBrief: JSONValue = .bool(fault == .expiredToken)
    return ["operation": .string(operation), "kind": .string(kind), "brief": isBrief]
  }

  func stop() async {
    client.shutdown()
    await emulator.stop()
  }

  private func somebody(
    _ operation: String, _ record: JSONObject, _ values: JSONObject
  ) async throws -> JSONValue {
    var record = record
    let fields = values.map { name, value -> (String, JSONValue) in
      (name, ["value": value.bool.map { $0 ? 1 : 0 } ?? value])
    }
    record["fields"] = .object(JSONObject(fields))
    return try await emulator.control(
      "somebody",
      [
        "operationType": .string(operation), "record": .object(record),
        "zone": .string(Self.zone),
      ])
  }
}
