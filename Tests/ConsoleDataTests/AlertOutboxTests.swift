import JSONKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Messages until they are delivered or given up.
@Suite struct AlertOutboxTests {
  private let test: TestData

  init() async throws { test = try await TestData() }

  private func add(_ channel: String = "ops") async throws -> String {
    try await test.data.addAlertTest(to: channel) { ["id": .string($0)] }
  }

  private func due(_ data: ConsoleData? = nil) async throws -> [String] {
    try await (data ?? test.data).dueAlertDeliveries(quiet: .none, limit: 9).map(\.id)
  }

  @Test func whatIsNotRecordedIsSentAgainWithTheSameId() async throws {
    let id = try await add()
    #expect(try await due() == [id])
    // The program ends between sending and recording.
    let restarted = try await test.opened()
    #expect(try await due(restarted) == [id])
    try await restarted.recordAlertDelivery(id, .delivered)
    #expect(try await due(restarted).isEmpty)
    let delivery = try await restarted.alertDelivery(id)
    #expect(delivery?.state == .delivered && delivery?.attempts == 1)
    #expect(delivery?.message["id"] == .string(id))
    // What came late changes nothing.
    try await restarted.recordAlertDelivery(id, .rejected("late"))
    #expect(try await restarted.alertDelivery(id)?.state == .delivered)
  }

  @Test func failuresAreTriedAgainWithLongerAndLongerWaitsUntilTheyAreGivenUp() async throws {
    let id = try await add()
    var waits: [Double] = []
    for attempt in 1...AlertBackOff.attemptsMax {
      #expect(try await due() == [id])
      try await test.data.recordAlertDelivery(id, .failed("HTTP 500"))
      let delivery = try #require(try await test.data.alertDelivery(id))
      #expect(delivery.attempts == attempt && delivery.failure == "HTTP 500")
      let wait = delivery.nextAt.seconds(since: test.time.now)
      waits.append(wait)
      #expect(try await due().isEmpty)
      test.time.advance(milliseconds: Int64((wait * 1_000).rounded()))
    }
    #expect(try await test.data.alertDelivery(id)?.state == .dead)
    #expect((8...12).contains(waits[0]) && (16...24).contains(waits[1]))
    #expect(waits.allSatisfy { $0 <= 4_320 } && (2_880...4_320).contains(waits[20]))
    let hours = waits.dropLast().reduce(0, +) / 3_600
    #expect((17...30).contains(hours), "\(hours) h")
  }

  @Test func waitsDifferByChanceAndFollowTheReceiver() {
    let lowest = RandomSource { .init(repeating: 0, count: $0) }
    let highest = RandomSource { .init(repeating: 255, count: $0) }
    #expect(AlertBackOff.milliseconds(afterAttempts: 1, lowest) == 8_000)
    #expect(AlertBackOff.milliseconds(afterAttempts: 1, highest) == 12_000)
    #expect(AlertBackOff.milliseconds(afterAttempts: 500, highest) == 4_320_000)
    #expect(AlertBackOff.milliseconds(afterAttempts: 1, lowest, atLeast: 90) == 90_000)
    #expect(AlertBackOff.milliseconds(afterAttempts: 1, lowest, atLeast: 90_000) == 3_600_000)
  }

  @Test func aPermanentFailureIsGivenUpAtOnceUntilSomebodySendsItAgain() async throws {
    let id = try await add()
    try await test.data.recordAlertDelivery(id, .rejected("HTTP 404"))
    #expect(try await due().isEmpty)
    #expect(try await test.data.deadAlertDeliveries(limit: 9).map(\.failure) == ["HTTP 404"])
    #expect(try await test.data.retryAlertDelivery(id))
    #expect(try await !test.data.retryAlertDelivery(id))
    #expect(try await due() == [id])
    try await test.data.recordAlertDelivery(id, .rejected("HTTP 404"))
    #expect(try await test.data.discardAlertDelivery(id))
    #expect(try await !test.data.discardAlertDelivery(id))
    #expect(try await test.data.deadAlertDeliveries(limit: 9).isEmpty)
    #expect(try await due().isEmpty)
  }

  @Test func aClockSetBackNeitherStopsDeliveriesNorRepeatsThem() async throws {
    let (sent, failed) = (try await add(), try await add())
    try await test.data.recordAlertDelivery(sent, .delivered)
    try await test.data.recordAlertDelivery(failed, .failed("HTTP 500"))
    #expect(try await due().isEmpty)
    test.time.advance(milliseconds: -86_400_000)
    #expect(try await due() == [failed])
    try await test.data.recordAlertDelivery(failed, .failed("HTTP 500"))
    #expect(try await due().isEmpty)
    test.time.advance(milliseconds: 30_000)
    #expect(try await due() == [failed])
  }

  @Test func channelsAndTheirLastDeliveriesAreApart() async throws {
    let (first, second) = (try await add("ops"), try await add("mail"))
    try await test.data.recordAlertDelivery(first, .failed("no answer"))
    let ops = try await test.data.lastAlertDelivery(to: "ops")
    #expect(ops.last?.id == first && ops.last?.failure == "no answer" && ops.pending == 1)
    #expect(try await due() == [second])
    #expect(try await test.data.lastAlertDelivery(to: "pager").last == nil)
  }
}
