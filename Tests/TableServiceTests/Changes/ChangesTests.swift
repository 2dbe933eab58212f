import HTTPKit
import JSONKit
import SQLiteKit
import Support
import TableService
import TestSupport
import Testing

@Suite struct ChangesTests {
  /// The events of a stream, as they come.
  private struct Listener {
    private var events: any AsyncIteratorProtocol<ServerSentEvent, Never>

    init(_ harness: Harness, headers: HTTPHeaders = ["Host": "127.0.0.1:8081"]) async throws {
      let response = await harness.service.respond(
        to: HTTPRequest(.get, "/changes", headers: headers))
      #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream")
      guard case .events(let events) = response.body else { throw NoStream() }
      self.events = events.makeAsyncIterator()
    }

    /// The tables of the next event, with their stamps.
    mutating func next() async throws -> [JSONValue: JSONValue] {
      let event = try #require(await events.next(isolation: nil))
      #expect(event.name == "tables")
      let tables = try JSONValue(parsing: Array(event.data.utf8))["tables"]?.array ?? []
      return Dictionary(
        uniqueKeysWithValues: tables.map { ($0["name"] ?? .null, $0["updatedAt"] ?? .null) })
    }
  }

  private struct NoStream: Error {}

  @Test func theFirstEventNamesEveryTableWithItsNewestStamp() async throws {
    let harness = try await Harness()
    var early = try await Listener(harness)
    #expect(try await early.next() == [:])
    let zoo = await harness.send(.post, "/tables/Zoo", ["id": "a"])
    harness.time.advance(milliseconds: 5)
    let apple = await harness.send(.post, "/tables/Apple", ["id": "a"])
    var listener = try await Listener(harness)
    #expect(
      try await listener.next() == [
        "Zoo": zoo["updatedAt"] ?? .null, "Apple": apple["updatedAt"] ?? .null,
      ])
  }

  @Test func everyCommitIsTold() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/Zoo", ["id": "a"])
    await harness.send(.post, "/tables/Other", ["id": "a"])
    var listener = try await Listener(harness)
    _ = try await listener.next()
    let changed = await harness.send(.patch, "/tables/zoo/a", ["name": "x"])
    #expect(try await listener.next() == ["Zoo": changed["updatedAt"] ?? .null])
    await harness.send(.delete, "/tables/Zoo/a")
    #expect(try await listener.next().keys.first == "Zoo")
  }

  @Test func aSlowListenerGetsEachTableOnce() async throws {
    let harness = try await Harness()
    var listener = try await Listener(harness)
    _ = try await listener.next()
    for id in ["a", "b", "c"] { await harness.send(.post, "/tables/Zoo", ["id": .string(id)]) }
    let last = await harness.send(.post, "/tables/Apple", ["id": "a"])
    let tables = try await listener.next()
    #expect(tables.count == 2 && tables["Apple"] == last["updatedAt"])
  }

  @Test func whatAnotherProgramWroteIsToldToo() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/Zoo", ["id": "a"])
    var listener = try await Listener(harness)
    _ = try await listener.next()
    let other = try await DatabasePool(path: harness.databasePath)
    try await other.write { connection in
      try connection.execute("UPDATE Zoo SET updatedAt = '2031-01-01T00:00:00.000Z'")
    }
    #expect(try await listener.next() == ["Zoo": "2031-01-01T00:00:00.000Z"])
  }

  @Test func aWriteThatIsRefusedIsNoChange() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/Zoo", ["id": "a"])
    var listener = try await Listener(harness)
    _ = try await listener.next()
    #expect(await harness.send(.post, "/tables/Zoo", ["id": "a"]).status == 409)
    await harness.send(.post, "/tables/Apple", ["id": "a"])
    #expect(try await listener.next().keys.map { $0 } == ["Apple"])
  }

  @Test func theStreamNeedsTheKey() async throws {
    let harness = try await Harness { $0.apiKey = "key" }
    #expect(await harness.send(.get, "/changes").status == 401)
    let headers: HTTPHeaders = ["Host": "127.0.0.1:8081", "X-ZUMO-APPLICATION": "key"]
    _ = try await Listener(harness, headers: headers)
  }
}
