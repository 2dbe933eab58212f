import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteParse

/// What a well-known tutorial's engine got wrong, each as the case in which it lost or made up data.
@Suite struct TutorialDefectTests {
  @Test func localEditOfASyncedRowIsPushed() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "old"]])
      _ = try await fixture.store.pull()
      try await fixture.table.update(ids[0], ["title": "new"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.serverRows()[ids[0]]?["title"] == "new")
    }
  }

  @Test func rowsBeyondTheServersDefaultLimitStay() async throws {
    try await withParse { fixture in
      try await fixture.plant((0..<150).map { ["n": .integer(Int64($0))] })
      _ = try await fixture.store.pull()
      #expect(try await fixture.live().count == 150)
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(report.serverRows == 150)
      #expect(report.missingOnServer.count == 0)
    }
  }

  @Test func lastRowsRemovedOnTheServerGoHereToo() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1], ["n": 2]])
      _ = try await fixture.store.pull()
      try await fixture.drop(ids)
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(report.isComplete)
      #expect(report.confirmationNeeded == 2)
      var choices = ReconcileChoices(missingOnServer: .removeHere)
      await #expect(throws: ReconcileError.self) {
        try await fixture.store.apply(report, choices, by: nil)
      }
      choices.confirm = 2
      _ = try await fixture.store.apply(report, choices, by: nil)
      #expect(try await fixture.live().isEmpty)
    }
  }

  @Test func millisecondsAreKept() async throws {
    try await withParse(.with { $0.overlapSeconds = 0 }) { fixture in
      try await fixture.plant([
        ["n": 1, "updatedAt": "2026-01-02T03:04:05.123Z", "createdAt": "2026-01-02T03:04:05.001Z"],
        ["n": 2, "updatedAt": "2026-01-02T03:04:05.124Z", "createdAt": "2026-01-02T03:04:05.001Z"],
      ])
      _ = try await fixture.store.pull()
      let page = try await fixture.store.rows(ParseFixture.table, RowQuery())
      #expect(
        page.rows.map(\.record.updatedAt) == [
          "2026-01-02T03:04:05.124Z", "2026-01-02T03:04:05.123Z",
        ])
      let again = try await fixture.store.pull()
      #expect(again.tables[0].received == 1, "the row at the token alone is read again")
      #expect(again.tables[0].unchanged == 1)
    }
  }

  @Test func gapInTheServersListMakesNoDuplicate() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant((0..<20).map { ["n": .integer(Int64($0))] })
      _ = try await fixture.store.pull()
      try await fixture.drop([ids[3], ids[11]])
      try await fixture.plant([["n": 100]])
      _ = try await fixture.store.pull(full: true)
      let live = try await fixture.live()
      #expect(live.count == 21)
      #expect(Set(live.values.compactMap { $0["n"]?.integer }).count == 21)
      #expect(try await fixture.store.reconcile(ParseFixture.table).missingOnServer.count == 2)
    }
  }

  @Test func deleteThatTheServerAnswersWithMissingIsDone() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[0])
      try await fixture.drop(ids)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.waiting() == 0)
    }
  }

  @Test(arguments: [true, false])
  func lostAnswerToACreateMakesOneRow(isInBatch: Bool) async throws {
    try await withParse(.with { $0.batchSize = isInBatch ? 50 : 1 }) { fixture in
      try await fixture.faults(["lostAnswer"])
      try await fixture.table.insert(["n": 1])
      try await fixture.table.insert(["n": 2])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows().count == 2)
      _ = try await fixture.store.pull(full: true)
      #expect(try await fixture.live().count == 2)
      #expect(try await fixture.waiting() == 0)
    }
  }

  @Test func rowDeletedWhileItsCreateIsUnderWayStaysDeleted() async throws {
    try await withParse { fixture in
      let id = try await fixture.table.insert(["n": 1])
      try await fixture.faults(["slow"])
      let store = fixture.store
      let push = Task { try await store.push() }
      while try await store.operations(OperationQuery()).operations.first?.state == .pending {
        await Task.yield()
      }
      try await fixture.table.delete(id)
      _ = try await push.value
      _ = try await fixture.store.push()
      _ = try await fixture.store.pull(full: true)
      #expect(try await fixture.live().isEmpty)
      #expect(try await fixture.serverRows().isEmpty)
    }
  }

  @Test func serversEditOfARowDeletedHereIsNoticed() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "old"]])
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[0])
      try await fixture.plant([["objectId": .string(ids[0]), "title": "theirs"]])
      #expect(try await fixture.store.push().conflicts == 1)
      #expect(try await fixture.serverRows()[ids[0]]?["title"] == "theirs")
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.server?.values["title"] == "theirs")
      try await fixture.store.resolve(error.id, .takeServer, by: nil)
      #expect(try await fixture.live()[ids[0]]?["title"] == "theirs")
    }
  }

  @Test func imagesGoUpAndAreNotFetchedByAPull() async throws {
    try await withParse { fixture in
      let bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 1, 2, 3]
      let value = try await fixture.remote.upload(
        FileUpload(
          table: ParseFixture.table, id: "", column: "photo", name: "a b.png",
          contentType: "image/png", bytes: bytes))
      try await fixture.table.insert(["photo": value])
      _ = try await fixture.store.push()
      _ = try await fixture.store.pull(full: true)
      let kept = try #require(try await fixture.live().values.first?["photo"])
      #expect(kept == value)
      #expect(try await fixture.log("GET").allSatisfy { !text($0["target"]).contains("/files/") })
      let content = try await fixture.remote.download(kept, of: "Note", limit: 1_000)
      #expect(content.bytes == bytes)
      #expect(content.contentType == "image/png")
    }
  }

  @Test func valuesOfUnknownTypesAreKept() async throws {
    let odd: JSONValue = ["__type": "Hologram", "depth": 3, "deep": ["a": [1, nil, "x"]]]
    try await withParse { fixture in
      let place: JSONValue = ["__type": "GeoPoint", "latitude": 40.5, "longitude": -30.25]
      try await fixture.emulator.control(
        "rows",
        ["class": "Plain", "rows": [["objectId": "x000000001", "place": place]]])
      _ = try await fixture.store.pull(tables: ["Plain"])
      #expect(try await fixture.live("Plain")["x000000001"]?["place"] == place)
      #expect(ParseValues.stored(odd) == odd)
    }
  }

  private func text(_ value: JSONValue?) -> String { value?.string ?? "" }
}
