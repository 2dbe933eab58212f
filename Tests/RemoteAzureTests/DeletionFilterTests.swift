import SyncCore
import Testing

@testable import RemoteAzure

@Suite struct DeletionFilterTests {
  @Test(
    arguments: [
      ("complete eq false", nil),
      (" ( Complete  eq  FALSE ) ", nil),
      ("not complete", nil),
      ("complete ne true and userId eq 'x'", " userId eq 'x'"),
      (
        "userId eq 'and complete eq false' and (complete eq false)",
        "userId eq 'and complete eq false' "
      ),
      ("complete eq false or n eq 1", "complete eq false or n eq 1"),
      ("(complete eq false or n eq 1) and m eq 2", "(complete eq false or n eq 1)  and  m eq 2"),
      ("complete eq true", "complete eq true"),
      ("incomplete eq false", "incomplete eq false"),
    ] as [(String, String?)])
  func dropsOnlyTheConditionOnLiveRows(_ filter: String, _ expected: String?) {
    #expect(filterOfAllStates(filter, .flag(column: "complete")) == expected)
  }

  @Test func dateColumnsAreNullInLiveRows() {
    #expect(filterOfAllStates("deletedAt eq null", .date(column: "deletedAt")) == nil)
    #expect(filterOfAllStates("deletedAt eq null", .system) == "deletedAt eq null")
  }
}
