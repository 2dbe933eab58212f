package import Support
package import SyncCore
package import SyncInspection
package import Zones

/// The stores that the console shows.
package protocol StoreRegistry: Sendable {
  /// In the order of the configuration.
  var stores: [StoreInfo] { get }

  /// What the store holds now, for menus and counters; asked for on every page, so it is cheap.
  func summary(of store: String) async throws -> StoreSummary

  /// The open store; nil for a name that is not configured.
  ///
  /// - Throws: `StorageProblem` while the store's file cannot be used.
  func context(of store: String) async throws -> SyncContext?

  /// What the store's server shows when it tells of a deletion; nil where it is not listened to.
  func hookKey(of store: String) -> String?
}

extension StoreRegistry {
  package func hookKey(of store: String) -> String? { nil }

  func store(_ name: String) -> StoreInfo? { stores.first { $0.name === name } }

  /// What the store holds now, or what keeps it from being read: no store hides the others.
  func standing(of store: String) async -> StoreSummary {
    do {
      var summary = try await summary(of: store)
      summary.trouble = self.store(store)?.trouble
      return summary
    } catch {
      var summary = StoreSummary(counts: StoreCounts())
      summary.trouble =
        StorageProblem(error) ?? StorageProblem(.unusable, file: "The file of \(store)")
      return summary
    }
  }
}

/// A store and its remote, as configured.
package struct StoreInfo: Sendable, Equatable {
  package var name: String
  /// Such as `production`; empty when none is set.
  package var environment: String
  /// Such as `azure`.
  package var remoteKind: String
  /// The remote's address, without anything secret in it.
  package var remoteURL: String
  /// The zone of `tz=store`.
  package var timeZone: Zone
  /// Why its server can't be asked, such as a secret that is missing; nil when it can.
  package var problem: String?
  /// What keeps its file from being used; nil when it can.
  package var trouble: StorageProblem?

  package init(
    name: String, environment: String, remoteKind: String, remoteURL: String,
    timeZone: Zone = .utc, problem: String? = nil, trouble: StorageProblem? = nil
  ) {
    self.timeZone = timeZone
    self.problem = problem
    self.trouble = trouble
    self.name = name
    self.environment = environment
    self.remoteKind = remoteKind
    self.remoteURL = remoteURL
  }

  package var isProduction: Bool { environment == "production" }
}

package struct StoreSummary: Sendable, Equatable {
  package var counts: StoreCounts
  package var tables: [TableSummary]
  /// False while the store is switched to working offline.
  package var isOnline: Bool
  /// The store that took this one's place.
  var movedTo: String?
  /// Another one whenever a row changed, came or went.
  package var revision = ""
  /// What keeps the store's file from being used; nothing else is known then.
  package var trouble: StorageProblem?

  package init(counts: StoreCounts, tables: [TableSummary] = [], isOnline: Bool = true) {
    self.counts = counts
    self.tables = tables
    self.isOnline = isOnline
  }
}

extension StoreSummary {
  package init(_ state: StoreState) {
    self.init(counts: state.counts, tables: state.tables, isOnline: state.isOnline)
    revision = state.revision
    movedTo = state.movedTo
  }
}

extension StoreCounts {
  /// What only a person can settle.
  package var needYou: Int { failed + conflicts }

  /// Everything in the operation queue.
  package var queued: Int { pending + failed + conflicts }
}

extension TableSummary {
  /// What only a person can settle.
  package var needYou: Int { failed + conflicts }

  /// Everything of it in the operation queue.
  package var queued: Int { pending + failed + conflicts }
}
