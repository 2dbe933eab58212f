public import SyncCore

/// Stores that are open already, with what each of them holds now.
public struct OpenStores: StoreRegistry {
  public let stores: [StoreInfo]
  private let contexts: [String: SyncContext]

  public init(_ open: [(info: StoreInfo, context: SyncContext)]) {
    stores = open.map(\.info)
    contexts = Dictionary(open.map { ($0.info.name, $0.context) }) { first, _ in first }
  }

  public func context(of store: String) async throws -> SyncContext? { contexts[store] }

  public func summary(of store: String) async throws -> StoreSummary {
    guard let context = contexts[store] else { return StoreSummary(counts: StoreCounts()) }
    let tables = try await context.tables()
    return StoreSummary(
      counts: StoreCounts(try await context.counts()),
      tables: tables.map { TableSummary(name: $0.name, counts: StoreCounts($0)) },
      isOnline: try await !context.isOffline)
  }
}

extension StoreCounts {
  init(_ counts: SyncCore.StoreCounts) {
    self.init(
      live: counts.live, deleted: counts.deleted, pending: counts.pending, failed: counts.failed,
      conflicts: counts.conflicts)
  }

  init(_ table: SyncCore.TableSummary) {
    self.init(
      live: table.live, deleted: table.deleted, pending: table.pending, failed: table.failed,
      conflicts: table.conflicts)
  }
}
