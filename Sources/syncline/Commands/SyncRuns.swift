import Console
import ConsoleData
import JSONKit
import SyncCore
import SyncInspection

/// `push`, `pull`, `sync` and `reconcile`: runs like the console's, seen from the shell.
enum SyncRuns {
  static func run(
    _ session: StoreSession, _ arguments: ParsedArguments, _ kind: Run.Kind
  ) async throws -> Int32 {
    var order = RunRequest(
      kind, store: session.name, tables: arguments.operands.isEmpty ? nil : arguments.operands,
      isFull: arguments.has("full"), by: StoreSession.commandLine)
    order.ignoresPause = arguments.has("anyway")
    let run = try await follow(session, order)
    // A push that meets no new trouble still leaves what earlier ones left: a script must hear of
    // it. A pull is done all the same.
    let counts = kind == .pull ? StoreCounts() : try await session.context.counts()
    if arguments.has("json") {
      _ = try await session.printJSON("/s/\(session.name)/runs/\(run.id).json")
    } else {
      describe(run, leaving: counts)
    }
    guard run.state == .succeeded, run.outcome.failed == 0 else { return 1 }
    guard counts.failed + counts.conflicts > 0 else { return 0 }
    Output.error(
      "Still in the queue: \(counts.failed) rejected, "
        + "\(counted(counts.conflicts, "conflict")). See: syncline errors")
    return 1
  }

  static func reconcile(
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let choices = try choices(arguments)
    var order = RunRequest(
      .reconcile, store: session.name, tables: [arguments.operands[0]],
      by: StoreSession.commandLine)
    order.comparesContent = arguments.has("content")
    let run = try await follow(session, order)
    let isJSON = arguments.has("json")
    guard run.state == .succeeded, let comparison = run.report.comparison else {
      if isJSON {
        _ = try await session.printJSON("/s/\(session.name)/runs/\(run.id).json")
      } else {
        describe(run, leaving: StoreCounts())
      }
      return 1
    }
    if arguments.has("apply") {
      return try await apply(comparison, choices, session, asJSON: isJSON)
    }
    if isJSON { return try await session.printJSON("/s/\(session.name)/runs/\(run.id).json") }
    describe(comparison)
    return 0
  }

  /// - Returns: The exit status: 1 when it stopped before its end.
  private static func apply(
    _ comparison: ReconcileReport, _ choices: ReconcileChoices, _ session: StoreSession,
    asJSON: Bool
  ) async throws -> Int32 {
    let outcome = try await session.context.apply(
      comparison, choices, by: StoreSession.commandLine)
    try await session.audit(
      "reconcile.apply", target: comparison.table,
      count: outcome.removed + outcome.pulled + outcome.queuedInserts)
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
      problems.append("--\(given) goes with --apply: write both.")
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

  // MARK: - Following a run

  /// Starts a run, shows how far it is, and stops it at Ctrl-C.
  private static func follow(_ session: StoreSession, _ order: RunRequest) async throws -> Run {
    let (id, _) = try await session.runs.start(order)
    let stopper = Task {
      await StopSignal.wait()
      if !Task.isCancelled { await session.runs.cancel(id) }
    }
    let reporter = Task {
      var printer = ProgressPrinter()
      for await progress in await session.runs.updates(id) ?? AsyncStream(unfolding: { nil }) {
        printer.show(progress)
      }
      printer.clear()
    }
    let run = try await session.runs.wait(id, store: session.name)
    await reporter.value
    stopper.cancel()
    return run
  }

  /// - Parameter counts: What the store's queue holds now, of this run and of those before.
  private static func describe(_ run: Run, leaving counts: StoreCounts) {
    let (outcome, report) = (run.outcome, run.report)
    let attention = counts.failed + counts.conflicts
    var figures = ["\(outcome.pushed) pushed"]
    let refused = report.failed - report.conflicts
    if run.kind != .pull || report.failed > 0 {
      figures += ["\(refused) failed", counted(report.conflicts, "conflict")]
    }
    if outcome.unknown > 0 { figures.append("\(outcome.unknown) with an unknown outcome") }
    if run.kind != .push {
      figures += [
        "\(counted(report.received, "row")) received", "\(outcome.pulled) new or changed",
        "\(outcome.deleted) deleted",
      ]
    }
    Output.line(
      "\(run.kind.rawValue.capitalizedFirst) \(run.state.rawValue)"
        + (attention > 0 ? ", \(counted(attention, "operation")) in the queue need attention" : "")
        + ": \(figures.joined(separator: ", ")).")
    if run.state == .cancelled { Output.error(run.report.whatStays(run.kind)) }
    for obstacle in run.report.obstacles { Output.error(obstacle) }
    for warning in run.report.warnings {
      Output.error(
        "warning  \(TextTable.printable(warning.table)): \(TextTable.printable(warning.text))")
    }
    for problem in run.report.problems {
      Output.error(
        "\(problem.state.rawValue)  \(TextTable.printable(problem.table)) "
          + "\(TextTable.printable(problem.itemID)): \(TextTable.printable(problem.message))")
    }
  }

  private static func describe(_ report: ReconcileReport) {
    Output.line(
      "Compared \(report.localRows) rows here with \(report.serverRows) on the server."
        + (report.leftOut.map { " \($0)" } ?? ""))
    for warning in report.warnings { Output.error("warning  \(TextTable.printable(warning))") }
    for (words, group) in [
      ("gone on the server", report.missingOnServer), ("not here", report.missingHere),
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
      Output.line("The guard asks: to remove \(number) rows, add --confirm \(number).")
    }
    Output.line("Nothing was changed. Add --apply to remove here what is gone, and pull the rest.")
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
