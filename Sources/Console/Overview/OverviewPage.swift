import ConsoleData
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// A store at a glance: one sentence, five counters, what needs a person, the last runs.
struct OverviewPage {
  static let template = "Overview/overview"
  static let runsShown = 10

  let store: StoreInfo
  let counts: StoreCounts
  /// The newest operation that they were counted up to.
  let newest: Int64
  let tables: [TableSummary]
  let families: ErrorGroups
  /// How many inserts of a table were made twice.
  let duplicates: [(table: String, count: Int)]
  let runs: [Run]
  let isOnline: Bool
  let permissions: RowPermissions
  let now: Timestamp
  let charts: OverviewCharts?

  private var needYou: Int { counts.failed + counts.conflicts }
  private var waiting: Int { counts.pending + needYou }

  var title: String { "Overview" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "REMOTE_KIND": remoteName(store.remoteKind), "REMOTE_URL": store.remoteURL,
      "STORE": store.name, "SAY": say, "SAY_MORE": sayMore,
      "SYNC_LINK": Links.sync(store.name), "SYNC_ACTION": Links.sync(store.name),
      "ERRORS_LINK": Links.errors(store.name), "PREVIEW_ACTION": Links.pushPreview(store.name),
      "UP_TO": "\(newest)",
    ]
    values.add("SAY_STRONG", list: strong.map { [["TEXT": $0]] } ?? [])
    if let run = running ?? brokenOff {
      values.add(
        "SAY_RUN",
        [
          "LINK": Links.run(store.name, run.id),
          "LABEL": run.state == .running ? "View progress" : "View run",
        ])
    }
    values.show("CAN_SYNC", if: permissions.syncs && store.problem == nil)
    values.add("UNREADY", list: store.problem.map { [["TEXT": $0]] } ?? [])
    values.add("STAT", list: stats)
    let problems = problems
    values.show("NO_PROBLEMS", if: problems.isEmpty)
    var list = TemplateDictionary()
    list.add("PROBLEM", list: problems)
    values.add("PROBLEMS", list: problems.isEmpty ? [] : [list])
    if let charts { values.add("OVER_TIME", charts.values) }
    values.add("RUN", list: runs.map(line))
    values.show("NO_RUNS", if: runs.isEmpty)
    return values
  }

  // MARK: - The sentence

  private var say: String {
    let oldest = counts.oldestPendingAt.map { ", the oldest for \(age($0))" } ?? ""
    guard needYou > 0 else {
      guard counts.pending > 0 else {
        return settled
      }
      let verb = counts.pending == 1 ? "is" : "are"
      return
        "\(Format.count(counts.pending, "change")) \(verb) waiting to be sent\(oldest).\(unknown)"
    }
    var causes: [String] = []
    if counts.conflicts > 0 { causes.append(Format.count(counts.conflicts, "conflict")) }
    if counts.failed > 0 { causes.append("\(Format.number(counts.failed)) the server refused") }
    guard counts.pending > 0 else { return causes.joined(separator: " and ") + "." }
    let verb = counts.pending == 1 ? "is" : "are"
    return causes.joined(separator: " and ")
      + ". \(Format.number(counts.pending)) more \(verb) waiting to be sent\(oldest).\(unknown)"
  }

  /// Those that are listed below and wait for a push, not for a person.
  private var unknown: String {
    guard counts.unknown > 0 else { return "" }
    return " \(Format.number(counts.unknown)) of these "
      + "\(counts.unknown == 1 ? "has" : "have") an unknown outcome; the next push checks with the server."
  }

  /// The sentence of a store in which nothing waits.
  private var settled: String {
    if store.problem != nil { return "Not connected. No pending changes." }
    let summary = StoreSummary(counts: counts, tables: tables, isOnline: isOnline)
    switch StoreStatus(summary, runs: runs) {
    case .offline: return "Offline. No pending changes."
    case .running(let run): return "\(run.title) is running. No pending changes."
    case .unpulled(let tables):
      let names = tables.count > 3 ? "\(tables.count) tables" : tables.joined(separator: ", ")
      return "Not pulled yet: \(names)."
    case .unusable, .failed, .needsYou, .pending, .quiet: return "No pending changes."
    case .inSync: return "In sync."
    }
  }

  private var strong: String? {
    if let brokenOff { return "\(brokenOff.title) failed." }
    guard needYou > 0 else { return nil }
    return "\(Format.count(needYou, "change")) \(needYou == 1 ? "needs" : "need") you:"
  }

  /// The run that works on the store now.
  private var running: Run? { StoreStatus.running(runs) }

  /// The newest run that fetches or sends, when it could not do that.
  private var brokenOff: Run? { StoreStatus.brokenOff(runs) }

  private var sayMore: String {
    if let running, waiting > 0 { return "\(running.title) is running. \(whereItIs)" }
    guard let message = brokenOff?.outcome.message else { return whereItIs }
    return "\(message.asSentence) \(whereItIs)"
  }

  private var whereItIs: String {
    let kept =
      switch waiting {
      case 0: "All changes have been sent."
      case 1: "It is stored here."
      default: "All \(Format.number(waiting)) are stored here."
      }
    return isOnline ? kept : kept + " This store is offline: nothing is sent or pulled."
  }

  private func age(_ moment: Timestamp) -> String { Format.age(moment, now: now) }

  // MARK: - Counters

  private var stats: [TemplateDictionary] {
    let name = store.name
    let oldest = counts.oldestPendingAt.map { "oldest \(age($0))" } ?? "none"
    return [
      stat(
        "Live rows", counts.live, "in \(Format.count(tables.count, "table"))", Links.tables(name)),
      stat(
        "Deleted rows", counts.deleted,
        counts.deleted == 0 ? "trash is empty" : "can be undeleted", Links.trash(name)),
      stat("Pending", counts.pending, oldest, Links.queue(name)),
      stat("Rejected", counts.failed, "by the server", errors(.failed), mark: "FAIL"),
      stat(
        "Conflicts", counts.conflicts, "changed on both sides", errors(.conflict), mark: "CONF"),
    ]
  }

  private func errors(_ kind: ErrorKind) -> String {
    Links.with(Links.errors(store.name), ErrorRequest(kind).filter)
  }

  private func stat(
    _ label: String, _ value: Int, _ remark: String, _ link: String, mark: String? = nil
  ) -> TemplateDictionary {
    var stat: TemplateDictionary = [
      "LABEL": label, "VALUE": Format.number(value), "REMARK": remark, "LINK": link,
    ]
    if let mark, value > 0 { stat.show(mark) }
    return stat
  }

  // MARK: - Problems

  private var problems: [TemplateDictionary] {
    OverviewProblems(
      store: store.name, tables: tables, families: families, duplicates: duplicates,
      failedRun: brokenOff, permissions: permissions, now: now
    )
    .list
  }

  private func line(_ run: Run) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "LINK": Links.run(store.name, run.id), "NAME": run.title, "TOOK": run.took(now: now),
    ]
    values.set(time: "STARTED", run.startedAt, now: now)
    values.addFigures(of: run)
    values.set(badge: "CHIP", Badge(run))
    return values
  }
}
