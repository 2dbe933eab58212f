import SQLiteKit

/// What the frame of every page shows out of the console's database.
public struct FrameFigures: Sendable, Equatable {
  /// Nil above the stores, and while sync works.
  public let syncFailure: SyncFailure?
  /// The rows of the store that the person has changed and not saved.
  public let staged: Int
  /// Of all stores.
  public let openAlerts: Int
}

extension ConsoleData {
  /// All of it in one read, as every page asks for it.
  ///
  /// - Parameters:
  ///   - store: Nil above the stores.
  ///   - owner: Whose staged changes count.
  public func frameFigures(store: String?, owner: String) async throws -> FrameFigures {
    try await database.read { connection in
      FrameFigures(
        syncFailure: try store.flatMap { try syncFailure(store: $0, on: connection) },
        staged: try store.map { try stagedCount(owner: owner, store: $0, on: connection) } ?? 0,
        openAlerts: try openAlertCount(on: connection))
    }
  }
}
