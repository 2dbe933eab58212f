import Testing

@testable import SyncCore

/// A gateway may ask to wait although the server works on the request.
@Test(arguments: [true, false])
func anAnswerThatAsksToWaitMayComeAfterTheWork(_ isFinished: Bool) {
  var flight = InFlightOperation(
    operationID: 1, change: Change(.insert, table: "T", id: "a"), base: nil,
    remoteHasVersions: true, isUncertain: false)
  let next = flight.sent(
    SendResult(.throttled(retryAfterSeconds: 120), isFinished: isFinished))
  #expect(next == .pause(seconds: 120))
  #expect(flight.wasUncertain == !isFinished)
  #expect((flight.step == .send) == isFinished)
}

@Suite struct AnotherRowTests {
  private func flight(_ kind: OperationKind, assignsIDs: Bool = false) -> InFlightOperation {
    InFlightOperation(
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

/// An insert on a server that assigns ids, whose request may still arrive.
@Suite struct InsertResendTests {
  private func flight(_ seconds: Int, assignsIDs: Bool = true) -> InFlightOperation {
    InFlightOperation(
      operationID: 1, change: Change(.insert, table: "T", id: "a"), base: nil,
      remoteHasVersions: true, isUncertain: false, remoteAssignsIDs: assignsIDs,
      resendDelay: ResendDelay(seconds: seconds))
  }

  /// The pauses until it is sent again.
  private func pauses(_ flight: inout InFlightOperation) -> [Duration] {
    var pauses: [Duration] = []
    while flight.step != .send, pauses.count < 100 {
      flight.trace = .absent
      guard case .again(let pause) = flight.looked(.success(nil)) else { break }
      pauses.append(pause)
    }
    return pauses
  }

  @Test(arguments: [
    SendOutcome.unknown("lost"), .failed, .throttled(retryAfterSeconds: 1),
  ])
  func anInsertThatMayArriveLateIsLookedForUntilTheTimeIsOver(_ outcome: SendOutcome) {
    var flight = flight(60)
    _ = flight.sent(SendResult(outcome, answer: ServerAnswer(status: 503)))
    let pauses = pauses(&flight)
    #expect(pauses.dropLast().reduce(.zero, +) == .seconds(60))
    #expect(pauses.count < 15)
    #expect(flight.step == .send && flight.goesAlone)
  }

  @Test func aSecondLostAnswerStartsTheTimeAnew() {
    var flight = flight(10)
    for _ in 0..<2 {
      _ = flight.sent(SendResult(.unknown("lost")))
      #expect(pauses(&flight).dropLast().reduce(.zero, +) == .seconds(10))
    }
  }

  @Test func anInsertThatTheServerIsDoneWithIsSentAgainAtOnce() {
    var flight = flight(60)
    _ = flight.sent(SendResult(.failed, isFinished: true))
    #expect(pauses(&flight).count == 1 && flight.step == .send)
  }

  @Test func whereTheStoreGivesIDsNothingHasToBeWaitedFor() {
    var flight = flight(60, assignsIDs: false)
    _ = flight.sent(SendResult(.unknown("lost")))
    #expect(flight.looked(.success(nil)) == .again(after: .milliseconds(500)))
    #expect(flight.step == .send && !flight.goesAlone)
  }

  @Test func anInsertFoundInTheMeantimeIsDone() {
    var flight = flight(60)
    _ = flight.sent(SendResult(.unknown("lost")))
    flight.trace = .absent
    _ = flight.looked(.success(nil))
    let record = Record(id: "server", version: "1")
    flight.trace = .found(record)
    #expect(flight.looked(.success(nil)) == .record(.done(record)))
  }
}

@Suite struct OnlyOwnChangeTests {
  private func isOnlyOwn(
    _ kind: OperationKind, _ record: Record, checksWrites: Bool
  ) -> Bool {
    var flight = InFlightOperation(
      operationID: 1, change: Change(kind, table: "T", id: "a", version: "1"), base: nil,
      remoteHasVersions: true, remoteChecksWrites: checksWrites, isUncertain: false)
    _ = flight.sent(SendResult(.accepted(record)))
    return flight.isOnlyOwnChange
  }

  @Test func anAcceptedWriteProvesNothingWhereTheServerComparesNoVersion() {
    let row = Record(id: "a", version: "2", createdAt: "1", updatedAt: "2")
    #expect(isOnlyOwn(.update, row, checksWrites: true))
    #expect(!isOnlyOwn(.update, row, checksWrites: false))
  }

  @Test func aNewRowIsOurOwnUntilSomebodyUpdatesIt() {
    let untouched = Record(id: "a", version: "1", createdAt: "1", updatedAt: "1")
    let updated = Record(id: "a", version: "2", createdAt: "1", updatedAt: "2")
    #expect(isOnlyOwn(.insert, untouched, checksWrites: false))
    #expect(!isOnlyOwn(.insert, updated, checksWrites: false))
    #expect(isOnlyOwn(.insert, updated, checksWrites: true))
  }
}
