import ConsoleData
import HTTPKit
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
  /// Operations that a push would send.
  var pending: Int
  /// The newest operation that they were counted up to.
  var newest: Int64
  /// Operations that wait for a decision.
  var needYou: Int
  var tables: [String]
  /// Operations that a pull would push before, by table.
  var pushedFirst: UTF8Dictionary<Int> = [:]
  var isOffline: Bool
  /// Until when the server asked to be sent nothing.
  var pausedUntil: Timestamp?
  var running: Run?
  /// The newest runs.
  var runs: RunLines
  var tabs: SyncTabs
  var schedule: ScheduleStatus?
  /// Nil for a store that does not follow its server.
  var live: LiveStatus?
  /// Nil where no answer of the server is on record.
  var clock: ClockDifference?
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
    values.set("READY", Format.number(pending))
    values.set("UP_TO", "\(newest)")
    values.add("ABILITY", list: abilities)
    values.set("LAST_SYNC", lastSync)
    values.show("OFFLINE_NOW", if: isOffline)
    values.show("CAN_SYNC", if: facts.mayChange && !isOffline)
    values.set("PUSH_TEXT", pushText)
    if let pausedUntil {
      values.add(
        "ASKED_TO_WAIT",
        [
          "UNTIL": Format.full(pausedUntil),
          "EFFECT": PersistedRetryAfter.effect(until: pausedUntil, at: facts.now),
        ])
      values.show("PUSH_PAUSED", if: pending > 0)
      values.show("PULL_PAUSED", if: !tables.isEmpty)
    }
    values.show("PUSH_OFF", if: isOffline || pending == 0)
    values.show("PULL_OFF", if: isOffline || tables.isEmpty)
    values.add("TABLE", list: tables.map(tableToPull))
    values.show("NO_TABLES", if: tables.isEmpty)
    addConnection(to: &values)
    SchedulePanel(
      store: store, status: schedule, isLive: live != nil, now: facts.now,
      mayChange: facts.mayChange
    ).add(to: &values)
    if let running {
      values.add("RUNNING", ["NAME": running.title, "LINK": Links.run(store, running.id)])
    }
    runs.add(to: &values, caption: "Newest runs of store \(store)")
    if tabs.runs > runs.runs.count { values.add("MORE_RUNS", ["COUNT": Format.number(tabs.runs)]) }
    return values
  }

  private var lastSync: String {
    guard let run = runs.runs.first(where: { $0.kind.isSync && $0.finishedAt != nil }) else {
      return "No runs yet."
    }
    let end = Format.time(run.finishedAt ?? run.startedAt, now: facts.now)
    return "Last run: \(run.title), \(Badge(run).word.lowercasedStart) \(end), "
      + "\(run.took(now: facts.now))."
  }

  private var pushText: String {
    let rest =
      needYou > 0
      ? " \(Format.count(needYou, "change that needs", "changes that need")) attention "
        + (needYou == 1 ? "is skipped." : "are skipped.") : ""
    guard pending > 0 else {
      return needYou > 0 ? "Nothing is ready.\(rest)" : "No pending changes."
    }
    return "\(Format.count(pending, "operation is", "operations are")) ready.\(rest)"
  }

  private func addConnection(to values: inout TemplateDictionary) {
    values.set(badge: "CHIP", isOffline ? Badge(.paused, "Offline") : Badge(.synced, "Online"))
    values.set("CONNECTION_TEXT", connectionText)
    values.add("LIVE", list: live.map { [["TEXT": $0.words(now: facts.now)]] } ?? [])
    values.add("CLOCK_APART", list: clockWords.map { [["TEXT": $0]] } ?? [])
    values.set("OFFLINE_VALUE", isOffline ? "false" : "true")
    values.set("OFFLINE_WORDS", isOffline ? "Go online" : "Go offline")
  }

  /// Nil while the clocks are as good as equal.
  private var clockWords: String? {
    guard let clock, abs(clock.seconds) > 2 else { return nil }
    let span = Format.duration(milliseconds: Int64(abs(clock.seconds).rounded()) * 1_000)
    return "The server’s clock was \(span) \(clock.seconds > 0 ? "ahead of" : "behind") this "
      + "machine’s \(Format.relative(clock.at, now: facts.now))."
  }

  private func tableToPull(_ name: String) -> TemplateDictionary {
    var values: TemplateDictionary = ["NAME": name]
    if let count = pushedFirst[name], count > 0 {
      values.add("PUSHED_FIRST", ["TEXT": "\(Format.number(count)) pending, pushed first"])
    }
    return values
  }

  private var connectionText: String {
    let kept = "Changes are kept and can be sent once it is online."
    switch (isOffline, running) {
    case (true, nil): return "Nothing is sent or received. \(kept)"
    case (true, let running?):
      return
        "\(running.title) is finishing its last step; after that nothing is sent or received. "
        + kept
    case (false, nil): return "When offline, nothing is sent or received. \(kept)"
    case (false, let running?):
      return "Going offline stops \(running.title) at its next safe point; after that nothing is "
        + "sent or "
        + "received. \(kept)"
    }
  }
}

extension RunReport {
  /// What the run worked on, in words.
  var scope: String {
    if let operations { return Format.count(operations.count, "operation") }
    let names =
      switch tables {
      case let tables? where tables.count <= 3: tables.joined(separator: ", ")
      case let tables?: Format.count(tables.count, "table")
      case nil: "all tables"
      }
    return isFull ? "\(names), full" : names
  }
}
