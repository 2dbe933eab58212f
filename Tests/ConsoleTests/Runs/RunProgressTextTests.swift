import ConsoleData
import Support
import SyncCore
import Testing

@testable import Console

@Suite struct RunProgressTextTests {
  private func words(_ steps: [SyncProgress.Step]) -> RunProgressText {
    RunProgressText(steps: steps, startedAt: .epoch, now: .epoch)
  }

  @Test func aRunOfUnknownLengthHasNoPercentHoweverManyStepsItHas() {
    let running = SyncProgress.Step(kind: .pull, name: "A", state: .running, done: 40)
    let waiting = SyncProgress.Step(kind: .pull, name: "B")
    #expect(words([running]).percent == nil)
    #expect(words([running, waiting]).percent == nil)
    let push = SyncProgress.Step(kind: .push, state: .running, done: 1, total: 4)
    #expect(words([push, waiting]).percent == nil)
    #expect(words([push]).percent == 25)
    let done = SyncProgress.Step(kind: .pull, name: "A", state: .done, done: 40)
    #expect(words([done, push]).percent == 62)
  }

  @Test func aCancelledRunSaysHowMuchItLeftInTheQueue() {
    var report = RunReport()
    #expect(report.whatStays(.push) == "All changes are still in the queue.")
    report.push = PushReport()
    #expect(report.whatStays(.push) == "Nothing was changed.")
    report.push?.remaining = 2
    #expect(report.whatStays(.push) == "2 operations are still in the queue.")
    #expect(
      report.whatStays(.sync) == "2 operations are still in the queue. No rows were pulled.")
    report.push?.succeeded = 1
    report.push?.remaining = 5_000
    report.push?.waiting = 1_204
    #expect(
      report.whatStays(.push)
        == "Pushed changes stay pushed; the rest are still in the queue: 1,204 operations.")
    report.push?.waiting = 1
    #expect(report.whatStays(.sync).contains("still in the queue: 1 operation."))
    report.push?.unknown = 4
    #expect(
      report.whatStays(.push).hasSuffix(
        "The outcome of 4 of them is unknown; the next push checks the server first."))
  }

  @Test func countsWithoutAnEndSayThatTheyGoOn() {
    var step = SyncProgress.Step(kind: .pull, name: "A", state: .running, done: 40)
    #expect(step.countText == "40 rows received, counting…")
    step.state = .cancelled
    #expect(step.countText == "40 rows received")
  }
}
