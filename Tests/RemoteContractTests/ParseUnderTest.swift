import HTTPClient
import JSONKit
import RemoteParse
import SyncCore
import TestSupport

/// The Parse adapter with the emulator of Parse Server, over real sockets.
final class ParseUnderTest: RemoteUnderTest {
  let remote: any Remote
  private let emulator: EmulatorProcess
  private let client: HTTPClient

  /// - Parameter customIDs: The store gives new rows their ids.
  init(customIDs: Bool) async throws {
    emulator = try await EmulatorProcess(
      "parse_emulator.py", ["--options", #"{"customIds": \#(customIDs)}"#])
    client = HTTPClient()
    remote = ParseRemote(
      try ParseConfiguration(
        url: emulator.url, applicationID: "rec-app", masterKey: "rec-master",
        newIDs: customIDs ? .client : .server),
      client: client)
    try await emulator.control(
      "rows", ["class": .string(table), "rows": [["objectId": "first00000", "gone": false]]])
    try await emulator.control("drop", ["class": .string(table), "ids": ["first00000"]])
  }

  func somebodyInserts(_ values: JSONObject) async throws -> String {
    let made = try await emulator.control(
      "rows", ["class": .string(table), "rows": [.object(values)]])
    guard let id = made.array?.first?.string else { throw BadAnswer() }
    return id
  }

  func somebodyUpdates(_ id: String, _ values: JSONObject) async throws {
    var row = values
    row["objectId"] = .string(id)
    try await emulator.control("rows", ["class": .string(table), "rows": [.object(row)]])
  }

  func somebodyRemoves(_ id: String) async throws {
    try await emulator.control("drop", ["class": .string(table), "ids": [.string(id)]])
  }

  func serverRows() async throws -> [String: JSONObject] {
    let rows = try await emulator.control("rows?class=\(table)").array ?? []
    var byID: [String: JSONObject] = [:]
    for row in rows {
      guard let values = row.object, let id = values["objectId"]?.string else { continue }
      byID[id] = values
    }
    return byID
  }

  func nextWrites(_ faults: [WireFault]) async throws {
    try await emulator.control(
      "faults", ["faults": .array(faults.map { .string($0.rawValue) })])
  }

  func nextReads(_ faults: [WireFault], after passing: Int) async throws {
    let list = Array(repeating: "none", count: passing) + faults.map(\.rawValue)
    try await emulator.control(
      "faults",
      ["faults": .array(list.map { .string($0) }), "methods": ["GET"], "path": "/classes/"])
  }

  func stop() async {
    client.shutdown()
    await emulator.stop()
  }
}
