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
    guard counts.needYou > 0 else { return 0 }
    Output.error(
      "Still in the queue: \(counts.failed) rejected, "
        + "\(counted(counts.conflicts, "conflict")). See: syncline errors")
    return 1
  }

  // MARK: - Following a run

  /// Starts a run, shows how far it is, and stops it at Ctrl-C.
  ///
  /// - Parameter runs: Those of the session, or others that open a second store too.
  static func follow(
    _ session: StoreSession, _ order: RunRequest, _ runs: RunCenter? = nil
  ) async throws -> Run {
    let runs = runs ?? session.runs
    let (id, _) = try await runs.start(order)
    let stopper = Task {
      await StopSignal.wait()
      if !Task.isCancelled { await runs.cancel(id) }
    }
    let reporter = Task {
      var printer = ProgressPrinter()
      for await progress in await runs.updates(id) ?? AsyncStream(unfolding: { nil }) {
        printer.show(progress)
      }
      printer.clear()
    }
    let run = try await runs.wait(id, store: session.name)
    await reporter.value
    stopper.cancel()
    return run
  }

  /// - Parameter counts: What the store's queue holds now, of this run and of those before.
  static func describe(_ run: Run, leaving counts: StoreCounts) {
    let (outcome, report) = (run.outcome, run.report)
    let attention = counts.needYou
    var figures = ["\(outcome.pushed) pushed"]
    let rejected = report.failed - report.conflicts
    if run.kind != .pull || report.failed > 0 {
      figures += ["\(rejected) rejected", counted(report.conflicts, "conflict")]
    }
    if outcome.unknown > 0 { figures.append("\(outcome.unknown) with an unknown outcome") }
    if run.kind != .push {
      figures += [
        "\(counted(report.received, "row")) received", "\(outcome.pulled) new or changed",
        "\(outcome.deleted) deleted",
      ]
    }
    let needs = attention == 1 ? "needs" : "need"
    Output.line(
      "\(run.kind.rawValue.capitalizedFirst) \(run.state.rawValue)"
        + (attention > 0
          ? ", \(counted(attention, "operation")) in the queue \(needs) attention" : "")
        + ": \(figures.joined(separator: ", ")).")
    if run.state == .cancelled { Output.error(run.report.whatStays(run.kind)) }
    for obstacle in run.report.obstacles { Output.error(obstacle) }
    for warning in run.report.warnings {
      Output.error(
        "warning  \(TextTable.printable(warning.table)): \(TextTable.printable(warning.text))")
    }
    for problem in run.report.problems {
      Output.error(
        "\(problem.state.words)  \(TextTable.printable(problem.table)) "
          + "\(TextTable.printable(problem.itemID)): \(TextTable.printable(problem.message))")
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
