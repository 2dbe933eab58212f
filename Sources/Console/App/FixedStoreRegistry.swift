import Support
public import SyncCore

/// Stores that are open already, with what each of them holds now.
public struct FixedStoreRegistry: StoreRegistry {
  public let stores: [StoreInfo]
  private let contexts: UTF8Dictionary<SyncContext>

  public init(_ open: [(info: StoreInfo, context: SyncContext)]) {
    stores = open.map(\.info)
    contexts = UTF8Dictionary(open.map { ($0.info.name, $0.context) }) { first, _ in first }
  }

  public func context(of store: String) async throws -> SyncContext? { contexts[store] }

  public func summary(of store: String) async throws -> StoreSummary {
    guard let context = contexts[store] else { return StoreSummary(counts: StoreCounts()) }
    return StoreSummary(try await context.state())
  }
}
