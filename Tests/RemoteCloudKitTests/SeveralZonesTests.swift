import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteCloudKit

/// A store with the tables Note and Task of the zone Notes, and FamilyNote, the notes of another zone.
func withTwoZones(
  _ family: CloudKitZone = CloudKitZone("Family"),
  _ body: (CloudKitFixture, _ family: CloudKitZone) async throws -> Void
) async throws {
  try await withCloudKit(
    placed: [CloudKitTable("FamilyNote", recordType: "Note", zone: family)],
    tables: ["Note", "Task", "FamilyNote"].map { TableSettings(name: $0) }
  ) { fixture in try await body(fixture, family) }
}

extension CloudKitFixture {
  /// The zones of the requests of one operation, in their order.
  func zones(_ operation: String) async throws -> [String] {
    try await requests(operation).compactMap { body in
      let zone = body["zoneID"] ?? body["zones"]?.array?.first?["zoneID"]
      return zone?["zoneName"]?.string
    }
  }

  func token(_ feed: String) async throws -> String? {
    try await store.deltaTokens().first { $0.queryID == feed }?.value
  }
}

@Suite struct SeveralZonesTests {
  @Test func eachZoneIsWalkedWithATokenOfItsOwn() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "a", ["title": "mine"])
      try await fixture.somebody("create", "Task", "t", ["title": "task"])
      try await fixture.somebody("create", "Note", "a", ["title": "ours"], in: family)
      let first = try await fixture.store.pull()
      #expect(first.isComplete && first.inserted == 3)
      #expect(try await fixture.store.table("Note").read(id: "a")?.values["title"] == "mine")
      #expect(try await fixture.store.table("FamilyNote").read(id: "a")?.values["title"] == "ours")
      let tokens = try await fixture.store.deltaTokens().map(\.queryID)
      #expect(tokens == ["zone Family", "zone Notes"])
      try await fixture.somebody("forceUpdate", "Note", "a", ["title": "new"], in: family)
      let before = try await fixture.zones("changes/zone").count
      let second = try await fixture.store.pull(tables: ["FamilyNote"])
      #expect(second.received == 1 && second.updated == 1)
      #expect(try await fixture.zones("changes/zone").dropFirst(before) == ["Family"])
    }
  }

  @Test func aDeletionCountsInItsZoneAlone() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "a", ["title": "mine"])
      try await fixture.somebody("create", "Note", "a", ["title": "ours"], in: family)
      _ = try await fixture.store.pull()
      try await fixture.somebody("forceDelete", ["recordName": "a"], in: family)
      #expect(try await fixture.store.pull().deleted == 1)
      #expect(try await fixture.store.table("Note").read(id: "a")?.deleted == false)
      #expect(try await fixture.store.table("FamilyNote").read(id: "a")?.deleted == true)
    }
  }

  @Test func changesGoToTheZoneOfTheirTableInOneRequestForEach() async throws {
    try await withTwoZones { fixture, family in
      for number in 0..<4 {
        for table in ["Note", "FamilyNote"] {
          try await fixture.store.table(table).insert([
            "id": .string("r\(number)"), "title": .string(table),
          ])
        }
      }
      let made = try await fixture.store.table("FamilyNote").insert(["title": "without an id"])
      #expect(made.hasPrefix("Note|~|"), "the name tells the type, by which others find it")
      let push = try await fixture.store.push()
      #expect(push.succeeded == 9 && push.failed == 0)
      #expect(try await fixture.value("r0", "title") == "Note")
      let shared = try await fixture.records(in: family)
      #expect(shared.count == 5 && shared["r0"]?["recordType"] == "Note")
      #expect(shared["r0"]?["fields"]?["title"]?["value"] == "FamilyNote")
      #expect(try await fixture.zones("records/modify").sorted() == ["Family", "Notes"])
      try await fixture.store.table("FamilyNote").update("r1", ["title": "changed"])
      try await fixture.store.table("FamilyNote").delete("r2")
      #expect(try await fixture.store.push().succeeded == 2)
      #expect(try await fixture.records(in: family)["r2"] == nil)
      #expect(try await fixture.value("r2", "title") == "Note")
    }
  }

  @Test func namesAreUniqueInAZoneAndNotInAStore() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Journal", "a", ["title": "x"], in: family)
      try await fixture.store.table("Note").insert(["id": "a", "title": "y"])
      try await fixture.store.table("FamilyNote").insert(["id": "a", "title": "z"])
      let push = try await fixture.store.push()
      #expect(push.succeeded == 1 && push.failed == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.table == "FamilyNote" && error.message.contains("of the type Journal"))
    }
  }

  @Test(arguments: ["gone", "unreadable"])
  func aZoneThatCannotBeReadStopsItsTablesAlone(how: String) async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
      _ = try await fixture.store.pull()
      if how == "gone" {
        try await fixture.change(family, action: "remove")
      } else {
        try await fixture.change(family, denies: "all")
      }
      try await fixture.somebody("create", "Note", "n", ["title": "mine"])
      try await fixture.store.table("FamilyNote").update("f", ["title": "changed"])
      try await fixture.store.table("Note").insert(["id": "m", "title": "new"])
      let push = try await fixture.store.push()
      #expect(push.succeeded == 1 && push.failed == 1)
      let pull = try await fixture.store.pull()
      #expect(pull.stopped == nil && !pull.isComplete && pull.inserted == 1)
      let failed = pull.tables.filter { $0.failure != nil }
      #expect(failed.map(\.table) == ["zone Family"])
      let code = how == "gone" ? "ZONE_NOT_FOUND" : "ACCESS_DENIED"
      #expect(failed.first?.failure?.contains(code) == true)
      #expect(try await fixture.store.table("FamilyNote").read(id: "f")?.deleted == false)
      let error = await #expect(throws: RemoteError.self) { try await fixture.remote.probe() }
      let text = "\(try #require(error))"
      #expect(text.contains(how == "gone" ? "Family" : "ACCESS_DENIED"))
    }
  }

  @Test func aFullPullOrAPurgeOfATableRestartsItsZoneAlone() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "n", ["title": "mine"])
      try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
      _ = try await fixture.store.pull()
      let kept = try await fixture.token("zone Notes")
      let full = try await fixture.store.pull(tables: ["FamilyNote"], full: true)
      #expect(full.received == 1)
      #expect(try await fixture.token("zone Notes") == kept)
      _ = try await fixture.store.table("FamilyNote").purge()
      #expect(try await fixture.store.deltaTokens().map(\.queryID) == ["zone Notes"])
      #expect(try await fixture.store.pull().inserted == 1)
    }
  }

  @Test func aStoreThatGetsASecondZoneKeepsTheTokenOfItsFirst() async throws {
    try await withCloudKit(tables: [TableSettings(name: "Note")]) { fixture in
      let family = CloudKitZone("Family")
      try await fixture.change(family)
      try await fixture.somebody("create", "Note", "n", ["title": "mine"])
      try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
      _ = try await fixture.store.pull()
      let token = try await fixture.token("zone Notes")
      await fixture.store.close()
      var configuration = fixture.remote.configuration
      configuration = try CloudKitConfiguration(
        url: configuration.url, container: configuration.container, environment: .development,
        database: .private, zone: configuration.zone,
        tables: [CloudKitTable("FamilyNote", recordType: "Note", zone: family)],
        credential: configuration.credential)
      let store = try await SyncContext(
        path: fixture.store.path, remote: CloudKitRemote(configuration, client: fixture.client),
        settings: StoreSettings(
          tables: [TableSettings(name: "Note"), TableSettings(name: "FamilyNote")]))
      let pull = try await store.pull()
      #expect(pull.received == 1 && pull.inserted == 1)
      #expect(pull.tables.flatMap(\.warnings) == [])
      let sent = try await fixture.requests("changes/zone").compactMap { body in
        body["zones"]?.array?.first
      }
      #expect(sent.last { $0["zoneID"]?["zoneName"] == "Notes" }?["syncToken"]?.string == token)
      #expect(try await store.counts().live == 2)
      await store.close()
    }
  }

  @Test func zonesOfTheSameNameAreToldApartByTheirOwners() async throws {
    let (ann, bob) = (CloudKitZone("Notes", owner: "_ann"), CloudKitZone("Notes", owner: "_bob"))
    try await withCloudKit(
      .shared, zone: ann, placed: [CloudKitTable("BobsNote", recordType: "Note", zone: bob)],
      tables: [TableSettings(name: "Note"), TableSettings(name: "BobsNote")]
    ) { fixture in
      try await fixture.somebody("create", "Note", "a", ["title": "of Ann"])
      try await fixture.somebody("create", "Note", "a", ["title": "of Bob"], in: bob)
      #expect(try await fixture.store.pull().inserted == 2)
      #expect(
        try await fixture.store.deltaTokens().map(\.queryID)
          == ["zone Notes of _ann", "zone Notes of _bob"])
      try await fixture.store.table("BobsNote").update("a", ["title": "changed"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.value("a", "title") == "of Ann")
      let changed = try await fixture.records(in: bob)["a"]
      #expect(changed?["fields"]?["title"]?["value"] == "changed")
    }
  }

  @Test func aTypeWithoutATableIsNamedAndNotKept() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Recipe", "r", ["title": "soup"], in: family)
      let pull = try await fixture.store.pull()
      #expect(pull.received == 0)
      let warnings = pull.tables.flatMap(\.warnings)
      #expect(warnings.contains { $0.contains("zone Family has records of type Recipe") })
      #expect(try await fixture.store.storedTables().contains("Recipe") == false)
    }
  }

  @Test func aFilteredPullAndAReconcileReadTheZoneOfTheirTable() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "n", ["n": 1])
      try await fixture.somebody("create", "Note", "f", ["n": 1], in: family)
      let filter = #"[{"fieldName":"n","comparator":"EQUALS","fieldValue":{"value":1}}]"#
      let pull = try await fixture.store.table("FamilyNote").pull(queryID: "ones", filter: filter)
      #expect(pull.inserted == 1)
      #expect(try await fixture.store.table("FamilyNote").read(id: "f") != nil)
      try await fixture.somebody("create", "Note", "g", ["n": 2], in: family)
      let report = try await fixture.store.reconcile("FamilyNote")
      #expect(report.missingHere.rows.map(\.id) == ["g"] && report.missingOnServer.count == 0)
    }
  }

  @Test func aFileGoesToTheZoneOfItsTable() async throws {
    try await withTwoZones { fixture, _ in
      let file = FileUpload(
        table: "FamilyNote", id: "a", column: "photo", name: "a.bin", contentType: "image/png",
        bytes: [1, 2, 3])
      let value = try await fixture.remote.upload(file)
      try await fixture.store.table("FamilyNote").insert(["id": "a", "photo": value])
      #expect(try await fixture.store.push().succeeded == 1)
      let row = try #require(try await fixture.store.table("FamilyNote").read(id: "a"))
      let photo = try #require(row.values["photo"])
      let content = try await fixture.remote.download(photo, of: "FamilyNote", limit: 100)
      #expect(content.bytes == [1, 2, 3])
      #expect(try await fixture.zones("assets/upload") == ["Family"])
      #expect(
        try await fixture.requests("assets/upload").first?["tokens"]?.array?.first?["recordType"]
          == "Note")
    }
  }
}
