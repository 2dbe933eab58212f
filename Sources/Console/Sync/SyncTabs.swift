import ConsoleData
import TemplateKit

/// The tabs of the Sync pages, for `Sync/_sync-tabs`.
struct SyncTabs {
  enum Tab: CaseIterable {
    case sync, runs, reconcile
  }

  let store: String
  let current: Tab
  /// How many runs the store has had.
  let runs: Int

  func add(to values: inout TemplateDictionary) {
    values.add("SYNC_TAB", list: Tab.allCases.map(tab))
  }

  private func tab(_ tab: Tab) -> TemplateDictionary {
    var values: TemplateDictionary
    switch tab {
    case .sync: values = ["LABEL": "Sync", "LINK": Links.sync(store)]
    case .runs: values = ["LABEL": "Runs", "LINK": Links.runs(store)]
    case .reconcile: values = ["LABEL": "Reconcile", "LINK": Links.reconcile(store)]
    }
    if tab == .runs, runs > 0 { values.add("COUNTED", ["COUNT": Format.number(runs)]) }
    values.show("CURRENT", if: tab == current)
    return values
  }
}

extension ConsoleServices {
  func syncTabs(_ current: SyncTabs.Tab, of store: String) async throws -> SyncTabs {
    SyncTabs(
      store: store, current: current,
      runs: try await data.runCount(store: store, RunQuery(limit: 0)))
  }
}
