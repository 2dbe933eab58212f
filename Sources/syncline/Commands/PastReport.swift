import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// `past`: text for people, the page's own JSON for programs.
enum PastReport {
  static func run(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let table = arguments.operands[0]
    guard let at = try moment("at", arguments) else {
      throw UsageError(["`past` needs --at TIME."])
    }
    let to = try moment("to", arguments)
    if let to, to <= at { throw UsageError(["--to must be later than --at."]) }
    if to != nil, arguments.has("server") {
      throw UsageError([
        "--to and --server can't be combined: the server shows its rows as they are now."
      ])
    }
    let isAll = arguments.has("all")
    if arguments.has("json") {
      let path = "/s/\(session.name)/t/\(PercentEncoding.encodeSegment(table))/past.json"
      var query = QueryItems([.init("at", at.description)])
      if let to { query.add("to", to.description) }
      if arguments.has("server") { query.add("with", "server") }
      if isAll { query.add("view", "all") }
      if let after = arguments.value("after") { query.add("after", after) }
      return try await session.printJSON(path, query, isAll: false) == nil ? 1 : 0
    }
    var query = PastRowsQuery(at: at)
    query.to = to
    query.isOfChanged = !isAll
    query.after = arguments.value("after")
    let past = try await session.context.pastRows(
      table, query, beside: arguments.has("server") ? .server : .ownRows)
    if past.rows.isEmpty {
      Output.line(isAll ? "\(table) has no rows." : "No rows changed since \(at.wholeSeconds).")
    } else {
      var list = TextTable(header: ["row", "change", "from → to"], cellMax: 200)
      for row in past.rows { list.rows.append([row.id, row.change.rawValue, differences(row)]) }
      Output.line(list.text)
    }
    if let begins = past.historyBegins, begins > at {
      Output.line("The history of this store begins at \(begins.wholeSeconds).")
    }
    if let next = past.next { Output.line("More: --after '\(next)'") }
    return 0
  }

  private static func differences(_ row: RowAtTime) -> String {
    guard case .row(let then) = row.then, case .row(let later) = row.later else { return "" }
    let values = row.differing.map { name in
      let pair = [then, later].map { ($0.values[name] ?? .null).serializedText }
      return "\(name): \(pair.joined(separator: " → "))"
    }
    let deleted = then.deleted == later.deleted ? [] : [later.deleted ? "deleted" : "undeleted"]
    return (deleted + values).joined(separator: ", ")
  }

  private static func moment(
    _ name: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> Timestamp? {
    guard let text = arguments.value(name) else { return nil }
    guard let moment = Timestamp(text) else {
      throw UsageError(["--\(name) \(text): write a time, such as 2026-11-21T14:30:00Z."])
    }
    return moment
  }
}
