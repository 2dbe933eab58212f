import Console
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// `rules` and `decisions`: text for people, the page's own JSON for programs.
enum ConflictRuleReports {
  static func rules(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let table = arguments.operands[0]
    let asked = try rule(arguments)
    if arguments.has("json") {
      let path = "/s/\(session.name)/t/\(PercentEncoding.encodeSegment(table))/rules.json"
      return try await session.printJSON(path, asked?.query ?? QueryItems(), isAll: false) == nil
        ? 1 : 0
    }
    guard try await session.context.tables().contains(where: { $0.name === table }) else {
      throw SyncError.noSuchTable(table)
    }
    let rules = session.context.settings.table(table).conflictRules
    if let asked { return try await rehearse(asked, ConflictRules(rules), table, session) }
    let figures = try await session.context.ruleFigures(of: table)
    var list = TextTable(header: ["column", "rule", "if NULL", "decisions", "undone"])
    for rule in rules {
      let own = figures.of(rule)
      list.rows.append([
        rule.column ?? "(all other columns)", rule.choice.rawValue, rule.ifNull.rawValue,
        "\(own?.decisions ?? 0)", "\(own?.undone ?? 0)",
      ])
    }
    Output.line(rules.isEmpty ? "No rules. Every conflict of \(table) waits for you." : list.text)
    return 0
  }

  private static func rule(_ arguments: ParsedArguments) throws(UsageError) -> ConflictRule? {
    guard let name = arguments.value("rule") else {
      guard arguments.value("column") == nil, arguments.value("if-null") == nil else {
        throw UsageError(["--column and --if-null need --rule: write it too."])
      }
      return nil
    }
    guard let choice = ConflictRule.Choice(rawValue: name) else {
      let known = ConflictRule.Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(["--rule \(name): write \(known)."])
    }
    let text = arguments.value("if-null") ?? "ask"
    guard let ifNull = ConflictRule.NullHandling(rawValue: text) else {
      throw UsageError(["--if-null \(text): write ask or other."])
    }
    return ConflictRule(column: arguments.value("column"), choice, ifNull: ifNull)
  }

  private static func rehearse(
    _ rule: ConflictRule, _ rules: ConflictRules, _ table: String, _ session: StoreSession
  ) async throws -> Int32 {
    let rehearsal = try await session.context.rehearse(
      rules.with(rule), for: rule.column, of: table)
    var list = TextTable(header: ["row", "column", "here", "server", "rule", "compared"])
    for row in rehearsal.rows {
      let columns = row.verdict.columns.filter { column in
        rule.column.map { $0 === column.name } ?? true
      }
      if columns.isEmpty { list.rows.append([row.conflict.itemID, "", "", "", "", word(row)]) }
      for column in columns {
        list.rows.append([
          row.conflict.itemID, column.name, column.local.serializedText,
          column.server.serializedText, text(column.outcome), word(row),
        ])
      }
    }
    if !rehearsal.rows.isEmpty { Output.line(list.text) }
    Output.line(
      "\(counted(rehearsal.rows.count, "conflict")): "
        + "\(rehearsal.count { $0.comparison == .same }) same as decided, "
        + "\(rehearsal.count { $0.comparison == .different }) decided otherwise, "
        + "\(rehearsal.resolvable.count) waiting, would be resolved. Nothing was changed.")
    return 0
  }

  private static func text(_ outcome: ConflictVerdict.Outcome) -> String {
    switch outcome {
    case .value(let value): value.serializedText
    case .open(let reason): "ask (\(reason.rawValue))"
    }
  }

  private static func word(_ row: ConflictRehearsal.Row) -> String {
    switch row.comparison {
    case .same: "same as decided"
    case .different: "decided otherwise"
    case .open: row.errorID == nil ? "not decided" : "waiting, not decided"
    case .waiting: "waiting, would be resolved"
    }
  }

  static func decisions(
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let before = try arguments.value("before").map { text throws(UsageError) in
      guard let number = Int64(text) else {
        throw UsageError(["--before \(text): write a number."])
      }
      return number
    }
    if arguments.has("json") {
      var query = QueryItems()
      for name in ["table", "before"] {
        if let value = arguments.value(name) { query.add(name, value) }
      }
      return try await session.printJSON("/s/\(session.name)/decisions.json", query, isAll: false)
        == nil ? 1 : 0
    }
    let page = try await session.context.ruledConflicts(
      of: arguments.value("table"), before: before)
    guard !page.conflicts.isEmpty else {
      Output.line("No automatic decisions.")
      return 0
    }
    var list = TextTable(header: ["id", "decided", "table", "row", "rule", "choice", "undone"])
    for decided in page.conflicts {
      list.rows.append([
        "\(decided.id)", decided.at.wholeSeconds, decided.conflict.table, decided.conflict.itemID,
        decided.rules.map(\.name).joined(separator: ", "), decided.resolution,
        decided.undoneAt?.wholeSeconds ?? "",
      ])
    }
    Output.line(list.text)
    Output.line("\(page.conflicts.count) of \(counted(page.count, "decision")).")
    if let next = page.next { Output.line("More: --before \(next)") }
    return 0
  }
}
