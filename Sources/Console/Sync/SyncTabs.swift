import ConsoleData
import Localization
import SyncCore
import TemplateKit

/// The tabs of the Sync pages, for `Sync/_sync-tabs`.
struct SyncTabs {
  enum Tab: CaseIterable {
    case sync, runs, reconcile, drift
  }

  let store: String
  let current: Tab
  /// How many runs the store has had.
  let runs: Int
  /// How many rows differ from the server's, as far as is known.
  let drift: Int

  func add(to values: inout TemplateDictionary) {
    values.add("SYNC_TAB", list: Tab.allCases.map(tab))
  }

  private func tab(_ tab: Tab) -> TemplateDictionary {
    var values: TemplateDictionary
    switch tab {
    case .sync: values = ["LABEL": localized("Sync"), "LINK": Links.sync(store)]
    case .runs: values = ["LABEL": localized("Runs"), "LINK": Links.runs(store)]
    case .reconcile: values = ["LABEL": localized("Reconcile"), "LINK": Links.reconcile(store)]
    case .drift: values = ["LABEL": localized("Drift"), "LINK": Links.drift(store)]
    }
    let count = tab == .runs ? runs : tab == .drift ? drift : 0
    if count > 0 { values.add("COUNTED", ["COUNT": Format.number(count)]) }
    values.show("CURRENT", if: tab == current)
    return values
  }
}

extension ConsoleServices {
  /// - Parameter drift: Nil reads it.
  func syncTabs(
    _ current: SyncTabs.Tab, of store: StoreHandle, drift: DriftState? = nil
  ) async throws -> SyncTabs {
    let drift = if let drift { drift } else { try await self.drift(of: store) }
    return SyncTabs(
      store: store.name, current: current,
      runs: try await data.runCount(store: store.name, RunQuery(limit: 0)),
      drift: drift.remaining)
  }
}
