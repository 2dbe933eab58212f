import Support
import TestSupport
import Testing

@testable import SyncCore

@Suite struct RequestPaceTests {
  private let time = ManualTime()

  /// The seconds since the start at which each request goes out, if each brings `bytes`.
  private func starts(
    _ limits: RequestLimits, _ count: Int, bytes: Int = 0
  ) async throws -> [Double] {
    let pace = RequestPace(limits, time: time)
    let beginning = time.now
    var starts: [Double] = []
    for _ in 0..<count {
      try await pace.wait()
      starts.append(time.now.seconds(since: beginning))
      await pace.received(bytes: bytes)
    }
    return starts
  }

  @Test func theFirstRequestGoesAtOnceAndOthersWaitForTheirTurn() async throws {
    #expect(try await starts(RequestLimits(requestsPerMinute: 120), 4) == [0, 0.5, 1, 1.5])
  }

  @Test func aLargeBodyDelaysTheNextRequest() async throws {
    let limits = RequestLimits(bytesPerMinute: 60_000)
    #expect(try await starts(limits, 3, bytes: 10_000) == [0, 10, 20])
  }

  @Test func bothLimitsHold() async throws {
    let limits = RequestLimits(requestsPerMinute: 60, bytesPerMinute: 60_000)
    #expect(try await starts(limits, 3, bytes: 500) == [0, 1.5, 3])
  }

  @Test func withoutLimitsNothingWaits() async throws {
    #expect(try await starts(RequestLimits(), 3, bytes: 1_000_000) == [0, 0, 0])
  }

  @Test func timeThatPassedIsNotSavedUp() async throws {
    let pace = RequestPace(RequestLimits(requestsPerMinute: 60), time: time)
    try await pace.wait()
    time.advance(milliseconds: 60_000)
    let later = time.now
    for _ in 0..<3 { try await pace.wait() }
    #expect(time.now.seconds(since: later) == 2)
  }

  @Test func aClockSetBackDoesNotStopTheRequests() async throws {
    let pace = RequestPace(RequestLimits(requestsPerMinute: 60), time: time)
    try await pace.wait()
    time.advance(milliseconds: -3_600_000)
    let later = time.now
    try await pace.wait()
    #expect(time.now.seconds(since: later) <= 1)
  }
}
