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

@Suite struct AnotherRowTests {
  private func flight(_ kind: OperationKind, assignsIDs: Bool = false) -> Flight {
    Flight(
      operationID: 1, change: Change(kind, table: "T", id: "a"), base: nil,
      remoteHasVersions: true, isUncertain: false, remoteAssignsIDs: assignsIDs)
  }

  private let other = Record(id: "evil", version: "2")

  @Test(arguments: OperationKind.allCases)
  func anAnswerThatShowsAnotherRowSaysNothing(_ kind: OperationKind) {
    var flight = flight(kind)
    func understood(_ outcome: SendOutcome) -> SendOutcome {
      flight.ofThisRow(SendResult(outcome)).outcome
    }
    #expect(understood(.accepted(other)) == .unknown("with another row, evil"))
    #expect(understood(.conflict(other)) == .conflict(nil))
    #expect(understood(.exists(other)) == .exists(nil))
    #expect(understood(.accepted(nil)) == .accepted(nil))
    // The same row in another case.
    let same = Record(id: "A", version: "2")
    #expect(understood(.accepted(same)) == .accepted(same))
  }

  @Test func aServerThatGivesIDsNamesTheNewRowAndNoOther() {
    var insert = flight(.insert, assignsIDs: true)
    #expect(insert.ofThisRow(SendResult(.accepted(other))).outcome == .accepted(other))
    var update = flight(.update, assignsIDs: true)
    #expect(update.ofThisRow(SendResult(.conflict(other))).outcome == .conflict(nil))
  }

  @Test func anInsertThatCameToAnotherIDIsNotSentAgain() {
    var flight = flight(.insert)
    let answer = SendResult(.accepted(other), answer: ServerAnswer(status: 201))
    #expect(flight.sent(flight.ofThisRow(answer)) == .again(after: .zero))
    #expect(
      flight.looked(.success(nil))
        == .record(.failed(.untraceable("The server answered with another id, evil."))))
  }
}
