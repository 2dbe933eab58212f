import JSONKit
import Testing

@testable import SyncCore

private let lost = LookupReason.unknown("connection lost")
private let base = Record(id: "a", version: "v1", values: ["title": "old", "n": 1])
private let baseTombstone = Record(id: "a", version: "v1", deleted: true, values: ["title": "old"])
private let mine = Record(id: "a", version: "v2", values: ["title": "mine", "n": 1])
private let other = Record(id: "a", version: "v2", values: ["title": "theirs", "n": 1])
private let tombstone = Record(id: "a", version: "v2", deleted: true, values: ["title": "old"])

private struct Case: Sendable, CustomTestStringConvertible {
  var kind: OperationKind
  var server: Record?
  var lost: ReconciledOutcome
  var turnedDown: ReconciledOutcome
  var testDescription: String { "\(kind.name), server has \(server.map { "\($0)" } ?? "none")" }

  init(
    _ kind: OperationKind, _ server: Record?, lost: ReconciledOutcome, turnedDown: ReconciledOutcome
  ) {
    self.kind = kind
    self.server = server
    self.lost = lost
    self.turnedDown = turnedDown
  }
}

private func change(_ kind: OperationKind, version: String? = "v1") -> Change {
  Change(
    kind, table: "T", id: "a",
    values: kind == .insert || kind == .update ? ["title": "mine"] : [:],
    version: kind == .insert ? nil : version)
}

@Test(arguments: [
  Case(.insert, nil, lost: .sendAgain, turnedDown: .conflict(nil)),
  Case(.insert, mine, lost: .done(mine), turnedDown: .done(mine)),
  Case(.insert, other, lost: .conflict(other), turnedDown: .conflict(other)),
  Case(.insert, tombstone, lost: .conflict(tombstone), turnedDown: .conflict(tombstone)),
  Case(.update, nil, lost: .missing, turnedDown: .missing),
  Case(.update, mine, lost: .done(mine), turnedDown: .done(mine)),
  Case(.update, base, lost: .sendAgain, turnedDown: .refused),
  Case(.update, other, lost: .conflict(other), turnedDown: .conflict(other)),
  Case(.update, tombstone, lost: .conflict(tombstone), turnedDown: .conflict(tombstone)),
  Case(.delete, nil, lost: .done(nil), turnedDown: .done(nil)),
  Case(.delete, tombstone, lost: .done(tombstone), turnedDown: .done(tombstone)),
  Case(.delete, base, lost: .sendAgain, turnedDown: .refused),
  Case(.delete, other, lost: .conflict(other), turnedDown: .conflict(other)),
  Case(.undelete, nil, lost: .sendAgain, turnedDown: .missing),
  Case(.undelete, other, lost: .done(other), turnedDown: .done(other)),
  Case(.undelete, baseTombstone, lost: .sendAgain, turnedDown: .refused),
  Case(.undelete, tombstone, lost: .conflict(tombstone), turnedDown: .conflict(tombstone)),
])
private func settlesByWhatTheServerHas(_ one: Case) {
  let settled = { ReconciledOutcome(change(one.kind), base: base, server: one.server, after: $0) }
  #expect(settled(lost) == one.lost)
  #expect(settled(.turnedDown) == one.turnedDown)
}

@Test func withoutVersionsEveryColumnDecides() {
  let unversioned = Record(id: "a", values: ["title": "old", "n": .real(1)])
  let update = change(.update, version: nil)
  #expect(ReconciledOutcome(update, base: base, server: unversioned, after: lost) == .sendAgain)
  for values: JSONObject in [["title": "theirs", "n": 1], ["title": "old", "n": 2]] {
    let changed = Record(id: "a", values: values)
    #expect(
      ReconciledOutcome(update, base: base, server: changed, after: lost) == .conflict(changed))
  }
  // Without versions nobody can tell that no other column moved.
  let same = ReconciledOutcome(update, base: base, server: unversioned, after: .turnedDown)
  #expect(same == .conflict(unversioned))
}

@Test(
  arguments: [
    (JSONValue.null, JSONValue?.none, true),
    (1, .real(1), true),
    (1, .real(1.5), false),
    (.number("12345678901234567890"), .number("12345678901234567890"), true),
    ("2017-05-08T07:07:01.595Z", "2017-05-08T09:07:01.5950000+02:00", true),
    ("2017-05-08T07:07:01Z", "2017-05-08T07:07:02Z", false),
    ("2017-05-08", "2017-05-08T00:00:00Z", false),
    (["a": 1, "b": nil], ["a": .real(1)], true),
    ([1, 2], [1, 3], false),
    ("1", 1, false),
  ] as [(JSONValue, JSONValue?, Bool)])
func agreesWithHowServersPrintValues(_ sent: JSONValue, _ shown: JSONValue?, _ expected: Bool) {
  #expect(agree(sent, shown) == expected)
  #expect(agree(shown, sent) == expected)
}

@Test func anotherRowOfTheSameVersionIsAConflictAndNotTheBase() {
  var before = base
  before.createdAt = "2024-01-01T00:00:00.000Z"
  var again = base
  again.createdAt = "2024-01-02T00:00:00.000Z"
  let update = change(.update)
  #expect(ReconciledOutcome(update, base: before, server: before, after: lost) == .sendAgain)
  #expect(ReconciledOutcome(update, base: before, server: again, after: lost) == .conflict(again))
}
