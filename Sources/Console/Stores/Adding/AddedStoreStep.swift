import ConsoleData
import Localization
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

  init(_ store: StoreInfo, _ context: PageContext) {
    self.store = store
    facts = context.facts(store, .syncRun)
  }

  private var isRunning: Bool { run?.state == .running }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store.name, "STORE_LINK": Links.store(store.name),
      "DONE_LINK": Links.storeAdded(store.name),
    ]
    let pulls = facts.mayChange && !isRunning && !isPulled
    values.add("PULL", list: pulls ? [["PULL_ACTION": Links.pull(store.name)]] : [])
    values.show("OPEN_FIRST", if: !pulls)
    values.show("NO_RUN", if: run == nil)
    if let run { values.add("RUN", shown(run)) }
    return values
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
    guard let run = runs.first, run.kind.isSync else { return step }
    step.run = try await handle.covered(run)
    step.progress = await services.runs.progress(run.id)
    return step
  }
}
