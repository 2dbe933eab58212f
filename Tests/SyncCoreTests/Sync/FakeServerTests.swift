import JSONKit
import SyncCore
import TestSupport
import Testing

@Test func theFakeServerChecksVersionsAndKeepsTombstones() async {
  let remote = FakeRemote()
  let inserted = await remote.send(Change(.insert, table: "T", id: "a", values: ["n": 1]))
  guard case .accepted(let row?) = inserted.outcome else {
    Issue.record("\(inserted)")
    return
  }
  let stale = await remote.send(
    Change(.update, table: "T", id: "a", values: ["n": 2], version: "stale"))
  #expect(stale.outcome == .conflict(row))
  let deleted = await remote.send(Change(.delete, table: "T", id: "a", version: row.version))
  #expect(remote.server.row("T", "a")?.deleted == true)
  guard case .accepted(let tombstone?) = deleted.outcome else {
    Issue.record("\(deleted)")
    return
  }
  #expect(tombstone.version != row.version)
  #expect(await remote.send(Change(.insert, table: "T", id: "a")).outcome == .exists(tombstone))
}

@Test func theFakeServerListsEveryChangeWhateverThePageSize() async throws {
  let server = FakeServer()
  server.change {
    $0.pageMax = 2
    $0.stampStep = 0
  }
  for id in ["a", "b", "c", "d", "e"] { server.put("T", id, ["n": 1]) }
  let remote = FakeRemote(server)
  var cursor: String?
  var seen: [String] = []
  repeat {
    let page = try await remote.changes(PullRequest(table: "T", cursor: cursor, pageSize: 10))
    seen += page.records.map(\.id)
    cursor = page.next
  } while cursor != nil
  #expect(seen == ["a", "b", "c", "d", "e"])
}

@Test func chaosIsTheSameForTheSameSeed() {
  let chaos = FakeChaos(seed: 7, percent: 50)
  let first = (1...50).map { chaos.fault("insert T a", attempt: $0) }
  #expect(first == (1...50).map { chaos.fault("insert T a", attempt: $0) })
  #expect(first.contains(nil))
  #expect(first.contains { $0 != nil })
}
