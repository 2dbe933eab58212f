import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// A server that counts the versions of a row, and begins anew with one that is inserted again.
@Suite struct RepeatedVersionTests {
  /// One row, as it is now, and the methods that were sent to its address.
  private final class Server: Sendable {
    let row: Locked<String>
    let sent = Locked<[HTTPMethod]>([])

    init(createdAt: String, version: String) {
      row = Locked(Self.row(createdAt, version))
    }

    static func row(_ createdAt: String, _ version: String) -> String {
      """
      {"id":"a","createdAt":"\(createdAt)","updatedAt":"\(createdAt)","version":"\(version)",\
      "deleted":false,"n":1}
      """
    }

    func insertAgain(createdAt: String, version: String) {
      row.withLock { $0 = Self.row(createdAt, version) }
    }

    var transport: ScriptedTransport {
      ScriptedTransport { [self] request throws(HTTPClientError) in
        let row = row.withLock { $0 }
        guard request.url.contains("/tables/T/a") else {
          let isFirst = !request.url.contains("gt") || request.url.contains("ge")
          return ClientResponse(200, body: Array((isFirst ? "[\(row)]" : "[]").utf8))
        }
        sent.withLock { $0.append(request.method) }
        return ClientResponse(200, body: Array(row.utf8))
      }
    }
  }

  private static let first = "2026-01-01T00:00:00.000Z"
  private static let later = "2026-01-02T00:00:00.000Z"

  private func store(
    _ server: Server, in directory: TemporaryDirectory
  ) async throws -> SyncContext {
    let store = try await SyncContext(
      path: directory.file("store.sqlite"), remote: try AzureRemote.test(server.transport),
      settings: StoreSettings(tables: [TableSettings(name: "T")]))
    _ = try await store.pull()
    return store
  }

  @Test(arguments: [false, true])
  func aChangeOfARowThatWasInsertedAgainIsAConflictAndNotSent(isDelete: Bool) async throws {
    let directory = try TemporaryDirectory()
    let server = Server(createdAt: Self.first, version: "MQ==")
    let store = try await store(server, in: directory)
    server.insertAgain(createdAt: Self.later, version: "MQ==")
    if isDelete {
      try await store.table("T").hardDelete("a")
    } else {
      try await store.table("T").update("a", ["n": 2])
    }
    #expect(try await store.push().conflicts == 1)
    #expect(server.sent.withLock { $0 } == [.get])
    #expect(try await store.errors().first?.server?.createdAt == Self.later)
  }

  @Test(arguments: ["MQ==", "AAAAAAAAB9E="])
  func aRowIsReadFirstOnlyWhereItsVersionMayRepeat(version: String) async throws {
    let directory = try TemporaryDirectory()
    let server = Server(createdAt: Self.first, version: version)
    let store = try await store(server, in: directory)
    try await store.table("T").update("a", ["n": 2])
    _ = try await store.push()
    #expect(server.sent.withLock { $0.first } == (version == "MQ==" ? .get : .patch))
  }
}
