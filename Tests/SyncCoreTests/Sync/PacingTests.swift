import Support
import Testing

@testable import SyncCore

private func pacing(_ start: Int = 16, growsTo most: Int? = 128) -> RateController {
  RateController(windowMax: start, growsTo: most, random: .system)
}

@Test func theWindowGrowsWhileAnswersComeAsFastAsToFew() {
  var pacing = pacing()
  for _ in 0..<40 { pacing.answered(after: 21) }
  #expect(pacing.window == 56)
  for _ in 0..<500 { pacing.answered(after: 24) }
  #expect(pacing.window == 128)
}

@Test func theWindowStopsWhereTheServerIsBusy() {
  var pacing = pacing()
  pacing.answered(after: 2)
  for _ in 0..<100 { pacing.answered(after: 40) }
  #expect(pacing.window == 17)
}

@Test func aWindowThatWasSetIsTheMost() {
  var settings = StoreSettings()
  #expect(settings.pushWindowMax > settings.pushWindow)
  settings.pushWindow = 16
  var pacing = pacing(settings.pushWindow, growsTo: settings.pushWindowMax)
  for _ in 0..<100 { pacing.answered(after: 1) }
  #expect(pacing.window == 16)
}

@Test func aServerThatHadTroubleGetsNoMoreThanInTheBeginning() {
  var failing = pacing()
  for _ in 0..<50 { failing.answered(after: 1) }
  failing.failed()
  for _ in 0..<50 { failing.answered(after: 1) }
  #expect(failing.window == 16)

  var throttled = pacing()
  for _ in 0..<50 { throttled.answered(after: 1) }
  #expect(throttled.throttled(seconds: 1, at: .epoch) != .waiting)
  #expect(throttled.window == 8)
  throttled.endPause()
  for _ in 0..<50 {
    throttled.accepted()
    throttled.answered(after: 1)
  }
  #expect(throttled.window == 16)
}

@Test func aLongerWaitToldDuringAPauseIsWaitedTooOnce() {
  var pacing = pacing()
  let start = Timestamp(milliseconds: 1_000_000)
  guard case .wait(let first) = pacing.throttled(seconds: 2, at: start) else {
    Issue.record("no pause")
    return
  }
  #expect(first >= .seconds(2) && first < .milliseconds(2_300))
  #expect(pacing.throttled(seconds: 7, at: start.adding(seconds: 1)) == .waiting)
  #expect(pacing.throttled(seconds: 3, at: start.adding(seconds: 1)) == .waiting)
  #expect(pacing.pauseIsOver(at: start.adding(seconds: 3)) == .seconds(5))
  #expect(pacing.isPaused)
  #expect(pacing.pauseIsOver(at: start.adding(seconds: 8)) == nil)
  #expect(!pacing.isPaused)
}
