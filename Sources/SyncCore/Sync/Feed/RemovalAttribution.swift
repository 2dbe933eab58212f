import Localization
import SQLiteKit
import Support

/// Finds the table of a deletion that names only a row.
///
/// The server's own word counts first, then the rows that the store has, then those that it had,
/// then what the form of the id says. A table that the store does not know, or that another feed has,
/// is never taken.
struct RemovalAttribution {
  /// Nil when none was found.
  private(set) var table: String?
  /// How the table was found, or why not, as a sentence.
  private(set) var reason: String
  /// What to tell a person when the id's form speaks for another table.
  private(set) var disagreement: String?

  init(_ removal: Removal, in feed: ChangeFeed, on db: Connection) throws {
    let known = try Catalogue.names(on: db).filter(feed.has)
    if let named = removal.table, known.contains(named) {
      table = named
      reason = localized("The server named the table.")
      return
    }
    let suggested = removal.suggestedTable.flatMap { known.contains($0) ? $0 : nil }
    let holders = try Self.holders(of: removal.id, among: known, on: db)
    let former =
      holders.isEmpty ? try Self.formerHolders(of: removal.id, among: known, on: db) : []
    switch (holders.count, former.count) {
    case (1, _):
      table = holders[0]
      reason = localized("The store has a row of that name.")
    case (0, 1):
      table = former[0]
      reason = localized("The store had a row of that name.")
    case (0, 0):
      table = suggested
      reason =
        suggested == nil
        ? localized("the store never had such a row, and its name does not begin with a table’s.")
        : localized("The name begins with the table’s.")
      return
    default:
      table = suggested.flatMap { (holders + former).contains(identical: $0) ? $0 : nil }
      reason =
        table == nil
        ? localized("several tables have a row of that name.")
        : localized("Several tables have a row of that name, and it begins with this one’s.")
    }
    if let suggested, let table, suggested !== table {
      disagreement =
        localized(
          "The name of \(removal.id) suggests the table \(suggested), but the store has the row in "
            + "\(table). Its deletion was applied to \(table).")
    }
  }

  /// The tables with such a row; where several have one, those that the server knows of.
  private static func holders(
    of id: String, among tables: [String], on db: Connection
  ) throws -> [String] {
    var synced: [String] = []
    var all: [String] = []
    for name in tables {
      guard let schema = try Catalogue.table(name, on: db),
        let row = try RowStore.fetch(id, in: schema, on: db)
      else { continue }
      all.append(name)
      if row.version != nil { synced.append(name) }
    }
    return synced.isEmpty ? all : synced
  }

  /// The tables that had such a row: its deletion waits to be sent, or its history tells.
  private static func formerHolders(
    of id: String, among tables: [String], on db: Connection
  ) throws -> [String] {
    try tables.filter { table in
      try db.first(
        """
        SELECT 1 WHERE
          EXISTS (SELECT 1 FROM syncline_operations WHERE "table" = ?1 AND itemId = ?2)
          OR EXISTS (SELECT 1 FROM syncline_history WHERE "table" = ?1 AND itemId = ?2)
        """, [.text(table), .text(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
    }
  }
}
