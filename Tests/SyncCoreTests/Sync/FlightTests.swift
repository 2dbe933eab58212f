import Testing

@testable import SyncCore

/// Only "too many requests" says that surely nothing was done before the server asked to wait.
@Test(arguments: [(429, false), (503, true)])
func anAnswerThatAsksToWaitMayComeAfterTheWork(_ status: Int, _ mayHaveArrived: Bool) {
  var flight = Flight(
    operationID: 1, change: Change(.insert, table: "T", id: "a"), base: nil,
    remoteHasVersions: true, isUncertain: false)
  let next = flight.sent(
    SendResult(.throttled(retryAfterSeconds: 120), answer: ServerAnswer(status: status)))
  #expect(next == .pause(seconds: 120))
  #expect(flight.wasUncertain == mayHaveArrived)
}
