import Console
import JSONKit
import Testing

@Suite struct UndoPlanTests {
  @Test(arguments: UndoPlan.Action.allCases)
  func survivesTheAuditEntry(_ action: UndoPlan.Action) throws {
    let detail = UndoPlan(
      store: "todo", table: "Todo Item", action: action,
      rows: [
        .init(id: "a/b", fingerprint: "f1", values: ["text": "old", "estimate": nil]),
        .init(id: "c", fingerprint: "f2"),
      ])
    #expect(UndoPlan(detail.json) == detail)
  }

  @Test(arguments: [
    JSONValue.null, "undelete", ["store": "todo"],
    ["store": "todo", "table": "T", "action": "explode", "rows": []],
    ["store": "todo", "table": "T", "action": "delete", "rows": [["id": "a"]]],
  ])
  func refusesWhatIsNoUndoDetail(_ json: JSONValue) {
    #expect(UndoPlan(json) == nil)
  }
}
