import ConsoleData
import Support
import SyncCore

/// Records live pulls in the list of runs.
///
/// Pulls in a row share one run, for up to an hour, until the store has another run; else a busy server
/// would fill the list. A pull that changed nothing is not recorded.
actor LiveRunLog {
  private struct Open {
    var id: RunID
    var startedAt: Timestamp
    var report: RunReport
  }

  private static let runMinutesMax: Int64 = 60

  let store: String
  let data: ConsoleData
  private var open: Open?

  init(store: String, data: ConsoleData) {
    self.store = store
    self.data = data
  }

  func record(_ report: RunReport, startedAt: Timestamp, endedAt: Timestamp) async throws {
    guard report.isWorthRecording else { return }
    if var open, open.report.obstacles == report.obstacles,
      endedAt < open.startedAt.adding(seconds: Self.runMinutesMax * 60)
    {
      open.report.add(report)
      let outcome = RunOutcome(livePull: open.report)
      if try await data.extendRun(open.id, outcome, until: endedAt) {
        self.open = open
        return
      }
    }
    let state: Run.State = report.obstacles.isEmpty ? .succeeded : .failed
    let id = try await data.addEndedRun(
      .pull, state, RunOutcome(livePull: report), store: store, who: LiveCenter.name,
      startedAt: startedAt, finishedAt: endedAt)
    open = Open(id: id, startedAt: startedAt, report: report)
  }
}

extension RunOutcome {
  fileprivate init(livePull report: RunReport) {
    let steps = (report.pull?.tables ?? []).map { table in
      SyncProgress.Step(
        kind: .pull, name: table.table, state: table.failure == nil ? .done : .failed,
        done: table.received, message: table.failure)
    }
    self.init(report, SyncProgress(steps: steps))
    message = report.obstacles.first
  }
}

extension RunReport {
  /// False for a pull that found what the store had already.
  fileprivate var isWorthRecording: Bool {
    pulled + deleted + (pull?.keptBeside ?? 0) > 0 || !obstacles.isEmpty
  }

  /// Takes in a later pull of the same store.
  fileprivate mutating func add(_ later: RunReport) {
    let names = UTF8Set(tables ?? []).union(later.tables ?? [])
    tables = names.sorted()
    var sum = pull ?? PullReport()
    for table in later.pull?.tables ?? [] { sum.add(table) }
    pull = sum
    history?.upTo = later.history?.upTo
  }
}

extension PullReport {
  fileprivate mutating func add(_ later: TablePullReport) {
    let place = tables.firstIndex { $0.table === later.table && $0.queryID === later.queryID }
    guard let place else { return tables.append(later) }
    tables[place].add(later)
  }
}

extension TablePullReport {
  fileprivate mutating func add(_ later: TablePullReport) {
    pages += later.pages
    received += later.received
    inserted += later.inserted
    updated += later.updated
    deleted += later.deleted
    unchanged += later.unchanged
    keptBeside += later.keptBeside
    for warning in later.warnings where !warnings.contains(warning) { warnings.append(warning) }
    failure = later.failure
    goesOn = later.goesOn
  }
}
