import Console
import JSONKit
import Testing

@Suite struct UndoDetailTests {
  @Test(arguments: UndoDetail.Action.allCases)
  func survivesTheAuditEntry(_ action: UndoDetail.Action) throws {
    let detail = UndoDetail(
      store: "todo", table: "Todo Item", action: action,
      rows: [
        .init(id: "a/b", fingerprint: "f1", values: ["text": "old", "estimate": nil]),
        .init(id: "c", fingerprint: "f2"),
      ])
    #expect(UndoDetail(detail.json) == detail)
  }

  @Test(arguments: [
    JSONValue.null, "undelete", ["store": "todo"],
    ["store": "todo", "table": "T", "action": "explode", "rows": []],
    ["store": "todo", "table": "T", "action": "delete", "rows": [["id": "a"]]],
  ])
  func refusesWhatIsNoUndoDetail(_ json: JSONValue) {
    #expect(UndoDetail(json) == nil)
  }
}
