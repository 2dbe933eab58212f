import Localization
import Support

/// Rows whose insert was sent again though an earlier request may have made them.
///
/// The server did not have them by then: either that request never arrived, or somebody deleted the
/// row in between, which nobody can tell from here.
struct ResentInserts {
  private struct Rows {
    var count = 0
    /// The first ones.
    var ids: [String] = []
  }

  private static let namedMax = 10
  private var tables: UTF8Dictionary<Rows> = [:]

  mutating func add(_ row: RowReference) {
    tables[row.table, default: Rows()].count += 1
    guard let known = tables[row.table], known.ids.count < Self.namedMax else { return }
    tables[row.table]?.ids.append(row.id)
  }

  /// One sentence for each table.
  var warnings: [String] {
    tables.sorted { $0.key.utf8Key < $1.key.utf8Key }.map { table, rows in
      let rest = rows.count > rows.ids.count ? ", …" : ""
      let ids = rows.ids.joined(separator: ", ") + rest
      return rows.count == 1
        ? localized(
          "The insert of row \(ids) of \(table) was sent again: an earlier request got no clear "
            + "answer, and the server did not have the row. If somebody deleted it there in "
            + "between, it was created again.")
        : localized(
          "The inserts of \(rows.count) rows of \(table) were sent again (\(ids)): earlier "
            + "requests got no clear answer, and the server did not have the rows. Those that "
            + "somebody deleted there in between were created again.")
    }
  }
}
