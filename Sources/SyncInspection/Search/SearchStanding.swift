internal import Support

/// How far a search index is behind its store.
package struct SearchStanding: Sendable, Equatable {
  /// Rows in the index.
  package let rows: Int
  /// Rows of the store.
  package let total: Int
  package let isComplete: Bool
  private let currentTables: UTF8Set

  init(_ state: SearchIndexFile.State, _ look: SearchFeed.Look) {
    let through = UTF8Dictionary(state.tables.map { ($0.name, $0.through) }) { first, _ in first }
    let current = look.tables.filter { $0.highest <= through[$0.name] ?? .min }.map(\.name)
    let isCaughtUp = look.newestChange == state.change
    currentTables = isCaughtUp ? UTF8Set(current) : []
    isComplete = isCaughtUp && current.count == look.tables.count
    rows = min(state.tables.reduce(0) { $0 + $1.rows }, look.rows)
    total = look.rows
  }

  /// True when all rows of the table are in the index as they are now.
  package func isCurrent(_ table: String) -> Bool { currentTables.contains(table) }
}
