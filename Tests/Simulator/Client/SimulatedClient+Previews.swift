import Foundation
import SQLiteKit
import SyncCore
import TestSupport

/// Previews, which leave no trace.
extension SimulatedClient {
  /// Previews a push or a pull, and compares the store's files and the service before and after.
  func preview(_ random: inout SplitMix64) async throws -> String {
    let (isPush, isFull) = (random.next() % 2 == 0, random.next() % 3 == 0)
    let before = (
      files: try files(), looks: try await looks(), pause: try await pause(),
      commits: service.commits.count
    )
    wire.beginReading()
    var what = ""
    do {
      if isPush {
        let operations = try await context.pushPreview()
        what = "preview of a push: \(operations.count)"
      } else {
        let queries = try await context.pullPreview(full: isFull)
        what = "preview of a pull: \(queries.map(\.received))"
      }
    } catch is SyncError {
      what = "preview refused"
    }
    if plan.bug == .previewStoresRows, !isPush { _ = try? await context.pull() }
    wire.endReading()
    // A pause that the server asked for meanwhile is kept for later runs.
    let isPaused = try await pause() != before.pause
    guard try await looks() == before.looks, try isPaused || files() == before.files else {
      throw InvariantViolation(.preview, "\(name): \(what) changed the store")
    }
    guard service.commits.count == before.commits else {
      throw InvariantViolation(.preview, "\(name): \(what) changed the service")
    }
    return what
  }

  /// The rows, the queue, the errors and the delta token.
  private func looks() async throws -> [String] {
    let rows = try await rows().values.map { "\($0.content) \($0.version ?? "new")" }.sorted()
    let operations = try await operations().map { "\($0.id) \($0.kind) \($0.state)" }
    let errors = try await context.errors().map(\.id)
    return rows + operations + errors + [try await token() ?? "no token"]
  }

  private func pause() async throws -> PersistedRetryAfter? {
    try await context.database.read { try PersistedRetryAfter.fetch(on: $0) }
  }

  /// The bytes of the store's database and of its log.
  private func files() throws -> [Data?] {
    ["", "-wal"].map { FileManager.default.contents(atPath: context.path + $0) }
  }
}
