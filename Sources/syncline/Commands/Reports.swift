import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// `status`, `tables`, `rows`, `queue` and `errors`: text for people, the page's own JSON for programs.
enum Reports {
  static func status(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    if arguments.has("json") { return try await session.printJSON("/s/\(session.name).json") }
    let counts = try await session.context.counts()
    let isOffline = try await session.context.isOffline
    Output.line("\(session.name) (\(session.context.remote.displayURL))")
    Output.line(
      "\(counted(counts.live, "live row")), \(counts.deleted) deleted, "
        + "\(counted(counts.pending, "operation")) pending, \(counts.failed) rejected, "
        + "\(counted(counts.conflicts, "conflict")).")
    if isOffline { Output.line("Offline: nothing is pushed or pulled.") }
    if let oldest = counts.oldestPendingAt { Output.line("Oldest pending operation: \(oldest).") }
    if let problem = session.problem { Output.line("Can't connect to the server. \(problem)") }
    return 0
  }

  static func tables(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    if arguments.has("json") {
      return try await session.printJSON("/s/\(session.name)/tables.json")
    }
    var table = TextTable(
      header: ["table", "live", "deleted", "pending", "rejected", "conflicts", "last pull"])
    for summary in try await session.context.tables() {
      table.rows.append([
        summary.name, "\(summary.live)", "\(summary.deleted)", "\(summary.pending)",
        "\(summary.failed)", "\(summary.conflicts)", summary.lastPull?.wholeSeconds ?? "never",
      ])
    }
    Output.line(table.text)
    return 0
  }

  static func rows(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let name = arguments.operands[0]
    let query = try rowQuery(arguments)
    let path = "/s/\(session.name)/t/\(PercentEncoding.encodeSegment(name)).json"
    let isAll = arguments.has("all")
    var request = try RowQuery(arguments)
    try await refuseUnknownColumns(of: name, request, session)
    if arguments.has("json") {
      return try await session.printJSON(path, query, isAll: isAll) == nil ? 1 : 0
    }
    var shown = 0
    while true {
      let page = try await session.context.rows(name, request)
      let columns = page.columns.filter { !$0.isSystem || $0.name == "updatedAt" }.prefix(7)
      var table = TextTable(header: ["id", "state"] + columns.map(\.name), cellMax: 40)
      for row in page.rows {
        table.rows.append(
          [row.id, row.state.words(deleted: row.deleted)]
            + columns.map { cell(row.record, $0.name) })
      }
      Output.line(table.text)
      shown += page.rows.count
      if isAll, !Output.isLost, let next = page.next {
        request.after = next
        continue
      }
      if let count = page.count {
        Output.line("\(shown) of \(count.value)\(count.exact ? "" : "+") rows.")
      }
      if let next = page.next { Output.line("More: --after \(next), or --all") }
      return 0
    }
  }

  /// More rows than were asked for would be taken for those: other programs read this list.
  private static func refuseUnknownColumns(
    of table: String, _ request: RowQuery, _ session: StoreSession
  ) async throws {
    let ignored = try await session.context.ignoredColumns(of: table, in: request)
    guard ignored.isEmpty else {
      throw UsageError(
        ignored.map {
          "\(table) has no column \(TextTable.printable($0)). Check --filter and --sort."
        })
    }
  }

  private static func cell(_ record: Record, _ column: String) -> String {
    if column === SystemColumn.updatedAt.rawValue { return record.updatedAt ?? "" }
    switch record.values[column] {
    case nil, .null?: return "NULL"
    case .string(let text)?: return text
    case let value?: return value.serializedText
    }
  }

