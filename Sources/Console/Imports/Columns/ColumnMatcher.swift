import Support
import SyncCore

/// Finds the table's column for a column of a file: the very name, else one that differs in case or
/// in the space around it.
struct ColumnMatcher: Sendable {
  enum Match: Sendable {
    /// A column of the table, or its `id`.
    case column(String)
    /// Kept by the server.
    case system
    /// A name that only looks like a column's, with what to say of it.
    case alike(String)
  }

  /// True where names have to be the same: those that a program sends.
  private let isExact: Bool
  private let own: UTF8Set
  /// The names in lower case; empty for those that several columns share.
  private let folded: UTF8Dictionary<String>
  private let neighbours: NewColumn.Neighbours

  private static let system = UTF8Set(
    SystemColumn.allCases.filter { $0 != .id }.map { fold($0.rawValue) })

  init(_ known: [Column], isExact: Bool) {
    self.isExact = isExact
    let names = ["id"] + known.filter { !$0.isSystem }.map(\.name)
    own = UTF8Set(names)
    folded = UTF8Dictionary(names.map { (Self.fold($0), $0) }) { _, _ in "" }
    neighbours = NewColumn.Neighbours(["id"] + known.map(\.name))
  }

  func match(_ name: String) -> Match? {
    if own.contains(name) { return .column(name) }
    if SystemColumn.contains(name) { return .system }
    if !isExact, Self.system.contains(Self.fold(name)) { return .system }
    if !isExact, let column = folded[Self.fold(name)], !column.isEmpty { return .column(column) }
    return neighbours.doubling(name).map { .alike($0) }
  }

  private static func fold(_ name: String) -> String { name.trimmed.lowercased() }
}
