import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection

/// A page of the rows of a run: first those with a problem, then what was pushed, pulled and deleted.
struct RunRowList {
  var request: RunRowsRequest
  var problems: [RunProblem] = []
  var rows: [RunRow] = []
  var next: RunRowsRequest.Cursor?
  var previous: RunRowsRequest.Cursor?
  /// By what became of them, in the tables and with the text of the request.
  var counts: [RunRowsRequest.Result: Int] = [:]
  /// The tables of all of them.
  var tables: [String] = []
  /// New rows without an entry in the history, by table: those of a first pull, and what a later one
  /// brought beyond ``HistoryStore/newRowsMax``.
  var unlisted: [(table: String, count: Int)] = []
  /// True where there are more than ``RunRowCounts/countMax``.
  var isCapped = false
  /// True where entries were removed with old history.
  var isTrimmed = false
  /// False for a run of which the entries in the history are not known.
  var isRecorded = true

  var isEmpty: Bool { problems.isEmpty && rows.isEmpty }

  var count: Int { request.result.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +) }

  var json: JSONValue {
    var results = JSONObject()
    for result in RunRowsRequest.Result.allCases {
      results[result.rawValue] = .integer(Int64(counts[result] ?? 0))
    }
    return [
      "rows": .array(problems.map(json) + rows.map(json)), "next": JSONValue(next?.text),
      "counts": .object(results), "capped": .bool(isCapped), "trimmed": .bool(isTrimmed),
      "recorded": .bool(isRecorded),
      "unlisted": .array(
        unlisted.map { ["table": .string($0.table), "count": .integer(Int64($0.count))] }),
    ]
  }

  private func json(_ problem: RunProblem) -> JSONValue {
    [
      "table": .string(problem.table), "id": .string(problem.itemID),
      "result": .string(RunRowsRequest.Result(problem.state).rawValue),
      "kind": .string(problem.kind.name), "at": .null, "entry": .null,
      "changed": problem.changed.isEmpty
        ? .null : .array(problem.changed.map { .string($0) }),
      "error": .string(problem.errorID), "operation": .integer(problem.operationID),
      "status": .integer(Int64(problem.status)), "message": .string(problem.message),
    ]
  }

  private func json(_ row: RunRow) -> JSONValue {
    [
      "table": .string(row.table), "id": .string(row.id), "result": .string(row.result.rawValue),
      "kind": .string(row.kind), "at": .string(row.at.description), "entry": .integer(row.entry),
      "changed": row.changed.map { .array($0.map { .string($0) }) } ?? .null, "error": .null,
      "operation": .null, "status": .null, "message": .null,
    ]
  }
}

extension StoreHandle {
  /// The rows of a run that `request` asks for.
  ///
  /// - Parameter run: With the messages of its problems as whoever reads now may see them.
  func rows(of run: Run, _ request: RunRowsRequest) async throws -> RunRowList {
    let report = run.report
    var list = RunRowList(request: request)
    var unfiltered = request
    unfiltered.result = nil
    let problems = report.problems.filter(unfiltered.matches)
    for problem in problems { list.counts[.init(problem.state), default: 0] += 1 }
    var tables = UTF8Set(report.problems.map(\.table))
    let listed = problems.filter(request.matches)
    if let end = request.end {
      list.request.start = try await start(before: end, request, report, problems: listed.count)
    }
    if case .problem(let first) = list.request.start {
      let rest = listed.dropFirst(first)
      list.problems = Array(rest.prefix(request.size))
      if rest.count > request.size { list.next = .problem(first + request.size) }
      if first > 0 { list.previous = .problem(first) }
    }
    guard let span = report.history else {
      list.isRecorded = run.outcome.pushed + run.outcome.pulled + run.outcome.deleted == 0
      list.tables = tables.sorted()
      return list
    }
    var query = RunRowQuery(span: span, result: request.result?.inHistory)
    let all = try await sync.runRowCounts(query)
    tables.formUnion(all.tables.keys)
    list.tables = tables.sorted()
    (query.table, query.text) = (request.table, request.text)
    let counts = try await sync.runRowCounts(query)
    for (result, count) in counts.results {
      RunRowsRequest.Result(rawValue: result.rawValue).map { list.counts[$0] = count }
    }
    (list.isCapped, list.isTrimmed) = (counts.isCapped, counts.isTrimmed)
    list.unlisted = unlisted(report, all)
    try await fill(&list, query)
    return list
  }

  private func fill(_ list: inout RunRowList, _ query: RunRowQuery) async throws {
    let request = list.request
    guard list.next == nil, request.result.map({ $0.inHistory != nil }) ?? true else { return }
    var query = query
    query.size = request.size - list.problems.count
    if case .entry(let entry) = request.start { query.after = entry }
    guard query.size > 0 else {
      if !(try await sync.runRows(query)).rows.isEmpty { list.next = .entry(0) }
      return
    }
    let page = try await sync.runRows(query)
    list.rows = page.rows
    if case .entry = request.start, let first = page.rows.first {
      list.previous = .entry(first.entry)
    }
    list.next = page.next.map { .entry($0) }
  }

  /// Where a page begins that ends before `end`.
  ///
  /// - Parameter problems: How many problems the list has.
  private func start(
    before end: RunRowsRequest.Cursor, _ request: RunRowsRequest, _ report: RunReport,
    problems: Int
  ) async throws -> RunRowsRequest.Cursor {
    switch end {
    case .problem(let last): return .problem(max(min(last, problems) - request.size, 0))
    case .entry(let last):
      var before: [Int64] = []
      if let span = report.history, request.result.map({ $0.inHistory != nil }) ?? true {
        let query = RunRowQuery(
          span: span, result: request.result?.inHistory, table: request.table,
          text: request.text, size: request.size)
        before = try await sync.runEntries(query, before: last)
      }
      guard before.count <= request.size else { return .entry(before[request.size - 1] - 1) }
      return .problem(max(problems - (request.size - before.count), 0))
    }
  }

  private func unlisted(
    _ report: RunReport, _ counts: RunRowCounts
  ) -> [(table: String, count: Int)] {
    var inserted: UTF8Dictionary<Int> = [:]
    for table in report.pull?.tables ?? [] { inserted[table.table, default: 0] += table.inserted }
    return inserted.compactMap { table, count in
      let listed = counts.arrived[table] ?? 0
      // Of what was not counted to its end nobody knows how many are missing.
      guard count > listed, listed == 0 || !counts.isCapped else { return nil }
      return (table: table, count: count - listed)
    }.sorted { $0.table < $1.table }
  }

  /// What the rows of a list are called, as far as the store has them, by table and id.
  func names(_ list: RunRowList) async throws -> UTF8Dictionary<UTF8Dictionary<String>> {
    var ids: UTF8Dictionary<[String]> = [:]
    for problem in list.problems { ids[problem.table, default: []].append(problem.itemID) }
    for row in list.rows { ids[row.table, default: []].append(row.id) }
    var names: UTF8Dictionary<UTF8Dictionary<String>> = [:]
    for (table, ids) in ids { names[table] = try await self.names(table, ids) }
    return names
  }
}
