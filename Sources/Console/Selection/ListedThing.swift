import Localization

/// What a list is of, in the words around it.
enum ListedThing {
  case row, operation, error

  /// `1 row`, `18,350 rows`.
  func counted(_ count: Int) -> String {
    switch self {
    case .row: Format.count(count, "row")
    case .operation: Format.count(count, "operation")
    case .error: Format.count(count, "error")
    }
  }

  /// The same of several, with a placeholder for the number.
  var countedByScript: String {
    counted(Self.many).replacing(Format.number(Self.many), with: "{0}")
  }

  /// A number that takes the plural in every language, with no other digits around.
  private static let many = 99

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
