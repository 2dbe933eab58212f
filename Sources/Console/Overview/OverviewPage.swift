import ConsoleData
import Localization
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
  /// Who has how many of the errors of a cause, in words.
  let assignees: [ErrorGroup.Key: String]
  /// How many inserts of a table were made twice.
  let duplicates: [(table: String, count: Int)]
  let drift: DriftState
  /// The newest runs.
  let lines: RunLines
  /// Nil while sync works.
  let failure: SyncFailure?
  /// Nil online.
  let offline: OfflineSwitch?
  /// Nil where no schedule starts a sync.
  let nextSync: Timestamp?
  let permissions: RowPermissions
  let now: Timestamp
  let charts: OverviewCharts?
  let driftCharts: DriftCharts
  /// Nil on a person’s first visit.
  let sinceLastVisit: SinceLastVisit?
  /// How many errors the reader has.
  var mine = 0
  /// Why the store is not live, though it should be.
  var streamLoss: LiveStatus.Loss?
  /// The last backup, if it failed.
  var failedBackup: BackupRecord?
  var maySeeBackups = false
  /// Whether the reader can test the connection.
  var mayTest = false

  private var isOnline: Bool { offline == nil }
  private var runs: [Run] { lines.runs }
  private var needYou: Int { counts.needYou }

  var title: String { localized("Overview") }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "REMOTE_KIND": remoteName(store.remoteKind), "REMOTE_URL": store.remoteURL,
      "STORE": store.name, "HEADLINE": sentences[0],
      "MORE": (sentences.dropFirst() + times + [whereItIs]).joinedAsSentences(),
      "RUNS_LINK": Links.runs(store.name), "SYNC_ACTION": Links.sync(store.name),
      "ERRORS_LINK": Links.errors(store.name), "PREVIEW_ACTION": Links.pushPreview(store.name),
      "UP_TO": "\(newest)",
    ]
    if let running {
      values.add(
        "RUNNING", ["LINK": Links.run(store.name, running.id), "LABEL": localized("View progress")])
    }
    values.show("CAN_SYNC", if: permissions.syncs && store.problem == nil)
    values.show("CAN_PREVIEW", if: counts.queued > 0)
    values.add("UNREADY", list: store.problem.map { [["TEXT": localized(stored: $0)]] } ?? [])
    let stats = stats
    if !stats.isEmpty { values.add("STATS") { $0.add("STAT", list: stats) } }
    let problems = problems
    values.show("NO_PROBLEMS", if: problems.isEmpty)
    var list = TemplateDictionary()
    list.add("ATTENTION", list: problems.map(\.values))
    values.add("PROBLEMS", list: problems.isEmpty ? [] : [list])
    if let sinceLastVisit { values.add("SINCE", sinceLastVisit.values) }
    if let charts {
      var section = charts.values
      section.add("CHART", list: driftCharts.differingRows.map { [$0] } ?? [])
      values.add("OVER_TIME", section)
    }
    lines.add(to: &values, caption: localized("Last runs of store \(store.name)"))
    return values
  }

  // MARK: - The sentence

  /// The headline first.
  private var sentences: [String] {
    if let offline {
      let parts = [offline.headline(now: now), failure?.last(now: now), stillWaiting]
      return [parts.compactMap(\.self).joinedAsSentences()]
        + (needYou > 0 ? attention : [])
        + ending
    }
    var sentences: [String] = []
    if let failure {
      let time = Format.minute(failure.since, now: now)
      sentences += [localized("Sync has been failing since \(time).")]
    }
    if needYou > 0 {
      var attention = attention
      if isWorking { attention[0] = localized("Sync is working.") + sentenceSpace + attention[0] }
      sentences += attention
    }
    if counts.pending > 0 {
      sentences += [
        [pending, unknown, sentLater].compactMap(\.self).joinedAsSentences()
      ]
    }
    return sentences.isEmpty ? [settled] : sentences + ending
  }

  /// The run under way, behind what else there is to say.
  private var ending: [String] {
    running.map { run in [localized("\(run.title) is running.")] } ?? []
  }

  /// How many changes wait for a person, then of which kinds they are.
  private var attention: [String] {
    let causes = [
      counts.conflicts > 0 ? Format.count(counts.conflicts, "conflict") : nil,
      counts.failed > 0 ? localized("\(Format.number(counts.failed)) rejected") : nil,
    ].compactMap { $0 }
    return [
      localized("\(Format.count(needYou, "change needs", "changes need")) attention."),
      causes.joinedAsSentence(),
    ]
  }

  /// How many changes are sent once the store is online.
  private var stillWaiting: String {
    switch counts.pending {
    case 0: localized("No pending changes.")
    case 1: localized("1 change is waiting.")
    default: localized("\(Format.count(counts.pending, "change")) are waiting.")
    }
  }

  /// The newest run that ended and reached the server.
  private var lastSync: Timestamp? {
    runs.first { $0.kind.isSync && $0.state != .cancelled && $0.finishedAt != nil }
      .flatMap { $0.outcome.message == nil ? $0.finishedAt : nil }
  }

  private var isWorking: Bool { isOnline && store.problem == nil && lastSync != nil }

  /// When it was synced and will be.
  private var times: [String] {
    guard isOnline, store.problem == nil, running == nil else { return [] }
    let (last, next) = (
      lastSync.map { Format.minute($0, now: now) }, nextSync.map { Format.minute($0, now: now) }
    )
    switch (last, next) {
    case (let last?, let next?): return [localized("Last sync \(last), next \(next).")]
    case (let last?, nil): return [localized("Last sync \(last).")]
    case (nil, let next?):
      return [
        failure == nil ? localized("Next sync: \(next).") : localized("Next attempt at \(next).")
      ]
    case (nil, nil): return []
    }
  }

  /// That pending changes are safe while the server can't be reached.
  private var sentLater: String? {
    guard let failure, case .unreachable = failure.run.report.stopped else { return nil }
    return nextSync == nil
      ? localized("Changes are kept here. Push again when the server responds.")
      : localized("Changes are kept here and sent when the server responds.")
  }

  /// How many changes are pending, and since when.
  private var pending: String {
    let count = Format.number(counts.pending)
    let changes = Format.count(counts.pending, "change")
    guard let oldest = counts.oldestPendingAt else {
      return needYou > 0
        ? localized("\(count) more pending.") : localized("\(changes) pending.")
    }
    let duration = age(oldest)
    return needYou > 0
      ? localized("\(count) more pending, the oldest for \(duration).")
      : localized("\(changes) pending, the oldest for \(duration).")
  }

  /// Those that are listed below and wait for a push, not for a person; nil for none.
  private var unknown: String? {
    guard counts.unknown > 0 else { return nil }
    let count = Format.number(counts.unknown)
    return counts.unknown == 1
      ? localized(
        "\(count) of these has an unknown outcome: the server may or may not have applied it. The "
          + "next push checks before it resends it.")
      : localized(
        "\(count) of these have an unknown outcome: the server may or may not have applied them. "
          + "The next push checks before it resends them.")
  }

  /// The sentence of a store without pending changes.
  private var settled: String {
    if store.problem != nil { return localized("Not connected. No pending changes.") }
    let summary = StoreSummary(counts: counts, tables: tables, isOnline: isOnline)
    switch StoreStatus(summary, runs: runs, failure: failure) {
    case .running(let run):
      let runName = run.title
      return localized("\(runName) is running. No pending changes.")
    case .unpulled(let tables):
      let names =
        tables.count > 3 ? Format.count(tables.count, "table") : tables.joinedAsList()
      return localized("Not pulled yet: \(names).")
    case .unusable, .failed, .needsAttention, .offline, .pending, .quiet:
      return localized("No pending changes.")
    case .inSync where drift.remaining > 0:
      let rows = Format.count(drift.remaining, "row")
      return drift.remaining == 1
        ? localized("\(rows) differs from the server.")
        : localized("\(rows) differ from the server.")
    case .inSync where streamLoss != nil: return localized("Not connected to the change stream.")
    case .inSync: return localized("In sync.")
    }
  }

  /// The run that works on the store now.
  private var running: Run? { StoreStatus.running(runs) }

  private var whereItIs: String {
    switch counts.queued {
    case 0: localized("All changes have been sent.")
    case 1: localized("The change is stored here.")
    case 2: localized("Both changes are stored here.")
    default: localized("All \(Format.count(counts.queued, "change")) are stored here.")
    }
  }

  private func age(_ moment: Timestamp) -> String { Format.age(moment, now: now) }

  // MARK: - Counters

  /// What there is none of is left out.
  private var stats: [TemplateDictionary] {
    let name = store.name
    let tableCount = Format.count(tables.count, "table")
    return [
      stat(
        counts.live == 1
          ? localized("live row in \(tableCount)") : localized("live rows in \(tableCount)"),
        counts.live, Links.tables(name)),
      stat(localized("pending"), counts.pending, Links.queue(name)),
      stat(localized("rejected"), counts.failed, errors(.failed), isBad: true),
      stat(
        counts.conflicts == 1 ? localized("conflict") : localized("conflicts"), counts.conflicts,
        errors(.conflict),
        isBad: true),
      stat(localized("deleted"), counts.deleted, Links.trash(name)),
    ].compactMap(\.self)
  }

  private func errors(_ kind: ErrorKind) -> String {
    Links.with(Links.errors(store.name), ErrorRequest(kind).filter)
  }

  private func stat(
    _ label: String, _ value: Int, _ link: String, isBad: Bool = false
  ) -> TemplateDictionary? {
    guard value > 0 else { return nil }
    var stat: TemplateDictionary = [
      "LABEL": label, "VALUE": Format.number(value), "LINK": link,
    ]
    stat.show("BAD", if: isBad)
    return stat
  }

  // MARK: - Problems

  private var problems: [AttentionItem] {
    OverviewProblems(
      store: store.name, tables: tables, families: families, assignees: assignees,
      duplicates: duplicates, drift: drift, failure: failure, streamLoss: streamLoss,
      failedBackup: failedBackup, maySeeBackups: maySeeBackups, mayTest: mayTest,
      permissions: permissions, mine: mine, now: now
    )
    .list
  }
}
