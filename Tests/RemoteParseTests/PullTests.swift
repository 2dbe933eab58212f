import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct PullTests {
  @Test func serverThatGivesFewerRowsThanAskedForIsReadToItsEnd() async throws {
    try await withParse(.with { $0.server = ["maxLimit": 50] }) { fixture in
      try await fixture.plant((0..<170).map { ["n": .integer(Int64($0))] })
      _ = try await fixture.store.pull()
      #expect(try await fixture.live().count == 170)
      #expect(try await fixture.store.reconcile(ParseFixture.table).isComplete)
    }
  }

  @Test func rowsWithOneStampOverAPageBorderComeOnce() async throws {
    try await withParse(.with { $0.pageSize = 2 }) { fixture in
      let stamp: JSONValue = "2026-01-02T03:04:05.678Z"
      try await fixture.plant((0..<7).map { ["n": .integer($0), "updatedAt": stamp] })
      let report = try await fixture.store.pull()
      #expect(report.tables[0].inserted == 7)
      #expect(report.tables[0].received == 7)
    }
  }

  @Test func rowThatAppearsBehindTheTokenIsFoundInTheOverlap() async throws {
    try await withParse { fixture in
      let now = SystemTime().now
      try await fixture.plant([["n": 1, "updatedAt": .string(now.description)]])
      _ = try await fixture.store.pull()
      let late = now.adding(seconds: -60).description
      try await fixture.plant([["n": 2, "updatedAt": .string(late)]])
      let report = try await fixture.store.pull()
      #expect(report.tables[0].inserted == 1)
      #expect(report.tables[0].unchanged == 1)
    }
  }

  @Test func whatIsOlderThanTheOverlapIsNotReadAgain() async throws {
    try await withParse { fixture in
      let old = SystemTime().now.adding(seconds: -3_600)
      try await fixture.plant(
        (0..<50).map { (number: Int64) -> JSONValue in
          ["n": .integer(number), "updatedAt": .string(old.adding(seconds: number).description)]
        })
      #expect(try await fixture.store.pull().received == 50)
      #expect(try await fixture.store.pull().received == 1)
    }
  }

  @Test func pullEndsWhileOthersWriteAndTheNextBringsTheRest() async throws {
    try await withParse { fixture in
      try await fixture.plant((0..<9).map { ["n": .integer($0)] })
      var request = PullRequest(table: ParseFixture.table, pageSize: 3, overlapSeconds: 0)
      var ids: Set<String> = []
      var pages = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        ids.formUnion(page.records.map(\.id))
        try await fixture.plant((0..<3).map { ["n": .integer($0)] })
        request.cursor = page.next
        pages += 1
      } while request.cursor != nil && pages < 50
      #expect(pages < 50)
      #expect(ids.count >= 9)
      _ = try await fixture.store.pull()
      #expect(try await fixture.live().count == fixture.serverRows().count)
    }
  }

  @Test func rowWithoutAnIdIsSkippedAndNamed() async throws {
    try await withParse(.with { $0.pageSize = 2 }) { fixture in
      try await fixture.plant(
        (0..<5).map { (number: Int64) -> JSONValue in
          var row: JSONObject = ["n": .integer(number)]
          if number == 1 { row["objectId"] = "" }
          return .object(row)
        })
      let report = try await fixture.store.pull()
      #expect(report.isComplete && report.inserted == 4)
      #expect(report.tables[0].warnings.contains { $0.contains("have no id on the server") })
      let comparison = try await fixture.store.reconcile(ParseFixture.table)
      #expect(comparison.isComplete && comparison.missingHere.count == 0)
      #expect(comparison.warnings.count == 1)
    }
  }

  /// Each query in the order of `updatedAt` sorts the class, for it has no index.
  @Test func pullWithoutNewsSortsTheClassOnce() async throws {
    try await withParse { fixture in
      let old = SystemTime().now.adding(seconds: -3_600)
      try await fixture.plant(
        (0..<50).map { (number: Int64) -> JSONValue in
          ["n": .integer(number), "updatedAt": .string(old.adding(seconds: number).description)]
        })
      _ = try await fixture.store.pull()
      let before = try await fixture.log("GET").count
      #expect(try await fixture.store.pull().received == 1)
      let sorted = try await fixture.log("GET").dropFirst(before)
        .filter { $0["target"]?.string?.contains("order=updatedAt") == true }
      #expect(sorted.count == 1)
    }
  }

  @Test func pageThatTheServerCutIsNotTakenForTheLast() async throws {
    try await withParse(.with { $0.server = ["maxLimit": 5] }) { fixture in
      try await fixture.plant([["n": 0]])
      _ = try await fixture.store.pull()
      try await fixture.plant((1..<24).map { ["n": .integer($0)] })
      #expect(try await fixture.store.pull().tables[0].inserted == 23)
    }
  }

  @Test func clockThatIsWrongHereMissesNothing() async throws {
    try await withParse(.with { $0.server = ["clockOffsetMs": -3_600_000] }) { fixture in
      try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.plant([["n": 2]])
      #expect(try await fixture.store.pull().tables[0].inserted == 1)
    }
  }

  @Test func listingInTheWrongOrderIsNotTaken() async throws {
    try await withParse(.with { $0.pageSize = 3 }) { fixture in
      try await fixture.plant(
        (0..<9).map { number in
          ["n": .integer(number), "updatedAt": .string("2026-01-02T03:04:0\(number).000Z")]
        })
      try await fixture.faults(["none", "wrongOrder"], methods: ["GET"], path: "updatedAt")
      _ = try await fixture.store.pull()
      _ = try await fixture.store.pull(full: true)
      #expect(try await fixture.live().count == 9)
    }
  }

  @Test func filterTravelsAsItIsWritten() async throws {
    let filter = #"{"title": "a \"b\" + c & d=é%20"}"#
    let pull = PullQuery(queryID: "one", filter: filter)
    try await withParse(.with { $0.pulls = [pull] }) { fixture in
      try await fixture.plant([["title": "a \"b\" + c & d=é%20"], ["title": "another"]])
      #expect(try await fixture.store.pull().tables.map(\.inserted) == [1])
    }
  }

  @Test func brokenPageEndsThePullAndTheNextOneGoesOn() async throws {
    try await withParse(.with { $0.pageSize = 5 }) { fixture in
      try await fixture.plant(
        (0..<20).map { number in
          ["n": .integer(number), "updatedAt": .string("2026-01-02T03:0\(number % 10):00.000Z")]
        })
      try await fixture.faults(["none", "truncatedAnswer"], methods: ["GET"], path: "classes/Note")
      #expect(try await fixture.store.pull().stopped != nil)
      _ = try await fixture.store.pull()
      #expect(try await fixture.live().count == 20)
    }
  }

  @Test func discoveryKnowsTablesAndTypes() async throws {
    try await withParse(.with { $0.tables = [] }) { fixture in
      try await fixture.plant([
        [
          "title": "t", "n": 1, "done": true, "list": [1],
          "photo": ["__type": "File", "name": "a.png"],
          "at": ["__type": "Date", "iso": "2026-01-02T03:04:05.678Z"],
        ]
      ])
      try await fixture.plant([["x": 1]], in: "Second")
      _ = try await fixture.store.pull()
      #expect(try await fixture.store.tables().map(\.name) == ["Note", "Second"])
      let types = Dictionary(
        uniqueKeysWithValues: try await fixture.store.columns(of: "Note").map { ($0.name, $0.type) }
      )
      #expect(types["title"] == .text)
      #expect(types["n"] == .number)
      #expect(types["done"] == .boolean)
      #expect(types["list"] == .json)
      #expect(types["photo"] == .file)
      #expect(types["at"] == .date)
      #expect(try await fixture.live().values.first?["at"] == "2026-01-02T03:04:05.678Z")
    }
  }

  @Test func withoutTheMasterKeyTypesAreToldFromRows() async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
      }
    ) { fixture in
      let ids = try await fixture.plant([
        [
          "at": ["__type": "Date", "iso": "2026-01-02T03:04:05.678Z"], "title": "t",
        ]
      ])
      _ = try await fixture.store.pull()
      let types = Dictionary(
        uniqueKeysWithValues: try await fixture.store.columns(of: "Note").map { ($0.name, $0.type) }
      )
      #expect(types["at"] == .date)
      try await fixture.table.update(ids[0], ["at": "2026-02-03T04:05:06.789Z"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(
        try await fixture.serverRows()[ids[0]]?["at"]
          == ["__type": "Date", "iso": "2026-02-03T04:05:06.789Z"])
    }
  }

  @Test func everyTypeMakesTheRoundTrip() async throws {
    let values: JSONObject = [
      "text": "é中😀 \"q\" \\ \n", "whole": 9_007_199_254_740_991, "part": 3.25, "yes": true,
      "at": ["__type": "Date", "iso": "2026-01-02T03:04:05.678Z"],
      "bytes": ["__type": "Bytes", "base64": "AAEC/w=="],
      "pointer": ["__type": "Pointer", "className": "Task", "objectId": "abcdefghij"],
      "place": ["__type": "GeoPoint", "latitude": 40.5, "longitude": -30.25],
      "file": ["__type": "File", "name": "picture.png"],
      "area": ["__type": "Polygon", "coordinates": [[0, 0], [0, 1], [1, 1], [0, 0]]],
      "list": [1, "two", nil, ["k": 1]], "object": ["a": ["b": [1, 2]], "n": nil],
    ]
    try await withParse { fixture in
      let ids = try await fixture.plant([.object(values)])
      _ = try await fixture.store.pull()
      let row = try #require(try await fixture.live()[ids[0]])
      // The same again as a new row: what was read can be written.
      try await fixture.table.insert(row)
      try await fixture.table.update(ids[0], ["whole": 1])
      #expect(try await fixture.store.push().succeeded == 2)
      let copy = try #require(try await fixture.serverRows().first { $0.key != ids[0] }?.value)
      for (name, value) in values { #expect(copy[name] == value, "\(name)") }
    }
  }

  @Test func columnsNamedLikeTheStoresOwnGoBothWays() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["deleted": true, "version": 7]])
      _ = try await fixture.store.pull()
      #expect(try await fixture.live()[ids[0]]?["deleted (column)"] == true)
      try await fixture.table.update(ids[0], ["version (column)": 8])
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows()[ids[0]]?["version"] == 8)
    }
  }
}
