import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct ReadOnlyZoneTests {
  private static let family = CloudKitZone("Family", isReadOnly: true)

  @Test func itsTablesArePulledAndTakeNoChanges() async throws {
    try await withTwoZones(Self.family) { fixture, family in
      try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
      #expect(try await fixture.store.pull().inserted == 1)
      let table = fixture.store.table("FamilyNote")
      let error = await #expect(throws: SyncError.self) {
        try await table.update("f", ["title": "changed"])
      }
      let text = "\(try #require(error))"
      #expect(text.contains("Family"))
      await #expect(throws: SyncError.self) { try await table.insert(["title": "new"]) }
      await #expect(throws: SyncError.self) { try await table.delete("f") }
      #expect(try await table.read(id: "f")?.values["title"] == "ours")
      try await fixture.store.table("Note").insert(["title": "mine"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.requests("records/modify").count == 1)
    }
  }

  @Test func aChangeThatWaitedBeforeIsNotSentAndCanBeDiscarded() async throws {
    try await withTwoZones { fixture, family in
      try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
      _ = try await fixture.store.pull()
      try await fixture.store.table("FamilyNote").update("f", ["title": "changed"])
      await fixture.store.close()
      let configuration = fixture.remote.configuration
      let remote = CloudKitRemote(
        try CloudKitConfiguration(
          url: configuration.url, container: configuration.container, environment: .development,
          database: .private, zone: configuration.zone,
          tables: [CloudKitTable("FamilyNote", recordType: "Note", zone: Self.family)],
          credential: configuration.credential), client: fixture.client)
      let store = try await SyncContext(
        path: fixture.store.path, remote: remote, settings: fixture.store.settings)
      #expect(try await store.push().failed == 1)
      #expect(try await fixture.requests("records/modify").isEmpty)
      let failed = try #require(try await store.errors().first)
      #expect(failed.message.contains("read-only"))
      await #expect(throws: SyncError.self) {
        try await store.resolve(failed.id, .keepLocal, by: nil)
      }
      try await store.resolve(failed.id, .discard, by: nil)
      #expect(try await store.table("FamilyNote").read(id: "f")?.values["title"] == "ours")
      await store.close()
    }
  }

  @Test func aReadOnlyZoneIsNotCreated() async throws {
    try await withCloudKit(
      zone: CloudKitZone("Notes", isReadOnly: true), createsZone: true
    ) { fixture in
      let pull = try await fixture.store.pull()
      #expect(pull.tables.first?.failure?.contains("ZONE_NOT_FOUND") == true)
      let error = await #expect(throws: SyncError.self) {
        _ = try await fixture.store.createTable("Other", columns: [])
      }
      guard case .tableIsReadOnly("Other", _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await fixture.requests("zones/modify").isEmpty)
    }
  }

  @Test func nothingIsUploadedToAReadOnlyZone() async throws {
    try await withTwoZones(Self.family) { fixture, _ in
      let file = FileUpload(
        table: "FamilyNote", id: "a", column: "photo", name: "a.bin", contentType: "image/png",
        bytes: [1])
      await #expect(throws: RemoteError.self) { _ = try await fixture.remote.upload(file) }
      let uploads = try await fixture.requests("assets/upload")
      #expect(uploads.isEmpty)
    }
  }
}
