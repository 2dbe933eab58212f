import Support
package import SyncCore
import SyncInspection

/// Stores that are open already, with what each of them holds now.
package struct FixedStoreRegistry: StoreRegistry {
  package let stores: [StoreInfo]
  private let contexts: UTF8Dictionary<SyncContext>

  package init(_ open: [(info: StoreInfo, context: SyncContext)]) {
    stores = open.map(\.info)
    contexts = UTF8Dictionary(open.map { ($0.info.name, $0.context) }) { first, _ in first }
  }

  package func context(of store: String) async throws -> SyncContext? { contexts[store] }

  package func summary(of store: String) async throws -> StoreSummary {
    guard let context = contexts[store] else { return StoreSummary(counts: StoreCounts()) }
    return StoreSummary(try await context.state())
  }
}
