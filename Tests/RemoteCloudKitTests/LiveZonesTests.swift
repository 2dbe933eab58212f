import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct LiveZonesTests {
  private static let tables = ["Note", "Task", "FamilyNote"]

  /// Listens while `body` runs, which sees what was heard after the beginning.
  private func listening(
    to fixture: CloudKitFixture,
    _ body: (@escaping @Sendable () -> [ServerChange]) async throws -> Void
  ) async throws {
    let heard = Locked<[ServerChange]>([])
    let remote = fixture.remote
    let listener = Task {
      try await remote.listen(to: Self.tables) { change in heard.withLock { $0.append(change) } }
    }
    try await until { heard.withLock { $0.first } == .tables([]) }
    try await body { heard.withLock { Array($0.dropFirst()) } }
    listener.cancel()
    await #expect(throws: (any Error).self) { try await listener.value }
  }

  private func subscribed(_ fixture: CloudKitFixture) async throws -> [String] {
    try await fixture.requests("subscriptions/modify").compactMap { body in
      body["operations"]?.array?.first?["subscription"]?["subscriptionID"]?.string
    }
  }

  @Test func aNotificationNamesTheTablesOfItsZone() async throws {
    try await withTwoZones { fixture, family in
      try await listening(to: fixture) { heard in
        try await fixture.somebody("create", "Note", "f", ["title": "ours"], in: family)
        try await until { heard() == [.tables(["FamilyNote"])] }
        try await fixture.somebody("create", "Note", "n", ["title": "mine"])
        try await until { heard().last == .tables(["Note", "Task"]) }
      }
      #expect(try await subscribed(fixture) == ["syncline-Notes", "syncline-Family"])
    }
  }

  @Test(arguments: ["gone", "unreadable"])
  func aZoneThatCannotBeSubscribedToSilencesNoOther(how: String) async throws {
    try await withTwoZones { fixture, family in
      if how == "gone" {
        try await fixture.change(family, action: "remove")
      } else {
        try await fixture.change(family, denies: "all")
      }
      try await listening(to: fixture) { heard in
        try await fixture.somebody("create", "Note", "n", ["title": "mine"])
        try await until { heard() == [.tables(["Note", "Task"])] }
      }
    }
  }

  @Test func aStoreWithoutAnyZoneToSubscribeToIsNotLive() async throws {
    try await withTwoZones { fixture, family in
      for zone in [family, CloudKitZone("Notes")] { try await fixture.change(zone, denies: "all") }
      let error = await #expect(throws: RemoteError.self) {
        try await fixture.remote.listen(to: Self.tables) { _ in }
      }
      guard case .unsupported(let detail)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(detail.contains("ACCESS_DENIED"))
    }
  }

  @Test func zonesOfTheSameNameAreToldApartInNotifications() async throws {
    let (ann, bob) = (CloudKitZone("Notes", owner: "_ann"), CloudKitZone("Notes", owner: "_bob"))
    try await withCloudKit(
      .shared, zone: ann, placed: [CloudKitTable("FamilyNote", recordType: "Note", zone: bob)],
      tables: Self.tables.map { TableSettings(name: $0) }
    ) { fixture in
      try await listening(to: fixture) { heard in
        try await fixture.somebody("create", "Note", "b", ["title": "of Bob"], in: bob)
        try await until { heard() == [.tables(["FamilyNote"])] }
      }
      #expect(try await subscribed(fixture) == ["syncline-Notes-_ann", "syncline-Notes-_bob"])
    }
  }
}
