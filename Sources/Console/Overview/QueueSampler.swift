package import ConsoleData
package import Support
import SyncCore
import SyncInspection

/// Notes every minute how long the queue of each store is, for the charts of the overview.
///
/// Each push, pull and sync notes it at its start, too.
package struct QueueSampler: Sendable {
  static let interval = Duration.seconds(60)

  private let data: ConsoleData
  private let stores: any StoreRegistry
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void

  /// - Parameter log: Receives what kept a sample from being taken.
  package init(
    data: ConsoleData, stores: any StoreRegistry, time: any TimeSource = SystemTime(),
    log: @escaping @Sendable (String) -> Void
  ) {
    self.data = data
    self.stores = stores
    self.time = time
    self.log = log
  }

  /// Goes on until the task is cancelled.
  package func run() async {
    while !Task.isCancelled {
      await sample()
      guard (try? await time.sleep(for: Self.interval)) != nil else { return }
    }
  }

  /// Takes one sample of every store.
  package func sample() async {
    for store in stores.stores.map(\.name) {
      do {
        // One that cannot be used is told of where its trouble is found.
        guard stores.store(store)?.trouble == nil,
          let context = try await stores.context(of: store)
        else { continue }
        try await data.addSample(of: context, store: store, at: time.now)
      } catch {
        log("sample of \(store): \(error). The charts have a gap.")
      }
    }
  }
}

extension ConsoleData {
  /// Notes how long the queue of a store is now.
  func addSample(of context: SyncContext, store: String, at moment: Timestamp) async throws {
    let counts = try await context.counts()
    try await addSample(
      store: store,
      QueueSample(
        at: moment, pending: counts.pending, failed: counts.failed, conflicts: counts.conflicts,
        oldestAt: counts.oldestPendingAt))
  }
}
