import HTTPClient
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct QueryTests {
  @Test func thePublicDatabaseIsPulledByItsStamps() async throws {
    try await withCloudKit(.public, pageSize: 100) { fixture in
      #expect(fixture.remote.feeds.isEmpty)
      #expect(!fixture.remote.capabilities.contains(.removals))
      for number in 0..<450 {
        try await fixture.somebody("create", "Note", "r\(number)", ["n": .integer(Int64(number))])
      }
      let first = try await fixture.store.pull(tables: ["Note"])
      #expect(first.inserted == 450)
      #expect(first.received == 450)
      try await fixture.somebody("forceUpdate", "Note", "r7", ["n": 1_000])
      let second = try await fixture.store.pull(tables: ["Note"])
      #expect(second.updated == 1)
      let body = try #require(try await fixture.requests("records/query").last)
      #expect(body["query"]?["filterBy"]?.array?.last?["fieldValue"]?["type"] == "TIMESTAMP")
    }
  }

  @Test func newRowsOfABatchCarryTheirTable() async throws {
    try await withCloudKit(.public) { fixture in
      let change = RowChange(.insert, table: "Note", id: nil, values: ["n": 1])
      let outcome = try await fixture.store.change([change, change])
      #expect(outcome.applied.count == 2)
      #expect(outcome.applied.allSatisfy { $0.id.hasPrefix("Note|~|") })
    }
  }

  @Test func pullEndsWhileOthersWrite() async throws {
    try await withCloudKit(.public) { fixture in
      for number in 0..<9 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      var request = PullRequest(table: "Note", pageSize: 3)
      var ids: Set<String> = []
      var pages = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        ids.formUnion(page.records.map(\.id))
        for number in 0..<3 {
          try await fixture.somebody("create", "Note", "new \(pages) \(number)", ["n": 1])
        }
        request.cursor = page.next
        pages += 1
      } while request.cursor != nil && pages < 50
      #expect(pages < 50)
      #expect(ids.isSuperset(of: (0..<9).map { "r\($0)" }))
    }
  }

  @Test func whatWasReadInFullIsNotReadAgain() async throws {
    try await withCloudKit(.public, pageSize: 5) { fixture in
      for number in 0..<12 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      _ = try await fixture.store.pull(tables: ["Note"])
      // The server's clock moves on instead of this test waiting.
      try await fixture.options(["clockOffset": 60])
      _ = try await fixture.store.pull(tables: ["Note"])
      #expect(try await fixture.store.pull(tables: ["Note"]).received == 1)
    }
  }

  @Test func aMissingIndexIsNamed() async throws {
    try await withCloudKit(.public) { fixture in
      try await fixture.options(["unindexed": ["modifiedTimestamp"]])
      let report = try await fixture.store.pull(tables: ["Note"])
      #expect(report.tables.first?.failure?.contains("sortable") == true)
    }
  }

  @Test func aFilterIsTheProtocolsOwn() async throws {
    let pull = PullQuery(
      queryID: "open",
      filter: #"[{"fieldName":"n","comparator":"LESS_THAN","fieldValue":{"value":3}}]"#)
    try await withCloudKit(.public, tables: [TableSettings(name: "Note", pulls: [pull])]) {
      fixture in
      for number in 0..<9 {
        try await fixture.somebody("create", "Note", "r\(number)", ["n": .integer(Int64(number))])
      }
      #expect(try await fixture.store.pull().inserted == 3)
    }
    let remote = try CloudKitRemote.test(
      ScriptedTransport { _ throws(HTTPClientError) in .json(200, ["records": []]) })
    await #expect(throws: RemoteError.self) {
      _ = try await remote.changes(
        PullRequest(table: "Note", filter: "done eq false", pageSize: 10))
    }
  }

  @Test func rowsThatAnIndexDoesNotShowYetAreNotTakenAway() async throws {
    try await withCloudKit(.public) { fixture in
      for number in 0..<9 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      _ = try await fixture.store.pull()
      try await fixture.options(["lag": 1])
      let report = try await fixture.store.reconcile("Note")
      #expect(report.missingOnServer.ids == ["r8"])
      let outcome = try await fixture.store.apply(
        report, ReconcileChoices(missingOnServer: .removeHere), by: nil)
      #expect(outcome.removed == 0)
      #expect(try await fixture.store.counts().live == 9)
    }
  }

  @Test func aRowThatWentIsFoundByComparing() async throws {
    try await withCloudKit(.public) { fixture in
      for number in 0..<9 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      _ = try await fixture.store.pull()
      try await fixture.somebody("forceDelete", ["recordName": "r4"])
      #expect(try await fixture.store.pull().deleted == 0)
      let report = try await fixture.store.reconcile("Note")
      let outcome = try await fixture.store.apply(
        report, ReconcileChoices(missingOnServer: .removeHere), by: nil)
      #expect(outcome.removed == 1)
    }
  }

  @Test func softDeleteByColumnGoesToOthersAndBack() async throws {
    try await withCloudKit(
      .public, tables: [TableSettings(name: "Note", softDelete: .flag(column: "gone"))]
    ) { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "x"])
      try await notes.delete(id)
      _ = try await fixture.store.push()
      let again = try await notes.insert(["title": "y"])
      _ = try await fixture.store.push()
      try await notes.delete(again)
      _ = try await fixture.store.push()
      #expect(try await fixture.value(again, "gone") == 1)
      let other = try await SyncContext(
        path: fixture.directory.file("other.sqlite"),
        remote: CloudKitRemote(fixture.remote.configuration, client: fixture.client),
        settings: fixture.store.settings)
      _ = try await other.pull()
      #expect(try await other.counts().deleted >= 1)
      try await notes.undelete(again)
      _ = try await fixture.store.push()
      #expect(try await fixture.value(again, "gone") == 0)
    }
  }
}
