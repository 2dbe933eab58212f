import ConsoleData
import HTTPKit
import Support

/// What a handler has read and the page frame needs too, so that a request reads it once.
final class RequestCache: Sendable {
  private let summaries = Locked<UTF8Dictionary<StoreSummary>>([:])

  func note(_ summary: StoreSummary, of store: String) {
    summaries.withLock { $0[store] = summary }
  }

  private let settledAddress = Locked<QueryItems?>(nil)

  /// The query of the page with every typed time as one moment, for links to other time zones.
  func noteAddress(_ items: QueryItems) { settledAddress.withLock { $0 = items } }

  var address: QueryItems? { settledAddress.withLock { $0 } }

  private let switches = Locked<UTF8Dictionary<OfflineSwitch>>([:])

  /// Who switched `store` offline, which `look` finds out once.
  func offlineSwitch(
    of store: String, _ look: () async -> OfflineSwitch
  ) async -> OfflineSwitch {
    if let known = switches.withLock({ $0[store] }) { return known }
    let found = await look()
    switches.withLock { $0[store] = found }
    return found
  }

  func summary(of store: String) -> StoreSummary? { summaries.withLock { $0[store] } }

  private let figures = Locked<UTF8Dictionary<FrameFigures>>([:])

  /// What the frame of the pages of `store` shows, which `look` finds out once.
  ///
  /// - Parameter store: Nil above the stores.
  func frameFigures(
    of store: String?, _ look: () async throws -> FrameFigures
  ) async throws -> FrameFigures {
    let key = store ?? ""
    if let known = figures.withLock({ $0[key] }) { return known }
    let found = try await look()
    figures.withLock { $0[key] = found }
    return found
  }
}
