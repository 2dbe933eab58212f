import SQLiteKit
public import Support

/// What the frame of every page shows out of the console's database.
public struct FrameFigures: Sendable, Equatable {
  /// The stores whose sync fails.
  public let syncFailures: UTF8Dictionary<SyncFailure>
  /// The rows of the store that the person has changed and not saved.
  public let staged: Int
  /// Of all stores.
  public let openAlerts: Int
}

extension ConsoleData {
  /// All of it in one read, as every page asks for it.
  ///
  /// - Parameters:
  ///   - stores: Those that the person sees.
  ///   - store: The one that the page belongs to; nil above the stores.
  ///   - owner: Whose staged changes count.
  public func frameFigures(
    stores: [String], of store: String?, owner: String
  ) async throws -> FrameFigures {
    try await database.read { connection in
      FrameFigures(
        syncFailures: try syncFailures(stores: stores, on: connection),
        staged: try store.map { try stagedCount(owner: owner, store: $0, on: connection) } ?? 0,
        openAlerts: try openAlertCount(on: connection))
    }
  }
}
