import Console
import ConsoleData
import JSONKit
import SyncCore
import SyncInspection

/// `reconcile`: compares tables with the server, and applies what was chosen.
enum ReconcileCommand {
  static func run(
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let choices = try choices(arguments)
    if arguments.operands.isEmpty, choices.confirm != nil {
      throw UsageError(["--confirm applies to one table: name the table."])
    }
    var order = RunRequest(
      .reconcile, store: session.name,
      tables: arguments.operands.isEmpty ? nil : arguments.operands,
      by: StoreSession.commandLine)
    order.comparesContent = arguments.has("content")
    let run = try await SyncRuns.follow(session, order)
    let isJSON = arguments.has("json")
    if let comparisons = run.report.comparisons {
      return try await finish(comparisons, of: run, choices, session, arguments)
    }
    guard run.state == .succeeded, let comparison = run.report.comparison else {
      if isJSON {
        _ = try await session.printJSON("/s/\(session.name)/runs/\(run.id).json")
      } else {
        SyncRuns.describe(run, leaving: StoreCounts())
      }
      return 1
    }
    if arguments.has("apply") {
      return try await apply(comparison, of: run, choices, session, asJSON: isJSON)
    }
    if isJSON { return try await session.printJSON("/s/\(session.name)/runs/\(run.id).json") }
    describe(comparison)
    return 0
  }

  /// - Returns: The exit status: 1 when it stopped before its end.
  private static func apply(
    _ comparison: ReconcileReport, of run: Run, _ choices: ReconcileChoices,
    _ session: StoreSession, asJSON: Bool
  ) async throws -> Int32 {
    let outcome = try await session.audited("reconcile.apply", target: comparison.table) {
      let outcome = try await session.context.apply(
        comparison, choices, by: StoreSession.commandLine)
      return (outcome, outcome.repaired, nil)
    }
    try await session.console.noteRepaired(
      outcome.repaired(of: comparison), run: run.id, table: comparison.table, store: session.name)
    if asJSON {
      Output.line(outcome.json.serializedText)
    } else {
      Output.line(
        "Removed \(counted(outcome.removed, "row")) here, pulled \(outcome.pulled), skipped "
          + "\(outcome.skipped.count). "
          + (outcome.queuedInserts == 0
            ? "Nothing was queued for the server."
            : "\(counted(outcome.queuedInserts, "insert")) queued: push to send."))
    }
    for skipped in outcome.skipped {
      Output.error("\(TextTable.printable(skipped.id)): \(skipped.reason)")
    }
    guard let stopped = outcome.stopped else { return 0 }
    Output.error(stopped.description)
    return 1
  }

  /// What to do with each group; what the options leave open only repairs this store.
  static func choices(_ arguments: ParsedArguments) throws(UsageError) -> ReconcileChoices {
    var problems: [String] = []
    func choice<Choice: RawRepresentable & CaseIterable>(
      _ name: String, default fallback: Choice
    ) -> Choice? where Choice.RawValue == String {
      guard let word = arguments.value(name) else { return fallback }
      if word == "ignore" { return nil }
      if let choice = Choice(rawValue: word) { return choice }
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      problems.append("--\(name) \(word): write \(known) or ignore.")
      return nil
    }
    var choices = ReconcileChoices(
      missingOnServer: choice("missing-on-server", default: .removeHere),
      missingHere: choice("missing-here", default: .pullAgain),
      different: choice("different", default: .pullAgain))
    let options = ["missing-on-server", "missing-here", "different", "confirm"]
    if !arguments.has("apply"), let given = options.first(where: { arguments.value($0) != nil }) {
      problems.append("--\(given) needs --apply: write both.")
    }
    if let text = arguments.value("confirm") {
      choices.confirm = Int(text)
      if choices.confirm == nil {
        problems.append("--confirm \(text): write the number of rows to remove.")
      }
    }
    guard problems.isEmpty else { throw UsageError(problems) }
    return choices
  }

  // MARK: - All tables

  /// - Returns: The exit status: 1 if a table could not be compared, or not be applied whole.
  private static func finish(
    _ comparisons: [ReconcileReport], of run: Run, _ choices: ReconcileChoices,
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let (isJSON, isApplied) = (arguments.has("json"), arguments.has("apply"))
    if isJSON, !isApplied {
      _ = try await session.printJSON("/s/\(session.name)/runs/\(run.id).json")
    }
    if !isJSON { show(comparisons, isApplied: isApplied) }
    for obstacle in run.report.obstacles { Output.error(obstacle) }
    var status: Int32 = run.state == .succeeded ? 0 : 1
    guard isApplied, run.state != .cancelled else { return status }
    for comparison in comparisons where comparison.isComplete {
      if !isJSON { Output.line("\(TextTable.printable(comparison.table)):") }
      do {
        status = max(
          status, try await apply(comparison, of: run, choices, session, asJSON: isJSON))
      } catch let error as ReconcileError {
        Output.error("\(error)")
        status = 1
      }
    }
    return status
  }

  private static let unapplied =
    "Nothing was changed. Add --apply to remove rows that are missing on the server, and pull the "
    + "others."

  private static func show(_ comparisons: [ReconcileReport], isApplied: Bool) {
    var table = TextTable(
      header: ["table", "here", "on server", "missing on server", "missing here", "different"])
    for report in comparisons {
      let figures = [
        report.localRows, report.serverRows, report.missingOnServer.count,
        report.missingHere.count, report.different.count,
      ]
      table.rows.append([report.table] + figures.map { report.isComplete ? "\($0)" : "-" })
    }
    let sum = ReconcileSum(comparisons)
    table.rows.append([
      "sum", "\(sum.localRows)", "\(sum.serverRows)", "\(sum.missingOnServer)",
      "\(sum.missingHere)", "\(sum.different)",
    ])
    Output.line(table.text)
    if let leftOut = sum.leftOut { Output.line(leftOut) }
    for report in comparisons {
      for warning in report.warnings {
        Output.error(
          "warning  \(TextTable.printable(report.table)): \(TextTable.printable(warning))")
      }
    }
    if !isApplied {
      Output.line(unapplied)
    }
  }

  private static func describe(_ report: ReconcileReport) {
    Output.line(
      "Compared \(report.localRows) rows here with \(report.serverRows) on the server."
        + (report.leftOut.map { " \($0)" } ?? ""))
    for warning in report.warnings { Output.error("warning  \(TextTable.printable(warning))") }
    for (words, group) in [
      ("missing on the server", report.missingOnServer), ("missing here", report.missingHere),
      ("different", report.different),
    ] {
      Output.line("\(group.count) \(words)\(group.count == 0 ? "." : ":")")
      for row in group.rows.prefix(50) {
        let columns = row.columns.isEmpty ? "" : ": " + row.columns.joined(separator: ", ")
        Output.line("  \(TextTable.printable(row.id + columns))")
      }
      if group.count > 50 { Output.line("  … and \(group.count - 50) more") }
    }
    if let number = report.confirmationNeeded {
      Output.line("Removing \(number) rows needs a confirmation: add --confirm \(number).")
    }
    Output.line(unapplied)
  }
}
