internal import Localization

/// Why nothing was copied.
package enum CopyError: Error, Sendable, Equatable, CustomStringConvertible {
  case sameStore
  /// The other store may push its pending changes itself.
  case sourceIsOnline
  /// Columns that are masked in the other store, and not in this one.
  case unmasked(table: String, columns: [String])

  package var description: String {
    switch self {
    case .sameStore: localized("A store cannot be copied to itself. Choose another store.")
    case .sourceIsOnline:
      localized(
        "The other store is online and may push its pending changes itself. Take it offline first.")
    case .unmasked(let table, let columns):
      Self.unmaskedText(table, columns.joinedAsList(), isOne: columns.count == 1)
    }
  }

  private static func unmaskedText(_ table: String, _ columns: String, isOne: Bool) -> String {
    let problem =
      isOne
      ? localized(
        "\(columns) of \(table) is masked in the other store and would be readable here.")
      : localized(
        "\(columns) of \(table) are masked in the other store and would be readable here.")
    return problem + " "
      + localized("Mask the same columns in this store’s settings first.")
  }
}

/// What broke a copy off that had written rows: these stay, and the next copy goes on.
package struct CopyInterruption: Error {
  package var report: CopyReport
  package var cause: any Error
}
