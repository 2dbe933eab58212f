import HTTPClient
import HTTPKit
import JSONKit
import SQLiteKit
import Support
import SyncCore
import SyncInspection
import TableService
import TestSupport
import Testing

@testable import RemoteAzure

/// Rows of a server that a store can't keep: they stop neither a pull nor a comparison.
@Suite struct UnusableIDTests {
  private static let stamp = Timestamp(milliseconds: 1_600_000_000_000)
  private static let long = String(repeating: "x", count: 256)

  private func server(_ pageCap: Int, _ ids: [String]) -> QuirkyServer {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = pageCap
    let server = QuirkyServer(quirks)
    for (number, id) in ids.enumerated() {
      server.put(id, Self.stamp.adding(seconds: Int64(number)), ["n": .integer(Int64(number))])
    }
    return server
  }

  @Test(arguments: [1, 2, 50], [false, true])
  func rowsAreSkippedAndNamed(_ pageCap: Int, _ hasToken: Bool) async throws {
    let server = server(pageCap, ["a", "", "b", Self.long, "c"])
    var table = PulledTable()
    if hasToken { table.token = Self.stamp.description }
    try await table.pull(try .test(server))
    #expect(table.records.keys.sorted() == ["a", "b", "c"])
    #expect(table.token == Self.stamp.adding(seconds: 4).description)
    #expect(table.warnings.contains { $0.contains("have no id on the server") })
    #expect(table.warnings.contains { $0.contains("longer than 255 characters") })
  }

  @Test func idThatIsNoTextIsNamed() async throws {
    let rows = #"[{"id":null,"n":1},{"id":true,"n":2},{"n":4},{"id":"a","n":5}]"#
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      ClientResponse(200, body: Array((request.url.contains("gt") ? "[]" : rows).utf8))
    }
    var table = PulledTable()
    try await table.pull(try .test(transport))
    #expect(table.records.keys.sorted() == ["a"])
    #expect(table.warnings.contains { $0.contains("are not text") })
  }

  /// An auto-increment table: a store could not give its new rows ids.
  @Test(arguments: [#"{"id":1,"n":3}"#, #"{"id":1.5,"ID":2}"#, #"{"id":12345678901234567890}"#])
  func aTableWithNumericIDsIsRefusedWithTheReason(_ row: String) async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      ClientResponse(200, body: Array("[\(row)]".utf8))
    }
    let directory = try TemporaryDirectory()
    let store = try await SyncContext(
      path: directory.file("store.sqlite"), remote: try AzureRemote.test(transport),
      settings: StoreSettings(tables: [TableSettings(name: "numbered")]))
    let failure = try #require(try await store.pull().tables.first?.failure)
    #expect(failure.hasPrefix("The ids of numbered are numbers that the server counts"))
    #expect(try await store.counts().live == 0)
    #expect(try await store.reconcile("numbered").isComplete == false)
  }

  @Test func versionsThatAreCountedMayComeAgain() throws {
    let remote = try AzureRemote.test(QuirkyServer())
    for version in ["MQ==", "MTA=", "MjM0NTY="] { #expect(remote.mayRepeat(version: version)) }
    for version in ["AAAAAAAAB9E=", "4zi9KTddHUqYMpuS0Qepbg==", "v1", ""] {
      #expect(!remote.mayRepeat(version: version))
    }
  }

  @Test func anInsertThatGotANumberForItsIDIsSentOnce() async throws {
    let inserts = Locked(0)
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      guard request.method == .post else {
        return ClientResponse(request.url.contains("?$") ? 200 : 404, body: Array("[]".utf8))
      }
      let number = inserts.withLock { count in
        count += 1
        return count
      }
      return ClientResponse(201, body: Array(#"{"id":\#(number),"n":1,"version":"MQ=="}"#.utf8))
    }
    let directory = try TemporaryDirectory()
    let store = try await SyncContext(
      path: directory.file("store.sqlite"), remote: try AzureRemote.test(transport),
      settings: StoreSettings(tables: [TableSettings(name: "numbered")]))
    try await store.table("numbered").insert(["n": 1])
    for _ in 0..<3 { _ = try await store.push() }
    #expect(inserts.withLock { $0 } == 1)
    let error = try #require(try await store.errors().first)
    #expect(error.message.contains("another id, 1"))
  }

  @Test(arguments: [false, true])
  func storeIsPulledAndComparedBesideThem(_ isDigested: Bool) async throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("service.sqlite")
    let service = try await TableService(
      database: file, configuration: TableServiceConfiguration(), time: ManualTime(),
      random: .system)
    let transport = DirectTransport { request in
      request.rawPath.contains("digest") && !isDigested
        ? .text("no", status: 404) : await service.respond(to: request)
    }
    let settings = StoreSettings(tables: [TableSettings(name: "Movie")])
    let first = try await SyncContext(
      path: directory.file("first.sqlite"), remote: try AzureRemote.test(transport),
      settings: settings)
    for number in Int64(0)..<5 { try await first.table("Movie").insert(["n": .integer(number)]) }
    _ = try await first.push()
    let database = try await DatabasePool(path: file)
    try await database.write { db in
      for id in ["", Self.long] {
        try db.execute("INSERT INTO Movie(id, n) VALUES (?, 1)", [.text(id)])
      }
    }
    let store = try await SyncContext(
      path: directory.file("second.sqlite"), remote: try AzureRemote.test(transport),
      settings: settings)
    let pull = try await store.pull()
    #expect(pull.isComplete && pull.inserted == 5)
    #expect(pull.tables[0].warnings.count == 2)
    let report = try await store.reconcile("Movie")
    #expect(report.isComplete && report.warnings.count == 2)
    #expect(report.missingHere.count == 0 && report.missingOnServer.count == 0)
    #expect(report.serverRows == 7)
  }
}
