package import JSONKit
internal import Localization

/// Why a row of a server can't be kept: a store tells rows by their ids.
package enum UnusableID: Sendable, Hashable, CaseIterable {
  case missing, notText, tooLong

  /// Nil for an id that can be used.
  package init?(_ id: JSONValue?) {
    switch id {
    case nil, .null, "": self = .missing
    case .string(let text):
      guard text.utf16.count > RowID.lengthMax else { return nil }
      self = .tooLong
    default: self = .notText
    }
  }

  package init?(_ id: String) { self.init(.string(id)) }

  /// What a person should know when such rows are skipped, as whole sentences.
  package func warning(_ table: String) -> String {
    switch self {
    case .missing:
      localized(
        "Rows of \(table) were skipped because they have no id on the server. Give them ids there "
          + "to sync them.")
    case .notText:
      localized(
        "Rows of \(table) were skipped because their ids on the server are not text. Change the "
          + "ids there to sync them.")
    case .tooLong:
      localized(
        "Rows of \(table) were skipped because their ids on the server are longer than "
          + "\(RowID.lengthMax) characters. Change the ids there to sync them.")
    }
  }
}

extension Set<UnusableID> {
  /// One warning for each, in a fixed order.
  package func warnings(_ table: String) -> [String] {
    UnusableID.allCases.filter(contains).map { $0.warning(table) }
  }
}
