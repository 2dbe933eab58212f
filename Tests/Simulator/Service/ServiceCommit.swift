import SQLiteKit

/// A row that the service wrote, from the trigger log in its database.
package struct ServiceCommit: Sendable {
  /// Authors beside the clients.
  static let rival = "rival"

  var number: Int64
  /// The client whose request made the commit, or ``rival``.
  var author: String
  /// The row before; nil for an insert.
  var before: RowImage?
  /// The row after; nil for a hard delete.
  var after: RowImage?
  /// How many commits there were when the author last read the row; nil where a write has a
  /// condition of its own.
  var readAt: Int?

  var id: String { after?.id ?? before?.id ?? "" }

  /// True when the row was live before and is not live any more.
  var deletes: Bool { before?.isDeleted != true && (after == nil || after?.isDeleted == true) }

  /// The columns whose value the commit changed.
  var changedColumns: [String] {
    RowImage.columns.filter { before?.values[$0] != after?.values[$0] }
  }

  /// The columns that have a new tag, with the tag.
  var writtenTags: [(column: String, tag: String)] {
    guard let after else { return [] }
    return ["w", "m"].filter { changedColumns.contains($0) }.compactMap { column in
      after.values[column].map { (column, $0) }
    }
  }

  var description: String {
    "#\(number) \(author): \(before?.content ?? "none") → \(after?.content ?? "none")"
  }
}

/// The triggers that log every write of the service's table, whoever makes it.
enum CommitLog {
  static let table = "items"

  static let statements =
    [
      """
      CREATE TABLE simulation_log(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        \(sides.map { side in columns.map { "\(side)_\($0)" }.joined(separator: ", ") }
          .joined(separator: ", ")))
      """
    ]
    + [("INSERT", ["new"]), ("UPDATE", ["old", "new"]), ("DELETE", ["old"])].map(trigger)

  private static let sides = ["old", "new"]
  private static let columns = ["id", "version", "updatedAt", "deleted"] + RowImage.columns

  private static func trigger(_ event: String, _ sides: [String]) -> String {
    let names = sides.flatMap { side in columns.map { "\(side)_\($0)" } }
    let values = sides.flatMap { side in columns.map { "\(side).\($0)" } }
    return """
      CREATE TRIGGER simulation_\(event) AFTER \(event) ON \(table) BEGIN
        INSERT INTO simulation_log(\(names.joined(separator: ", ")))
        VALUES (\(values.joined(separator: ", ")));
      END
      """
  }

  /// The commits after `number`.
  static func commits(
    after number: Int64, by author: String, on connection: Connection
  ) throws -> [ServiceCommit] {
    try connection.query(
      "SELECT * FROM simulation_log WHERE number > ? ORDER BY number", [.integer(number)]
    ) { (row) throws(SQLiteError) in
      ServiceCommit(
        number: try row.decode("number"), author: author, before: try image("old", row),
        after: try image("new", row))
    }
  }

  private static func image(
    _ side: String, _ row: borrowing Row
  ) throws(SQLiteError) -> RowImage? {
    guard let id = try row.decode("\(side)_id", as: String?.self) else { return nil }
    var values: [String: String] = [:]
    for column in RowImage.columns {
      if column == "n" {
        values[column] = try row.decode("\(side)_n", as: Int64?.self).map { "\($0)" }
      } else {
        values[column] = try row.decode("\(side)_\(column)", as: String?.self)
      }
    }
    return RowImage(
      id: id, version: try row.decode("\(side)_version"),
      updatedAt: try row.decode("\(side)_updatedAt"),
      isDeleted: try row.decode("\(side)_deleted", as: Int64.self) != 0, values: values)
  }
}
