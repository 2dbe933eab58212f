import JSONKit
import SQLiteKit
public import Support

/// What a note is about.
public enum NoteSubject: Sendable, Hashable {
  case row(table: String, id: String)
  /// The error of an operation, which the note outlives; with the row that it is about.
  case error(operation: Int64, table: String, id: String)
  case run(Int64)
}

/// A text that somebody left on a row, an error or a run.
public struct Note: Sendable, Equatable {
  public let id: Int64
  public let store: String
  public let subject: NoteSubject
  /// The author's name.
  public let author: String
  /// Whose it is, for who may change it.
  public let owner: String
  public let text: String
  public let at: Timestamp
  /// Nil for a note that was never edited.
  public let editedAt: Timestamp?
}

extension ConsoleData {
  /// Notes that one row, error or run can have.
  public static let notesMax = 200

  public func addNote(
    _ text: String, to subject: NoteSubject, store: String, by author: String, owner: String
  ) async throws -> Note {
    let now = time.now
    return try await database.write { connection in
      let place = subject.columns(store)
      let count = try connection.first(
        """
        SELECT count(*) FROM notes WHERE store = ? AND kind = ? AND tableName = ? AND itemId = ?
          AND number = ? AND removedAt IS NULL
        """, place
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard (count ?? 0) < Self.notesMax else { throw ConsoleDataError.tooManyNotes(Self.notesMax) }
      try connection.execute(
        """
        INSERT INTO notes (store, kind, tableName, itemId, number, author, owner, text, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        place + [.text(author), .text(owner), .text(text), .integer(now.milliseconds)])
      return Note(
        id: connection.lastInsertedRowID, store: store, subject: subject, author: author,
        owner: owner, text: text, at: now, editedAt: nil)
    }
  }

  /// Nil for a note that is not there, or was deleted.
  public func note(_ id: Int64, store: String) async throws -> Note? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM notes WHERE id = ? AND store = ? AND removedAt IS NULL",
        [.integer(id), .text(store)], decode: decodeNote)
    }
  }

  /// Replaces the text of a note.
  ///
  /// - Returns: False when the note is not there.
  public func editNote(_ id: Int64, _ text: String) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        "UPDATE notes SET text = ?, editedAt = ? WHERE id = ? AND removedAt IS NULL",
        [.text(text), .integer(now), .integer(id)])
      return connection.changes > 0
    }
  }

  /// Deletes a note; it can be restored for ``removalDaysMax`` days.
  ///
  /// - Returns: False when the note is not there.
  public func removeNote(_ id: Int64) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        "DELETE FROM notes WHERE removedAt < ?", [.integer(Self.oldestRemoval(now))])
      try connection.execute(
        "UPDATE notes SET removedAt = ? WHERE id = ? AND removedAt IS NULL",
        [.integer(now), .integer(id)])
      return connection.changes > 0
    }
  }

  /// Restores a deleted note.
  public func restoreNote(_ id: Int64) async throws {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    try await database.write { connection in
      try connection.execute(
        "UPDATE notes SET removedAt = NULL WHERE id = ? AND removedAt >= ?",
        [.integer(id), .integer(oldest)])
      guard connection.changes > 0 else { throw ConsoleDataError.goneForGood }
    }
  }

  /// The deleted note; nil for one that is there or that cannot be restored any more.
  public func removedNote(_ id: Int64) async throws -> Note? {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    return try await database.read { connection in
      try connection.first(
        "SELECT * FROM notes WHERE id = ? AND removedAt >= ?", [.integer(id), .integer(oldest)],
        decode: decodeNote)
    }
  }

  /// The notes on a row and on the errors of its operations, oldest first.
  ///
  /// - Parameter ids: Every id that the row had.
  public func notes(store: String, table: String, ids: [String]) async throws -> [Note] {
    let list = JSONValue.array(ids.map { .string($0) }).serializedText
    return try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM notes WHERE store = ? AND tableName = ?
          AND itemId IN (SELECT value FROM json_each(?)) AND removedAt IS NULL
          AND kind IN ('row', 'error') ORDER BY id
        """, [.text(store), .text(table), .text(list)], decode: decodeNote)
    }
  }

  /// The notes on the errors of these operations, oldest first.
  public func notes(
    store: String, errorsOf operations: [Int64]
  ) async throws -> [Int64: [Note]] {
    try await notes(store, "error", operations)
  }

  /// The notes on these runs, oldest first.
  public func notes(store: String, runs: [Int64]) async throws -> [Int64: [Note]] {
    try await notes(store, "run", runs)
  }

  /// How many notes these runs have; those without any are left out.
  public func noteCounts(store: String, runs: [Int64]) async throws -> [Int64: Int] {
    try await database.read { try noteCounts(store: store, runs: runs, on: $0) }
  }

  func noteCounts(
    store: String, runs: [Int64], on connection: Connection
  ) throws -> [Int64: Int] {
    let list = JSONValue.array(runs.map { .integer($0) }).serializedText
    let found = try connection.query(
      """
      SELECT number, count(*) FROM notes WHERE store = ? AND kind = 'run'
        AND number IN (SELECT value FROM json_each(?)) AND removedAt IS NULL GROUP BY number
      """, [.text(store), .text(list)]
    ) { (row) throws(SQLiteError) in
      (try row.decode(at: 0, as: Int64.self), try row.decode(at: 1, as: Int.self))
    }
    return Dictionary(found, uniquingKeysWith: { $1 })
  }

  private func notes(
    _ store: String, _ kind: String, _ numbers: [Int64]
  ) async throws -> [Int64: [Note]] {
    let list = JSONValue.array(numbers.map { .integer($0) }).serializedText
    let found = try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM notes WHERE store = ? AND kind = ?
          AND number IN (SELECT value FROM json_each(?)) AND removedAt IS NULL ORDER BY id
        """, [.text(store), .text(kind), .text(list)], decode: decodeNote)
    }
    return Dictionary(grouping: found) { $0.subject.number }
  }
}

extension NoteSubject {
  /// The operation or the run; 0 for a row.
  fileprivate var number: Int64 {
    switch self {
    case .row: 0
    case .error(let operation, _, _): operation
    case .run(let run): run
    }
  }

  /// As the table has them: store, kind, table, row and number.
  fileprivate func columns(_ store: String) -> [SQLiteValue] {
    let (kind, table, id) =
      switch self {
      case .row(let table, let id): ("row", table, id)
      case .error(_, let table, let id): ("error", table, id)
      case .run: ("run", "", "")
      }
    return [.text(store), .text(kind), .text(table), .text(id), .integer(number)]
  }
}

private func decodeNote(_ row: borrowing Row) throws(SQLiteError) -> Note {
  let number = try row.decode("number", as: Int64.self)
  let (table, id): (String, String) = (try row.decode("tableName"), try row.decode("itemId"))
  let subject: NoteSubject =
    switch try row.decode("kind", as: String.self) {
    case "error": .error(operation: number, table: table, id: id)
    case "run": .run(number)
    default: .row(table: table, id: id)
    }
  return Note(
    id: try row.decode("id"), store: try row.decode("store"), subject: subject,
    author: try row.decode("author"), owner: try row.decode("owner"), text: try row.decode("text"),
    at: Timestamp(milliseconds: try row.decode("at")),
    editedAt: try row.decode("editedAt", as: Int64?.self).map(Timestamp.init(milliseconds:)))
}
