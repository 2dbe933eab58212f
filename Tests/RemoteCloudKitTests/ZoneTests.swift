import HTTPClient
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct ZoneTests {
  @Test func aZoneThatIsNotThereIsNamedWithThoseThatAre() async throws {
    try await withCloudKit { fixture in
      try await fixture.remote.probe()
      try await fixture.emulator.control("zones", ["zone": "Journal"])
      try await fixture.emulator.control("zones", ["zone": "Notes", "action": "remove"])
      let error = await #expect(throws: RemoteError.self) { try await fixture.remote.probe() }
      let text = "\(try #require(error))"
      #expect(text.contains("no zone Notes") && text.contains("Journal"))
      #expect(!text.contains("_defaultZone"))
    }
  }

  @Test func zonesAreListedOverSeveralPagesWithoutThoseThatWent() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let body = try? JSONValue(parsing: request.body ?? [])
      let page: [JSONValue]
      switch body?["syncToken"] {
      case nil: page = [["zoneID": ["zoneName": "B"]], ["zoneID": ["zoneName": "A"]]]
      case "1": page = [["zoneID": ["zoneName": "C", "ownerRecordName": "_other"]]]
      default: page = [["zoneID": ["zoneName": "B"], "deleted": true]]
      }
      let token = body?["syncToken"] == nil ? "1" : "2"
      return .json(
        200, ["zones": .array(page), "syncToken": .string(token), "moreComing": true])
    }
    let remote = try CloudKitRemote.test(transport)
    let zones = try await remote.zones()
    #expect(zones == [CloudKitZone("A"), CloudKitZone("C", owner: "_other")])
    #expect(transport.requests.count == 3, "a token that stands still ends the list")
  }

  @Test func theOwnerOfASharedZoneIsSentWithEveryRequest() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      request.url.contains("changes/zone")
        ? .json(
          200,
          [
            "zones": [
              [
                "zoneID": ["zoneName": "Team", "ownerRecordName": "_ann"], "records": [],
                "syncToken": "t",
              ]
            ]
          ]) : .json(200, ["records": []])
    }
    let configuration = try CloudKitConfiguration(
      container: "iCloud.a", environment: .development, database: .shared,
      zone: CloudKitZone("Team", owner: "_ann"),
      credential: .user(apiToken: "api", RememberedToken("web")))
    let remote = CloudKitRemote(RenewableConfiguration(configuration), transport: transport)
    _ = try await remote.changes(FeedRequest(pageSize: 10))
    _ = try await remote.read("Note", id: "a")
    _ = await remote.send(Change(.insert, table: "Note", id: "a", values: ["title": "x"]))
    let zones = transport.requests.map { request in
      let body = try? JSONValue(parsing: request.body ?? [])
      return body?["zoneID"] ?? body?["zones"]?.array?.first?["zoneID"]
    }
    #expect(zones.count >= 3)
    #expect(zones.allSatisfy { $0?["ownerRecordName"] == "_ann" && $0?["zoneName"] == "Team" })
  }

  @Test func aZoneThatCannotBeMadeIsSaidSo() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      request.url.contains("zones/modify")
        ? .json(
          200,
          ["zones": [["serverErrorCode": "ACCESS_DENIED", "reason": "no zones for you"]]])
        : .json(404, ["serverErrorCode": "ZONE_NOT_FOUND", "reason": "Zone does not exist"])
    }
    let configuration = try CloudKitConfiguration(
      container: "iCloud.a", environment: .development, database: .private,
      zone: CloudKitZone("Notes"), createsZone: true,
      credential: .user(apiToken: "api", RememberedToken("web")))
    let remote = CloudKitRemote(RenewableConfiguration(configuration), transport: transport)
    let result = await remote.send(Change(.insert, table: "Note", id: "a", values: ["n": 1]))
    #expect(result.outcome == .refused)
    #expect(transport.requests.contains { $0.url.contains("zones/modify") })
  }

  /// What is deprecated, what blanks the fields that are not named, and what waits for notifications.
  @Test func onlyOperationsThatKeepEverythingAreUsed() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["title": "x", "count": 1])
      let notes = fixture.store.table("Note")
      _ = try await fixture.store.pull()
      try await notes.update("a", ["title": "y"])
      try await notes.insert(["title": "z"])
      _ = try await fixture.store.push()
      try await notes.delete("a")
      _ = try await fixture.store.push()
      try await notes.undelete("a")
      _ = try await fixture.store.push()
      _ = try await fixture.store.reconcile("Note")
      try await fixture.remote.probe()
      let seen = try await fixture.emulator.control("state")["requests"]?.array ?? []
      let operations = Set(seen.compactMap { $0["operation"]?.string })
      #expect(operations.isSubset(of: ["records/modify", "records/lookup", "changes/zone"]))
      let kinds = try await fixture.requests("records/modify").flatMap { body in
        (body["operations"]?.array ?? []).compactMap { $0["operationType"]?.string }
      }
      #expect(Set(kinds) == ["create", "update", "delete"])
      #expect(
        try await fixture.requests("records/modify").allSatisfy { $0["atomic"] == false },
        "each record has an outcome of its own")
      #expect(try await fixture.value("a", "count") == 1)
    }
  }
}
