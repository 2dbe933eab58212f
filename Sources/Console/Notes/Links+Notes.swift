import HTTPKit

extension RowHead.Tab {
  private static let parameter = "tab"

  /// The tab that an address has; the values where it has none.
  init(_ query: QueryItems) {
    self = query[Self.parameter].flatMap(Self.init(rawValue:)) ?? .values
  }

  /// An address that remembers the tab.
  func on(_ link: String) -> String {
    self == .values
      ? link : Links.with(link, QueryItems([.init(Self.parameter, rawValue)]))
  }
}

extension Links {
  /// - Parameter action: `edit` or `delete`.
  static func note(_ store: String, _ id: Int64, action: String) -> String {
    path("s", store, "notes", "\(id)", action)
  }

  /// Where a note on a row is added.
  static func rowNotes(_ store: String, _ table: String, _ id: String) -> String {
    row(store, table, id, action: "notes")
  }

  /// Where a note on an error is added.
  static func errorNotes(_ store: String, _ errorID: String) -> String {
    path("s", store, "errors", errorID, "notes")
  }

  /// Where a note on a run is added.
  static func runNotes(_ store: String, _ number: Int64) -> String {
    path("s", store, "runs", "\(number)", "notes")
  }

  /// Assigns an error to a person.
  static func assignError(_ store: String, _ errorID: String) -> String {
    path("s", store, "errors", errorID, "assign")
  }
}
