import Localization

/// What a list is of, in the words around it.
enum ListedThing {
  case row, operation, error

  /// What a decision changes, as buttons count it: `1 row`, `18,350 rows`, `3 changes`.
  ///
  /// - Parameter written: Stands for the number; nil for the number itself.
  func counted(_ count: Int, as written: String? = nil) -> String {
    switch self {
    case .row: Format.count(count, as: written, "row")
    case .operation, .error: Format.count(count, as: written, "change")
    }
  }

  var plural: String {
    switch self {
    case .row: localized("rows")
    case .operation: localized("operations")
    case .error: localized("errors")
    }
  }

  var noneSelected: String {
    switch self {
    case .row: localized("No row selected.")
    case .operation: localized("No operation selected.")
    case .error: localized("No error selected.")
    }
  }

  var noneMatches: String {
    switch self {
    case .row: localized("No row matches anymore.")
    case .operation: localized("No operation matches anymore.")
    case .error: localized("No error matches anymore.")
    }
  }

  var selectFirst: String {
    switch self {
    case .row: localized("Select rows first.")
    case .operation: localized("Select operations first.")
    case .error: localized("Select errors first.")
    }
  }
}