  /// The options as the query string of the rows page.
  private static func rowQuery(_ arguments: ParsedArguments) throws(UsageError) -> QueryItems {
    var query = pageQuery(arguments)
    for name in ["view", "sort"] {
      if let value = arguments.value(name) { query.add(name, value) }
    }
    for filter in arguments.all("filter") {
      let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(["--filter \(filter): write COLUMN=VALUE or COLUMN__OP=VALUE."])
      }
      query.add(String(parts[0]), String(parts[1]))
    }
    return query
  }

  static func queue(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let isAll = arguments.has("all")
    if arguments.has("json") {
      let path = "/s/\(session.name)/queue.json"
      let page = try await session.printJSON(path, pageQuery(arguments), isAll: isAll)
      return page == nil ? 1 : 0
    }
    var query = OperationQuery(
      size: try pageSize(arguments, max: listSizeMax), after: arguments.value("after"))
    var shown = 0
    while true {
      let page = try await session.context.operations(query)
      var table = TextTable(header: [
        "#", "operation", "table", "row", "state", "attempts", "queued",
      ])
      for operation in page.operations {
        table.rows.append([
          "\(operation.id)", operation.kind.name, operation.table, operation.itemID,
          operation.state.words, "\(operation.attempts)", operation.queuedAt.wholeSeconds,
        ])
      }
      shown += page.operations.count
      Output.line(page.count == 0 ? "No pending operations." : table.text)
      if isAll, !Output.isLost, let next = page.next {
        query.after = next
        continue
      }
      sayHowMany(shown, of: page.count, page.next, "operations")
      return 0
    }
  }

  static func errors(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let isAll = arguments.has("all")
    if arguments.has("json") {
      let path = "/s/\(session.name)/errors.json"
      let page = try await session.printJSON(path, pageQuery(arguments), isAll: isAll)
      return page?["count"]?.integer == 0 ? 0 : 1
    }
    var query = ErrorQuery(
      size: try pageSize(arguments, max: listSizeMax), after: arguments.value("after"))
    var shown = 0
    while true {
      let page = try await session.context.errorPage(query)
      guard page.count > 0 else {
        Output.line("No errors and no conflicts.")
        return 0
      }
      var table = TextTable(header: [
        "id", "table", "row", "operation", "state", "status", "reason",
      ])
      for error in page.errors {
        table.rows.append([
          error.id, error.table, error.itemID, error.kind.name,
          error.state.words, "\(error.status)", error.message,
        ])
      }
      shown += page.errors.count
      Output.line(table.text)
      if isAll, !Output.isLost, let next = page.next {
        query.after = next
        continue
      }
      sayHowMany(shown, of: page.count, page.next, "errors and conflicts")
      return 1
    }
  }

  // MARK: - Pages of a list

  private static let listSizeMax = 500

  private static func pageQuery(_ arguments: ParsedArguments) -> QueryItems {
    var query = QueryItems()
    for name in ["size", "after"] {
      if let value = arguments.value(name) { query.add(name, value) }
    }
    return query
  }

  private static func pageSize(_ arguments: ParsedArguments, max: Int) throws(UsageError) -> Int {
    guard let text = arguments.value("size") else { return arguments.has("all") ? max : 50 }
    guard let size = Int(text), (1...max).contains(size) else {
      throw UsageError(["--size \(text): write a number from 1 to \(max)."])
    }
    return size
  }

  private static func sayHowMany(_ shown: Int, of count: Int, _ next: String?, _ what: String) {
    guard let next else { return }
    Output.line("\(shown) of \(count) \(what). More: --after \(next), or --all")
  }
}

extension RowQuery {
  /// The row query that the options of `rows` ask for.
  fileprivate init(_ arguments: ParsedArguments) throws(UsageError) {
    var problems: [String] = []
    self.init()
    if let text = arguments.value("view") {
      if let view = RowView(rawValue: text) {
        self.view = view
      } else {
        problems.append(
          "--view \(text): write live, deleted, all, pending, failed, conflicts or synced.")
      }
    }
    if let text = arguments.value("size") {
      if let size = Int(text), (1...RowQuery.sizeMax).contains(size) {
        self.size = size
      } else {
        problems.append("--size \(text): write a number from 1 to \(RowQuery.sizeMax).")
      }
    }
    after = arguments.value("after")
    sort = (arguments.value("sort") ?? "").split(separator: ",").map { key in
      key.hasPrefix("-")
        ? RowSort(String(key.dropFirst()), descending: true) : RowSort(String(key))
    }
    for text in arguments.all("filter") {
      if let filter = RowFilter(text) {
        filters.append(filter)
      } else {
        problems.append("--filter \(text): write COLUMN=VALUE or COLUMN__OP=VALUE.")
      }
    }
    guard problems.isEmpty else { throw UsageError(problems) }
  }
}

extension RowFilter {
  /// Reads `COLUMN=V`, `COLUMN__OP=V` or `COLUMN__OP__orN=V`.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let grouped = RowFilter.splitGroup(parts[0])
    let name = grouped?.name ?? parts[0]
    for op in FilterOperator.allCases where name.hasSuffix("__\(op.rawValue)") {
      self.init(
        String(name.dropLast(op.rawValue.count + 2)), op, parts[1], group: grouped?.group)
      return
    }
    self.init(parts[0], .equals, parts[1])
  }
}
