import JSONKit
import Testing

@testable import SyncCore

private let mine: JSONObject = ["title": "mine"]
private let same = Record(id: "a", version: "v2", values: ["title": "mine", "extra": 1])
private let other = Record(id: "a", version: "v2", values: ["title": "theirs"])
/// The very row that the change was made on.
private let untouched = Record(id: "a", version: "v1", values: ["title": "theirs"])
private let tombstone = Record(id: "a", version: "v2", deleted: true, values: ["title": "mine"])

private struct Case: Sendable, CustomTestStringConvertible {
  var kind: OperationKind
  var outcome: SendOutcome
  var expected: OutcomeDecision
  var testDescription: String { "\(kind.name), \(outcome)" }

  init(_ kind: OperationKind, _ outcome: SendOutcome, _ expected: OutcomeDecision) {
    self.kind = kind
    self.outcome = outcome
    self.expected = expected
  }
}

private func change(_ kind: OperationKind) -> Change {
  Change(
    kind, table: "T", id: "a", values: kind == .insert || kind == .update ? mine : [:],
    version: kind == .insert ? nil : "v1")
}

@Test(arguments: [
  Case(.insert, .accepted(same), .done(same)),
  Case(.insert, .accepted(nil), .look(.accepted)),
  Case(.insert, .missing, .failed(.missing)),
  Case(.insert, .exists(same), .done(same)),
  Case(.insert, .exists(other), .conflict(other)),
  Case(.insert, .exists(tombstone), .conflict(tombstone)),
  Case(.insert, .exists(nil), .look(.turnedDown)),
  Case(.update, .accepted(same), .done(same)),
  Case(.update, .accepted(other), .done(other)),
  Case(.update, .accepted(untouched), .look(.accepted)),
  Case(.update, .accepted(tombstone), .look(.unknown("with the row as a deleted one"))),
  Case(.delete, .accepted(untouched), .look(.accepted)),
  Case(.update, .missing, .look(.turnedDown)),
  Case(.update, .conflict(same), .done(same)),
  Case(.update, .conflict(other), .conflict(other)),
  Case(.update, .conflict(tombstone), .conflict(tombstone)),
  Case(.update, .conflict(nil), .look(.turnedDown)),
  Case(.delete, .accepted(nil), .done(nil)),
  Case(.delete, .accepted(tombstone), .done(tombstone)),
  Case(.delete, .missing, .look(.turnedDown)),
  Case(.delete, .conflict(tombstone), .done(tombstone)),
  Case(.delete, .conflict(other), .conflict(other)),
  Case(.undelete, .accepted(other), .done(other)),
  Case(.undelete, .missing, .look(.turnedDown)),
  Case(.undelete, .conflict(other), .done(other)),
  Case(.undelete, .conflict(tombstone), .conflict(tombstone)),
])
private func decidesByKindAndOutcome(_ one: Case) {
  #expect(
    OutcomeDecision(change(one.kind), one.outcome, remoteHasVersions: true) == one.expected)
}

@Test(arguments: OperationKind.allCases)
func neverDropsAChangeThatTheServerDidNotTake(_ kind: OperationKind) {
  let decide = { OutcomeDecision(change(kind), $0, remoteHasVersions: true) }
  #expect(decide(.refused) == .failed(.refused))
  #expect(decide(.throttled(retryAfterSeconds: 3)) == .pause(seconds: 3))
  for outcome in [SendOutcome.failed, .unknown("reset")] {
    guard case .look(.unknown) = decide(outcome) else {
      Issue.record("\(outcome) is \(decide(outcome))")
      continue
    }
  }
  for outcome in [SendOutcome.unauthorized, .unreachable("down")] {
    guard case .stop = decide(outcome) else {
      Issue.record("\(outcome) is \(decide(outcome))")
      continue
    }
  }
}

@Test func aRemoteWithoutVersionsNeedsNoSecondLook() {
  let decision = OutcomeDecision(change(.update), .accepted(nil), remoteHasVersions: false)
  #expect(decision == .done(nil))
}
