import Foundation
package import SyncCore
import SyncInspection

/// Which histories a simulation runs.
///
/// `SYNCLINE_SEED=7` runs one, `SYNCLINE_SEEDS=1000` that many.
package func simulationSeeds(_ count: UInt64) -> [UInt64] {
  let environment = ProcessInfo.processInfo.environment
  if let one = environment["SYNCLINE_SEED"].flatMap(UInt64.init) { return [one] }
  return Array(1...(environment["SYNCLINE_SEEDS"].flatMap(UInt64.init) ?? count))
}

extension SyncContext {
  /// Takes the server's side in every conflict and gives failed changes up.
  ///
  /// - Returns: The ids of the rows; one that can't be read just now is left for another time.
  package func giveIn() async throws -> [String] {
    var decided: [String] = []
    for error in try await errors() {
      guard let operation = try await operation(error.operationID)?.info,
        operation.state == .conflict || operation.state == .failed
      else { continue }
      do {
        let isGone = try await refreshServerCopy(error.id) == nil
        try await resolve(error.id, isGone ? .removeRow : .takeServer, by: "simulation")
        decided.append(error.itemID)
      } catch is RemoteError {
        continue
      }
    }
    return decided
  }
}
