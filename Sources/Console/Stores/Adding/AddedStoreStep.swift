import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The last step: the store is there, and empty until its first run.
struct AddedStoreStep {
  let store: StoreInfo
  let facts: StorePageContext
  /// Its newest push, pull or sync, which its schedule may have started; nil before the first one.
  var run: Run?
  /// The newest snapshot of a run under way.
  var progress: SyncProgress?
  /// False until all tables were pulled.
  var isPulled = false
  /// Nil for a store that syncs only when somebody asks.
  var schedule: ScheduleStatus?

  init(_ store: StoreInfo, _ context: PageContext) {
    self.store = store
    facts = context.facts(store, .syncRun)
  }

  /// What begins so soon is not also offered by hand.
  private static let momentSeconds = 5.0
  /// The page follows the start of a sync that is at most this far away.
  private static let soonSeconds = 90.0
  private static let renewMilliseconds = 3_000

  private var isRunning: Bool { run?.state == .running }

  /// Whether the schedule starts a sync within so many seconds.
  private func starts(within seconds: Double) -> Bool {
    guard !isRunning, let start = schedule?.plannedAt else { return false }
    return (-Self.momentSeconds...seconds).contains(start.seconds(since: facts.now))
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store.name, "STORE_LINK": Links.store(store.name),
      "DONE_LINK": Links.storeAdded(store.name),
    ]
    let isOpen = !isRunning && !isPulled
    let pulls = facts.mayChange && isOpen && !starts(within: Self.momentSeconds)
    values.add("PULL", list: pulls ? [["PULL_ACTION": Links.pull(store.name)]] : [])
    values.show("OPEN_FIRST", if: !pulls)
    values.show("NO_RUN", if: run == nil)
    let follows = run == nil && starts(within: Self.soonSeconds)
    values.set("RENEW", ifAny: follows ? "\(Self.renewMilliseconds)" : nil)
    values.add("NEXT_SYNC", list: [nextSync].compactMap(\.self))
    if let run { values.add("RUN", shown(run)) }
    return values
  }

  /// When the schedule starts a sync, with a link to it.
  private var nextSync: TemplateDictionary? {
    guard !isRunning, let schedule, schedule.plannedAt != nil || schedule.phase == .offline else {
      return nil
    }
    let time = schedule.nextWords(facts.now)
    return [
      "WHEN": run == nil
        ? localized("The first sync starts \(time).") : localized("The next sync starts \(time)."),
      "SCHEDULE_LINK": Links.sync(store.name) + "#" + SchedulePanel.anchor,
    ]
  }

  private func shown(_ run: Run) -> TemplateDictionary {
    guard !isRunning else { return RunPage(facts: facts, run: run, progress: progress).values }
    let summary = RunSummary(run: run, report: run.report)
    var values: TemplateDictionary = [
      "NAME": run.title, "RUN_LINK": Links.run(store.name, run.id), "SAY": summary.say,
    ]
    values.set(badge: "CHIP", Badge(run))
    values.show("OVER")
    if let strong = summary.strong { values.add("STRONG", ["TEXT": strong]) }
    return values
  }
}

extension AddStoreHandlers {
  func added(_ store: StoreInfo, _ context: PageContext) async throws -> AddedStoreStep {
    var step = AddedStoreStep(store, context)
    // Without its file the step leads to the store's page, which shows what is wrong.
    guard let handle = try? await services.open(store) else { return step }
    let tables = try await handle.sync.state().tables.filter(\.isConfigured)
    step.isPulled = !tables.isEmpty && tables.allSatisfy { $0.lastPull != nil }
    let runs = try await services.data.runs(store: store.name, RunQuery(limit: 1))
    step.schedule = try await services.scheduler?.status(of: store.name)
    guard let run = runs.first, run.kind.isSync else { return step }
    step.run = try await handle.covered(run)
    step.progress = await services.runs.progress(run.id)
    return step
  }
}
