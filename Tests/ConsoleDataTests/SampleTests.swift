import ConsoleData
import Support
import Testing

@Suite struct SampleTests {
  private static let hour: Int64 = 1_700_000_000_000 / 3_600_000 * 3_600_000

  private func sample(
    minute: Int64, pending: Int = 0, failed: Int = 0, waiting minutes: Int64? = nil
  ) -> QueueSample {
    let at = Timestamp(milliseconds: Self.hour + minute * 60_000)
    return QueueSample(
      at: at, pending: pending, failed: failed, conflicts: 0,
      oldestAt: minutes.map { at.adding(seconds: -$0 * 60) })
  }

  @Test func theHighestFiguresOfEachHourOutliveTheOthers() async throws {
    let data = try await TestData().data
    let busy = [
      sample(minute: 20, pending: 40), sample(minute: 30, failed: 3),
      sample(minute: 40, pending: 1, waiting: 90),
    ]
    for minute in [0, 10, 50, 59] as [Int64] {
      try await data.addSample(store: "todo", sample(minute: minute, pending: 1))
    }
    for sample in busy { try await data.addSample(store: "todo", sample) }
    // Two days on, the hour grows old minute by minute.
    for minute in stride(from: 48 * 60, through: 49 * 60 + 1, by: 7) as StrideThrough<Int64> {
      try await data.addSample(store: "todo", sample(minute: minute))
    }
    try await data.addSample(store: "todo", sample(minute: 49 * 60 + 1))
    let kept = try await data.samples(store: "todo", since: Timestamp(milliseconds: Self.hour))
    #expect(kept.prefix(3) == busy[...])
    #expect(kept[3].at.milliseconds >= Self.hour + 48 * 3_600_000)
  }
}
