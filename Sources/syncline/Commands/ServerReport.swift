import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// `server`: a table as its server has it now, or one row beside it; text for people, the pages' own
/// JSON for programs.
enum ServerReport {
  static func run(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    if let id = arguments.value("row") {
      if arguments.value("filter") != nil || arguments.value("after") != nil {
        throw UsageError(["--row can't be combined with --filter or --after."])
      }
      return try await compare(id, session, arguments)
    }
    guard !arguments.has("pull") else {
      throw UsageError(["--pull needs --row ID: it pulls that row only."])
    }
    return try await list(session, arguments)
  }

  // MARK: - A page of rows

  private static let sizes = (usual: 50, most: 500)

  private static func list(
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let table = arguments.operands[0]
    let text = arguments.value("size") ?? "\(sizes.usual)"
    guard let size = Int(text), (1...sizes.most).contains(size) else {
      throw UsageError(["--size \(text): write a number from 1 to \(sizes.most)."])
    }
    if arguments.has("json") {
      var query = QueryItems([.init("limit", "\(size)")])
      for name in ["filter", "after"] {
        if let value = arguments.value(name) { query.add(name, value) }
      }
      let path = "\(address(table, session))/server.json"
      return try await session.printJSON(path, query, isAll: false) == nil ? 1 : 0
    }
    let page = try await session.context.serverRows(
      table, filter: arguments.value("filter"), after: arguments.value("after"), limit: size)
    var list = TextTable(header: ["row", "result", "here → server"], cellMax: 200)
    for row in page.rows { list.rows.append([row.id, row.result.words, differences(row)]) }
    Output.line(page.rows.isEmpty ? "The server lists no rows." : list.text)
    for warning in page.warnings { Output.error("warning  \(TextTable.printable(warning))") }
    if let next = page.next { Output.line("More: --after '\(next)'") }
    return 0
  }

  private static func differences(_ row: ServerComparison) -> String {
    guard let local = row.local, let server = row.server else { return "" }
    return row.differing.map { name in
      if name === SystemColumn.deleted.rawValue { return server.deleted ? "deleted" : "live" }
      let pair = [local, server].map { ($0.values[name] ?? .null).serializedText }
      return "\(name): \(pair.joined(separator: " → "))"
    }.joined(separator: ", ")
  }

  private static func address(_ table: String, _ session: StoreSession) -> String {
    "/s/\(session.name)/t/\(PercentEncoding.encodeSegment(table))"
  }

  // MARK: - One row

  /// - Returns: The exit status: 1 while the copies differ.
  private static func compare(
    _ id: String, _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let table = arguments.operands[0]
    if arguments.has("pull") { try await pull(id, table, session) }
    if arguments.has("json") {
      let path = "\(address(table, session))/r/\(PercentEncoding.encodeSegment(id))/server.json"
      let row = try await session.printJSON(path, QueryItems(), isAll: false)
      return row?["result"]?.string == ServerComparison.Result.same.rawValue ? 0 : 1
    }
    let row = try await session.context.compareWithServer(table, id)
    Output.line("\(TextTable.printable(id)): \(row.result.words)")
    let columns = differences(row)
    if !columns.isEmpty { Output.line(TextTable.printable(columns)) }
    if !row.operations.isEmpty {
      Output.line("\(counted(row.operations.count, "pending operation")) here.")
    }
    if row.repairs.contains(.pullAgain) { Output.line("Add --pull to pull the server's row.") }
    return row.result == .same ? 0 : 1
  }

  private static func pull(_ id: String, _ table: String, _ session: StoreSession) async throws {
    try await session.audited(
      "sync.run", target: "\(table) \(id)", rows: [AuditRecord.Row(table, id)]
    ) {
      let outcome = try await session.context.repair(
        table, id, .pullAgain, ifState: nil, by: StoreSession.commandLine)
      if let left = outcome.skipped.first { throw UsageError([left.reason]) }
      return ((), outcome.pulled, UndoPlan(store: session.name, decision: outcome.undo)?.json)
    }
  }
}
