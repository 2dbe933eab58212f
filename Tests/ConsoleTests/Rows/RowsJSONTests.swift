import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import Testing

@testable import Console

@Suite struct RowsJSONTests {
  @Test func aRowWithMoreColumnsThanATableHoldsIsRefusedWithTheNumber() async throws {
    let console = try await RowsConsole()
    let names = (0..<2_000).map { "c\($0)" }
    let answer = await console.post(
      "/s/todo/t/Wide", ["values": .object(JSONObject(names.map { ($0, 1) }))])
    #expect(answer.status == 422 && answer.json["error"]?["code"] == "too_many_columns")
    #expect(
      answer.json["error"]?["message"]?.string?.hasPrefix("Wide would get more than 1950") == true)
    #expect(await console.get("/s/todo/t/Wide.json").status == 404)
    try await console.pull("Movie", [("a", ["title": "x"])])
    let imported = await console.post(
      "/s/todo/t/Movie/import",
      ["mode": "insert", "addColumns": true, "rows": [.object(JSONObject(names.map { ($0, 1) }))]])
    #expect(imported.status == 422)
    #expect(imported.page.contains("Movie would get more than 1950 columns"))
    #expect(try await console.queued() == 0)
  }

  @Test(arguments: ["%2e%2e", "%2E"])
  func aTableThatNoAddressLeadsToIsNotMade(name: String) async throws {
    let console = try await RowsConsole()
    let answer = await console.post("/s/todo/t/\(name)", ["values": ["a": 1]])
    #expect(answer.status == 422 && answer.json["error"]?["code"] == "invalid_table")
  }

  private let record = Record(
    id: "a/b", version: "v1", createdAt: "2026-11-02T08:14:09.204Z", updatedAt: nil,
    deleted: true, values: ["text": "x", "extra": [1]])
  private let columns = [
    Column("id", .text), Column("version", .text), Column("deleted", .boolean),
    Column("text", .text), Column("note", .text),
  ]

  @Test func aPageOfRowsHasTheShapeOfTheContract() {
    let page = RowPage(
      table: "T", view: .all, columns: [Column("id", .text), Column("text", .text)],
      rows: [ListedRow(record: Record(id: "1", values: ["text": nil]), state: .pending)],
      count: RowCount(10_000, exact: false), next: "n")
    let expected: JSONValue = [
      "table": "T", "view": "all",
      "columns": [
        ["name": "id", "type": "text", "system": true],
        ["name": "text", "type": "text", "system": false],
      ],
      "rows": [
        [
          "id": "1", "state": "pending", "deleted": false,
          "values": ["id": "1", "text": nil],
        ]
      ],
      "count": ["value": 10_000, "exact": false], "next": "n",
    ]
    #expect(page.json([], view: "all", facets: []) == expected)
  }

  @Test func aRowsValuesCoverEveryColumnAndMore() {
    let values = record.json(columns)
    #expect(
      values.object?.names == ["id", "version", "deleted", "text", "note", "extra"])
    #expect(values["note"] == .null)
  }

  @Test func aRowHasTheShapeOfTheContract() {
    let operation = OperationInfo(
      id: 7, table: "T", itemID: "a/b", kind: .delete, state: .conflict, attempts: 2,
      queuedAt: Timestamp(milliseconds: 0), lastError: nil)
    let error = OperationError(
      id: "e", operationID: 7, table: "T", itemID: "a/b", kind: .delete, code: -1303, status: 412,
      message: "m", base: record, at: Timestamp(milliseconds: 0), isConflict: true)
    let detail = RowDetail(
      table: "T", record: record, state: .conflict, deleted: true, columns: columns,
      operations: [
        OperationDetail(info: operation, request: RequestDescription(method: "DELETE", url: "/"))
      ], errors: [error], fingerprint: RowFingerprint(rawValue: "f"),
      why: [DiagnosisCheck("It is queued.", .unknown, "Operation 7.")])
    let json = detail.json
    #expect(
      json.object?.names == [
        "table", "id", "state", "deleted", "values", "base", "operations", "errors", "why",
      ])
    #expect(json["base"] == .null)
    let queued: JSONValue = [
      "id": 7, "table": "T", "itemId": "a/b", "kind": "delete", "state": "conflict",
      "attempts": 2, "queuedAt": "1970-01-01T00:00:00.000Z", "lastError": nil,
    ]
    #expect(json["operations"] == [queued])
    #expect(
      json["errors"]?.array?.first?.object?.names == [
        "id", "operationId", "table", "itemId", "kind", "code", "status", "message", "base",
        "local", "server", "at", "since", "state",
      ])
    let check: JSONValue = [
      "check": "It is queued.", "result": "unknown", "evidence": "Operation 7.",
      "finding": "It is queued.", "fix": .null,
    ]
    #expect(json["why"] == [check])
  }

  @Test func theTrashHasTheShapeOfTheContract() {
    let page = TrashPage(
      rows: [TrashedRow(table: "T", record: record, deletedAt: nil, by: "mira")], count: 1)
    #expect(page.json.object?.names == ["rows", "next"])
    #expect(
      page.json["rows"]?.array?.first?.object?.names == [
        "table", "id", "deletedAt", "by", "values",
      ])
  }

  @Test(arguments: [
    (SyncError.noSuchTable("T"), 404), (.staleEdit(current: Record(id: "a")), 409),
    (.rowExists(table: "T", id: "a"), 409), (.tableIsDirty(table: "T", count: 1), 409),
    (.badFilter(column: "c", reason: "r"), 400), (.offline, 409),
    (.runInProgress(path: "/secret/x"), 409), (.reservedColumn(table: "T", column: "id"), 422),
  ])
  func everyRefusalHasAStatus(error: SyncError, status: Int) {
    #expect(error.status == status)
    #expect(!error.reason.isEmpty)
    #expect(!error.reason.contains("/secret"))
  }

  @Test func valuesAreShownByTheirType() {
    let now = Timestamp(milliseconds: 1_000_000_000_000)
    let stamp = Column("updatedAt", .date)
    let earlier = JSONValue.string(now.adding(seconds: -125).description)
    #expect(Cell(listed: earlier, stamp, now: now).text == "2 min ago")
    #expect(
      Cell(listed: "2026-11-24T00:00:00.000Z", Column("due", .date), now: now).text
        == "2026-11-24")
    #expect(Cell(listed: 1250.75, Column("n", .number), now: now).text == "1,250.75")
    #expect(Cell(listed: 1998, Column("year", .number), now: now).text == "1998")
    #expect(
      Cell(listed: "2026-11-24T14:30:00.000Z", Column("t", .text), now: now).text
        == "2026-11-24 14:30:00")
    #expect(Cell(listed: -1_234_567, Column("n", .number), now: now).text == "-1,234,567")
    #expect(Cell(listed: "", Column("t", .text), now: now) == .empty)
    #expect(Cell(listed: nil, Column("t", .text), now: now) == .null)
    let long = String(repeating: "ab", count: 1_150)
    #expect(
      Cell(listed: .string(long), Column("t", .text), now: now)
        == .long(start: String(long.prefix(120)), bytes: 2_300))
    #expect(Format.bytes(2_300) == "2.3 kB")
  }

  @Test func aBodyThatIsNestedTooDeepIsCalledSo() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "x"])])
    func save(_ depth: Int) async -> HTTPResponse {
      // Two objects stand around the value.
      let value = (2..<depth).reduce(JSONValue.integer(1)) { inner, _ in .array([inner]) }
      return await console.post("/s/todo/t/Movie/r/a", ["values": ["data": value]])
    }
    let refused = await save(JSONValue.depthMax + 1)
    #expect(refused.status == 400)
    #expect(
      refused.json["error"]?["message"]?.string
        == "The body is nested too deep: the limit is 100 levels of lists and objects."
    )
    #expect(await save(JSONValue.depthMax).status == 200)
  }
}
