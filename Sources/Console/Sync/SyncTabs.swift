import ConsoleData
import Localization
import SyncCore
import TemplateKit

/// The tabs of the Sync pages.
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

  var page: PageTabs { PageTabs(name: localized("Sync"), tabs: Tab.allCases.map(tab)) }

  func add(to values: inout TemplateDictionary) { page.add(to: &values) }

  private func tab(_ tab: Tab) -> PageTabs.Tab {
    let (label, link) =
      switch tab {
      case .sync: (localized("Sync"), Links.sync(store))
      case .runs: (localized("Runs"), Links.runs(store))
      case .reconcile: (localized("Reconcile"), Links.reconcile(store))
      case .drift: (localized("Drift"), Links.drift(store))
      }
    return PageTabs.Tab(
      label: label, link: link, count: tab == .runs ? runs : tab == .drift ? drift : 0,
      isCurrent: tab == current)
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
