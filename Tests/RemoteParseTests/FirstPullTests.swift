import JSONKit
import RemoteParse
import Support
import SyncCore
import TestSupport
import Testing

/// A pull without a token: by `objectId`, then what changed since it began.
@Suite struct FirstPullTests {
  @Test func pagesComeInTheOrderOfIDs() async throws {
    try await withParse(.with { $0.pageSize = 5 }) { fixture in
      try await fixture.plant((0..<23).map { ["n": .integer($0)] })
      #expect(try await fixture.store.pull().tables[0].inserted == 23)
      let pages = try await fixture.log("GET").compactMap { $0["target"]?.string }
        .filter { $0.contains("limit=5") }
      #expect(pages.filter { $0.contains("order=objectId") }.count == 5)
      #expect(pages.filter { $0.contains("order=updatedAt") }.count == 1)
    }
  }

  @Test func whatIsWrittenMeanwhileComesWithTheSamePull() async throws {
    try await withParse { fixture in
      try await fixture.plant((0..<12).map { ["n": .integer($0)] })
      var request = PullRequest(table: ParseFixture.table, pageSize: 4)
      var values: [String: JSONValue] = [:]
      var tokens: [String] = []
      var pages = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        for record in page.records { values[record.id] = record.values["n"] }
        tokens += page.token.map { [$0] } ?? []
        if pages == 0 {
          let known = try #require(page.records.first?.id)
          try await fixture.plant([["objectId": .string(known), "n": 100]])
          try await fixture.plant((200..<210).map { ["n": .integer($0)] })
        }
        #expect(page.place == nil || tokens.isEmpty, "only the read by id can be gone on with")
        request.cursor = page.next
        pages += 1
      } while request.cursor != nil && pages < 50
      let server = try await fixture.serverRows()
      #expect(values == server.mapValues { $0["n"] ?? .null })
      #expect(tokens == tokens.sorted() && !tokens.isEmpty)
    }
  }

  @Test func pullThatBrokeOffGoesOnBehindItsLastPageAndMissesNothing() async throws {
    try await withParse(.with { $0.pageSize = 5 }) { fixture in
      let old = JSONValue.string(SystemTime().now.adding(seconds: -3_600).description)
      let ids = try await fixture.plant(
        (0..<40).map { ["n": .integer($0), "createdAt": old, "updatedAt": old] })
      try await fixture.faults(
        ["none", "none", "none", "none", "truncatedAnswer"], methods: ["GET"],
        path: "order=objectId")
      #expect(try await fixture.store.pull().stopped != nil)
      #expect(try await fixture.live().count == 20)
      let stored = try #require(try await fixture.live().keys.min())
      try await fixture.plant([["objectId": .string(stored), "n": 100], ["n": 101]])
      let report = try await fixture.store.pull()
      #expect(report.isComplete && report.tables[0].inserted == 21)
      #expect(report.tables[0].received < ids.count)
      #expect(try await fixture.live()[stored]?["n"] == 100)
      #expect(try await fixture.live().count == 41)
    }
  }

  @Test func largeClassIsReadInPartsEachRowOnce() async throws {
    try await withParse(.with { $0.pageSize = 5 }) { fixture in
      let old = SystemTime().now.adding(seconds: -3_600)
      let ids = try await fixture.plant(
        (0..<103).map { (number: Int64) -> JSONValue in
          let stamp = JSONValue.string(old.adding(seconds: number).description)
          return ["n": .integer(number), "createdAt": stamp, "updatedAt": stamp]
        })
      try await fixture.faults(
        Array(repeating: "none", count: 12) + ["truncatedAnswer"], methods: ["GET"],
        path: "limit=5.*where|where.*limit=5")
      #expect(try await fixture.store.pull().stopped != nil)
      let first = try await fixture.live().count
      #expect(first > 5 && first < 103)
      let report = try await fixture.store.pull()
      #expect(report.isComplete && report.tables[0].inserted == 103 - first)
      #expect(report.tables[0].received < 103)
      #expect(Set(try await fixture.live().keys) == Set(ids))
      let pages = try await fixture.log("GET").compactMap { $0["target"]?.string }
        .filter { $0.contains("limit=5") && $0.contains("order=objectId") }
      #expect(pages.count < 40)
    }
  }

  @Test func wrongMasterKeyStopsAlsoAPullThatGoesOn() async throws {
    try await withParse(.with { $0.pageSize = 5 }) { fixture in
      try await fixture.plant((0..<40).map { ["n": .integer($0)] })
      let first = try await fixture.remote.changes(
        PullRequest(table: ParseFixture.table, pageSize: 5))
      let wrong = ParseRemote(
        try ParseConfiguration(
          url: fixture.emulator.url, applicationID: "rec-app", masterKey: "wrong",
          restKey: "rec-rest"), client: fixture.client)
      await #expect(throws: RemoteError.self) {
        try await wrong.changes(
          PullRequest(table: ParseFixture.table, cursor: first.place, pageSize: 5))
      }
    }
  }

  @Test func rowDeletedMeanwhileComesAlthoughTheFilterHidesIt() async throws {
    let filter = #"{"gone": {"$ne": true}}"#
    try await withParse { fixture in
      let ids = try await fixture.plant((0..<8).map { ["n": .integer($0), "gone": false] })
      var request = PullRequest(
        table: ParseFixture.table, filter: filter, pageSize: 4, softDelete: .flag(column: "gone"))
      var deleted: [String] = []
      var pages = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        deleted += page.records.filter { $0.values["gone"] == true }.map(\.id)
        if pages == 0 {
          try await fixture.plant([["objectId": .string(page.records[0].id), "gone": true]])
        }
        request.cursor = page.next
        pages += 1
      } while request.cursor != nil && pages < 50
      #expect(deleted.count == 1 && ids.contains(deleted[0]))
    }
  }

  @Test func rowsWithoutAStampComeAndAreNamed() async throws {
    try await withParse { fixture in
      try await fixture.plant([["n": 1], ["n": 2, "updatedAt": nil], ["n": 3]])
      let report = try await fixture.store.pull()
      #expect(report.isComplete && report.tables[0].inserted == 3)
      #expect(report.tables[0].warnings.contains { $0.contains("have no updatedAt") })
      #expect(try await fixture.store.pull().isComplete)
    }
  }

  @Test func listThatIsShorterThanTheServersCountIsReadByStampToo() async throws {
    try await withParse { fixture in
      try await fixture.plant((0..<9).map { ["n": .integer($0)] })
      try await fixture.emulator.control("options", ["losesByID": true])
      var request = PullRequest(table: ParseFixture.table, pageSize: 3)
      var ids: Set<String> = []
      repeat {
        let page = try await fixture.remote.changes(request)
        ids.formUnion(page.records.map(\.id))
        request.cursor = page.next
      } while request.cursor != nil
      #expect(ids.count == 9)
    }
  }

  @Test func rowsRemovedMeanwhileCauseNoSecondRead() async throws {
    try await withParse { fixture in
      try await fixture.plant((0..<9).map { ["n": .integer($0)] })
      var request = PullRequest(table: ParseFixture.table, pageSize: 3)
      var received = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        received += page.records.count
        #expect(page.warnings.isEmpty)
        if request.cursor == nil {
          let present = Set(try await fixture.serverRows().keys)
          let rest = present.subtracting(page.records.map(\.id))
          try await fixture.drop(Array(rest.prefix(3)))
          try await fixture.plant([["n": 100]])
        }
        request.cursor = page.next
      } while request.cursor != nil
      #expect(received <= 8)
    }
  }

  @Test func emptyClassIsReadWithoutATokenUntilItHasRows() async throws {
    try await withParse { fixture in
      #expect(try await fixture.store.pull().isComplete)
      try await fixture.plant([["n": 1]])
      #expect(try await fixture.store.pull().tables[0].inserted == 1)
      #expect(try await fixture.store.pull().tables[0].inserted == 0)
    }
  }
}
