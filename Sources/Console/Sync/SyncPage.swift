import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Push, pull, the offline switch, and past runs.
struct SyncPage {
  static let runsShown = 10

  var facts: StorePageContext
  var remoteURL: String
  var remoteKind: String
  var counts: StoreCounts
  /// The newest operation that they were counted up to.
  var newest: Int64
  var tables: [String]
  /// Operations that a pull would push before, by table.
  var pushedFirst: UTF8Dictionary<Int> = [:]
  var isOffline: Bool
  /// Whether the last run could not do its work with the server, also offline.
  var isFailing = false
  /// Until when the server asked to be sent nothing.
  var pausedUntil: Timestamp?
  var running: Run?
  /// The newest runs.
  var runs: RunLines
  var tabs: SyncTabs
  var schedule: ScheduleStatus?
  /// Whether the person may change the store's settings.
  var maySetSchedule = false
  /// Nil for a store that does not follow its server.
  var live: LiveStatus?
  /// Nil where no answer of the server is on record.
  var clock: ClockDifference?
  /// Nil before the first response since the store was opened.
  var responseTime: ResponseTime?
  /// What the server can do.
  var abilities: [TemplateDictionary] = []

  private var store: String { facts.store }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("REMOTE_URL", remoteURL)
    values.set("REMOTE_KIND", remoteKind)
    values.set("SYNC_ACTION", Links.sync(store))
    values.set("RUNS_LINK", Links.runs(store))
    values.set("COPY_LINK", Links.copy(store))
    tabs.add(to: &values)
    values.set("PUSH_ACTION", Links.push(store))
    values.set("PREVIEW_ACTION", Links.pushPreview(store))
    values.set("PULL_ACTION", Links.pull(store))
    values.set("PULL_PREVIEW_ACTION", Links.pullPreview(store))
    values.set("OFFLINE_ACTION", Links.offline(store))
    values.set("PUSH_WORDS", PushLabel.words(counts.sendable))
    values.set("UP_TO", "\(newest)")
    values.add("ABILITY", list: abilities)
    values.set("LAST_RUN", lastRun)
    values.show("CAN_SYNC", if: facts.mayChange)
    values.set("PUSH_TEXT", pushText)
    if let pausedUntil {
      values.add(
        "ASKED_TO_WAIT",
        [
          "UNTIL": Format.full(pausedUntil),
          "EFFECT": PersistedRetryAfter.effect(until: pausedUntil, at: facts.now),
        ])
      values.show("PUSH_PAUSED", if: counts.sendable > 0)
      values.show("PULL_PAUSED", if: !tables.isEmpty)
    }
    values.show("CAN_PREVIEW", if: counts.pending > 0 || counts.needYou > 0)
    values.show("PUSH_OFF", if: !isOffline && counts.sendable == 0)
    values.show("PULL_OFF", if: !isOffline && tables.isEmpty)
    values.add("TABLE", list: tables.map(tableToPull))
    values.show("NO_TABLES", if: tables.isEmpty)
    addConnection(to: &values)
    SchedulePanel(
      store: store, status: schedule, isLive: live != nil, now: facts.now,
      mayChange: facts.mayChange, maySet: maySetSchedule
    ).add(to: &values)
    if let running {
      values.add("RUNNING", ["NAME": running.title, "LINK": Links.run(store, running.id)])
    }
    runs.add(to: &values, caption: localized("Newest runs of store \(store)"))
    if tabs.runs > runs.runs.count { values.add("MORE_RUNS", ["COUNT": Format.number(tabs.runs)]) }
    return values
  }

  private var lastRun: String {
    guard let run = runs.runs.first(where: { $0.finishedAt != nil }) else {
      return running == nil ? localized("No runs yet.") : ""
    }
    let (runName, duration) = (run.title, run.tookWords(now: facts.now))
    let time = Format.time(run.startedAt, now: facts.now)
    let user = run.who.actorName
    let start =
      run.who.isEmpty
      ? localized("Last run: \(runName), started \(time), took \(duration).")
      : localized("Last run: \(runName), started \(time) by \(user), took \(duration).")
    return [start, RunSummary(run: run, report: run.report).inShort].joinedAsSentences()
  }

  private var pushText: String {
    let (sendable, needYou) = (counts.sendable, counts.needYou)
    if sendable == 0, needYou == 0 { return localized("No pending changes.") }
    let ready =
      sendable > 0
      ? localized("\(Format.count(sendable, "operation is", "operations are")) ready.")
      : localized("Nothing is ready.")
    return [ready, skipped].compactMap(\.self).joinedAsSentences()
  }

  /// What a push leaves, as a sentence.
  private var skipped: String? {
    let (needYou, waiting) = (Format.number(counts.needYou), Format.number(counts.heldBack))
    return switch (counts.needYou, counts.heldBack) {
    case (0, _): nil
    case (1, 0): localized("1 change that needs attention is skipped.")
    case (_, 0): localized("\(needYou) changes that need attention are skipped.")
    case (1, 1): localized("1 change that needs attention is skipped, and 1 that waits for it.")
    case (1, _):
      localized("1 change that needs attention is skipped, and \(waiting) that wait for it.")
    case (_, 1):
      localized("\(needYou) changes that need attention are skipped, and 1 that waits for them.")
    default:
      localized(
        "\(needYou) changes that need attention are skipped, and \(waiting) that wait for them.")
    }
  }

  private func addConnection(to values: inout TemplateDictionary) {
    let badges = [
      isOffline ? Badge(.paused, localized("Offline")) : nil,
      isFailing ? Badge(.failed, localized("Sync failed")) : nil,
    ].compactMap(\.self)
    let shown = badges.isEmpty ? [Badge(.synced, localized("Online"))] : badges
    values.add("CONNECTION_CHIP", each: shown) { $0.set(badge: "CHIP", $1) }
    values.set("CONNECTION_TEXT", connectionText)
    values.add("LIVE", list: live.map { [["TEXT": $0.words(now: facts.now)]] } ?? [])
    values.add("RESPONSE_TIME", list: responseWords.map { [["TEXT": $0]] } ?? [])
    values.add("CLOCK_APART", list: clockWords.map { [["TEXT": $0]] } ?? [])
    values.set("OFFLINE_VALUE", isOffline ? "false" : "true")
    values.set("OFFLINE_WORDS", isOffline ? localized("Go online") : localized("Go offline"))
  }

  private var responseWords: String? {
    guard let responseTime else { return nil }
    let median = Format.duration(milliseconds: Int64(responseTime.medianMilliseconds))
    let requests = Format.number(responseTime.requests)
    return responseTime.requests == 1
      ? localized("\(median) (1 request)")
      : localized("\(median) (median of the last \(requests) requests)")
  }

  /// Nil while the clocks are as good as equal.
  private var clockWords: String? {
    guard let clock, abs(clock.seconds) > 2 else { return nil }
    let span = Format.duration(milliseconds: Int64(abs(clock.seconds).rounded()) * 1_000)
    let time = Format.relative(clock.at, now: facts.now)
    return clock.seconds > 0
      ? localized("The server’s clock was \(span) ahead of this machine’s (\(time)).")
      : localized("The server’s clock was \(span) behind this machine’s (\(time)).")
  }

  private func tableToPull(_ name: String) -> TemplateDictionary {
    var values: TemplateDictionary = ["NAME": name]
    if let count = pushedFirst[name], count > 0 {
      values.add(
        "PUSHED_FIRST", ["TEXT": localized("\(Format.number(count)) pending, pushed first")])
    }
    return values
  }

  private var connectionText: String {
    let effect =
      switch (isOffline, running) {
      case (true, nil): localized("Nothing is sent or received.")
      case (true, let running?):
        localized(
          "\(running.title) is finishing its last step; after that nothing is sent or received.")
      case (false, nil): localized("When offline, nothing is sent or received.")
      case (false, let running?):
        localized(
          "Going offline stops \(running.title) at its next safe point; after that nothing is sent "
            + "or received.")
      }
    return [effect, localized("Changes are kept and can be sent once it is online.")]
      .joinedAsSentences()
  }
}

extension RunReport {
  /// The scope in English, as the audit log keeps it.
  var recordedScope: String { inEnglish { scope } }

  /// What the run worked on, in words.
  var scope: String {
    if let operations { return Format.count(operations.count, "operation") }
    let names =
      switch tables {
      case let tables? where tables.count <= 3: tables.joinedAsList()
      case let tables?: Format.count(tables.count, "table")
      case nil: localized("all tables")
      }
    return isFull ? localized("\(names), full") : names
  }
}
