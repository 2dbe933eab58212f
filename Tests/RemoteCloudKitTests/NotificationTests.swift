import HTTPClient
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct NotificationTests {
  /// Listens while `body` runs, which sees what was heard.
  private func listening(
    to fixture: CloudKitFixture,
    _ body: (@escaping @Sendable () -> [ServerChange]) async throws -> Void
  ) async throws {
    let heard = Locked<[ServerChange]>([])
    let remote = fixture.remote
    let listener = Task {
      try await remote.listen(to: ["Note", "Task"]) { change in
        heard.withLock { $0.append(change) }
      }
    }
    try await until { heard.withLock { $0.first } == .tables([]) }
    try await body { heard.withLock { Array($0.dropFirst()) } }
    listener.cancel()
    await #expect(throws: (any Error).self) { try await listener.value }
  }

  @Test func aChangeOfTheZoneIsHeardAndAnotherZonesIsNot() async throws {
    try await withCloudKit { fixture in
      try await listening(to: fixture) { heard in
        try await fixture.emulator.control("zones", ["zone": "Journal"])
        try await fixture.emulator.control(
          "somebody",
          [
            "operationType": "create", "database": "private", "zone": "Journal",
            "record": ["recordName": "j1", "recordType": "Entry", "fields": [:]],
          ])
        try await fixture.somebody("create", "Note", "n1", ["text": "new"])
        try await until { heard() == [.tables(["Note", "Task"])] }
        try await fixture.somebody("forceDelete", "Note", "n1")
        try await until { heard().count == 2 }
      }
    }
  }

  @Test func theSubscriptionIsMadeOnceAndTheTokenAnewForEachConnection() async throws {
    try await withCloudKit { fixture in
      for _ in 1...2 { try await listening(to: fixture) { _ in } }
      #expect(try await fixture.requests("subscriptions/modify").count == 1)
      let clients = try await fixture.requests("tokens/create").map { $0["clientId"] }
      #expect(clients.count == 2 && clients[0] != clients[1])
      let registered = try await fixture.requests("tokens/register")
      #expect(registered.map { $0["clientId"] } == clients)
    }
  }

  @Test func aPollWhoseAnswerIsLostCountsAsANotification() async throws {
    try await withCloudKit { fixture in
      try await listening(to: fixture) { heard in
        try await fixture.fault(["operation": "courier", "kind": "lostAnswer"])
        try await until { !heard().isEmpty }
      }
    }
  }

  @Test func anotherProgramsSubscriptionOfTheZoneIsEnough() async throws {
    try await withCloudKit { fixture in
      _ = try await fixture.remote.call(
        "subscriptions/modify",
        [
          "operations": [
            [
              "operationType": "create",
              "subscription": [
                "subscriptionID": "theirs", "subscriptionType": "zone",
                "zoneID": ["zoneName": .string(CloudKitFixture.zone)],
              ],
            ]
          ]
        ])
      try await listening(to: fixture) { heard in
        try await fixture.somebody("create", "Note", "n1", ["text": "new"])
        try await until { !heard().isEmpty }
      }
    }
  }

  @Test func aCourierThatClosesEachPollAtOnceEndsTheConnection() async throws {
    let polls = Locked(0)
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      if request.url.contains("courier") {
        polls.withLock { $0 += 1 }
        throw .lost("It was closed.")
      }
      return .json(
        200,
        [
          "subscriptions": [["subscriptionID": "s"]], "apnsToken": "t",
          "webcourierURL": "https://courier.example.org/x",
        ])
    }
    let error = await #expect(throws: RemoteError.self) {
      try await CloudKitRemote.test(transport).listen(to: []) { _ in }
    }
    guard case .unreachable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(polls.withLock { $0 } == 5)
  }

  @Test func aTokenThatIsNotKnownAnyMoreEndsTheConnection() async throws {
    try await withCloudKit { fixture in
      let remote = fixture.remote
      let hasBegun = Locked(false)
      let listener = Task {
        try await remote.listen(to: ["Note"]) { _ in hasBegun.withLock { $0 = true } }
      }
      try await until { hasBegun.withLock { $0 } }
      try await fixture.emulator.control("tokens", [:])
      let error = await #expect(throws: RemoteError.self) { try await listener.value }
      guard case .unreachable(_, let detail, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(detail.contains("410") && !detail.contains("courier/"))
    }
  }

  @Test func thePublicDatabaseNotifiesNobody() async throws {
    try await withCloudKit(.public) { fixture in
      let error = await #expect(throws: RemoteError.self) {
        try await fixture.remote.listen(to: ["Note"]) { _ in }
      }
      guard case .unsupported? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func aZoneThatTheServerDoesNotNotifyOfIsSaid() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let code = request.url.contains("lookup") ? "NOT_FOUND" : "BAD_REQUEST"
      return .json(200, ["subscriptions": [["serverErrorCode": .string(code), "reason": "no"]]])
    }
    let error = await #expect(throws: RemoteError.self) {
      try await CloudKitRemote.test(transport).listen(to: []) { _ in }
    }
    guard case .unsupported(let detail)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("BAD_REQUEST: no"))
  }
}
