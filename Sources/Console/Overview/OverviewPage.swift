import ConsoleData
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// A store at a glance: is it working, what needs attention, how much there is, the last runs.
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
  let drift: DriftState
  /// The newest runs.
  let lines: RunLines
  /// Nil while sync works.
  let failure: SyncFailure?
  let isOnline: Bool
  let permissions: RowPermissions
  let now: Timestamp
  let charts: OverviewCharts?
  /// Nil on a person’s first visit.
  let sinceLastVisit: SinceLastVisit?
  /// How many errors the reader has.
  var mine = 0
  /// Why the store is not live, though it should be.
  var streamLoss: LiveStatus.Loss?
  /// The last backup, if it failed.
  var failedBackup: BackupRecord?
  var maySeeBackups = false

  private var runs: [Run] { lines.runs }
  private var needYou: Int { counts.failed + counts.conflicts }
  private var waiting: Int { counts.pending + needYou }

  var title: String { "Overview" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "REMOTE_KIND": remoteName(store.remoteKind), "REMOTE_URL": store.remoteURL,
      "STORE": store.name, "HEADLINE": sentences[0],
      "MORE": (sentences.dropFirst() + [whereItIs]).joined(separator: " "),
      "RUNS_LINK": Links.runs(store.name), "SYNC_ACTION": Links.sync(store.name),
      "ERRORS_LINK": Links.errors(store.name), "PREVIEW_ACTION": Links.pushPreview(store.name),
      "UP_TO": "\(newest)",
    ]
    if let running {
      values.add("RUNNING", ["LINK": Links.run(store.name, running.id), "LABEL": "View progress"])
    }
    values.show("CAN_SYNC", if: permissions.syncs && store.problem == nil)
    values.add("UNREADY", list: store.problem.map { [["TEXT": $0]] } ?? [])
    values.add("STAT", list: stats)
    let problems = problems
    values.show("NO_PROBLEMS", if: problems.isEmpty)
    var list = TemplateDictionary()
    list.add("PROBLEM", list: problems)
    values.add("PROBLEMS", list: problems.isEmpty ? [] : [list])
    if let sinceLastVisit { values.add("SINCE", sinceLastVisit.values) }
    if let charts { values.add("OVER_TIME", charts.values) }
    lines.add(to: &values, caption: "Last runs of store \(store.name)")
    return values
  }

  // MARK: - The sentence

  /// The headline first.
  private var sentences: [String] {
    var sentences: [String] = []
    if let failure {
      sentences += ["Sync has been failing since \(Format.time(failure.since, now: now))."]
      sentences += [(failure.run.outcome.message ?? "").asSentence]
    }
    if needYou > 0 {
      let causes = [
        counts.conflicts > 0 ? Format.count(counts.conflicts, "conflict") : nil,
        counts.failed > 0 ? "\(Format.number(counts.failed)) rejected" : nil,
      ].compactMap { $0 }
      sentences += [
        "\(Format.count(needYou, "change needs", "changes need")) attention.",
        "\(causes.joined(separator: ", ")).",
      ]
    }
    if counts.pending > 0 {
      let oldest = counts.oldestPendingAt.map { ", the oldest for \(age($0))" } ?? ""
      let more = needYou > 0 ? "\(Format.number(counts.pending)) more" : nil
      let changes = more ?? Format.count(counts.pending, "change")
      sentences += ["\(changes) pending\(oldest).\(unknown)"]
    }
    if let running, !sentences.isEmpty { sentences += ["\(running.title) is running."] }
    return sentences.isEmpty ? [settled] : sentences
  }

  /// Those that are listed below and wait for a push, not for a person.
  private var unknown: String {
    guard counts.unknown > 0 else { return "" }
    return " \(Format.number(counts.unknown)) of these "
      + "\(counts.unknown == 1 ? "has" : "have") an unknown outcome; the next push checks with the "
      + "server."
  }

  /// The sentence of a store without pending changes.
  private var settled: String {
    if store.problem != nil { return "Not connected. No pending changes." }
    let summary = StoreSummary(counts: counts, tables: tables, isOnline: isOnline)
    switch StoreStatus(summary, runs: runs) {
    case .offline: return "Offline. No pending changes."
    case .running(let run): return "\(run.title) is running. No pending changes."
    case .unpulled(let tables):
      let names = tables.count > 3 ? "\(tables.count) tables" : tables.joined(separator: ", ")
      return "Not pulled yet: \(names)."
    case .unusable, .failed, .needsAttention, .pending, .quiet: return "No pending changes."
    case .inSync where drift.remaining > 0:
      return "\(Format.count(drift.remaining, "row differs", "rows differ")) from the server."
    case .inSync where streamLoss != nil: return "Not connected to the change stream."
    case .inSync: return "In sync."
    }
  }

  /// The run that works on the store now.
  private var running: Run? { StoreStatus.running(runs) }

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
    return [
      stat(
        "live \(counts.live == 1 ? "row" : "rows") in \(Format.count(tables.count, "table"))",
        counts.live, Links.tables(name)),
      stat("pending", counts.pending, Links.queue(name)),
      stat("rejected", counts.failed, errors(.failed), isBad: true),
      stat(
        counts.conflicts == 1 ? "conflict" : "conflicts", counts.conflicts, errors(.conflict),
        isBad: true),
      stat("deleted", counts.deleted, Links.trash(name)),
    ]
  }

  private func errors(_ kind: ErrorKind) -> String {
    Links.with(Links.errors(store.name), ErrorRequest(kind).filter)
  }

  private func stat(
    _ label: String, _ value: Int, _ link: String, isBad: Bool = false
  ) -> TemplateDictionary {
    var stat: TemplateDictionary = [
      "LABEL": label, "VALUE": Format.number(value), "LINK": link,
    ]
    stat.show("BAD", if: isBad && value > 0)
    return stat
  }

  // MARK: - Problems

  private var problems: [TemplateDictionary] {
    OverviewProblems(
      store: store.name, tables: tables, families: families, duplicates: duplicates,
      drift: drift, failure: failure, streamLoss: streamLoss, failedBackup: failedBackup,
      maySeeBackups: maySeeBackups,
      permissions: permissions, mine: mine, now: now
    )
    .list
  }
}
