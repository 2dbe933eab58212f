internal import Localization

/// Why a reconcile report may not be applied; nothing was changed.
package enum ReconcileError: Error, Sendable, Equatable {
  case incompleteListing(table: String, detail: String)
  case confirmationNeeded(table: String, count: Int, of: Int)
}

extension ReconcileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .incompleteListing(let table, let detail):
      localized(
        "The server’s list of rows of \(table) is incomplete (\(detail)). Missing rows "
          + "may still be on the server, so nothing was changed here. Compare again.")
    case .confirmationNeeded(let table, let count, let total):
      localized(
        "\(count) of \(total) rows of \(table) would be removed here, which is rarely "
          + "intended. Nothing was changed. To remove them, confirm the number \(count).")
    }
  }
}
