internal import JSONKit
internal import SQLiteKit
internal import Support

/// The values of columns that the server takes and never gives back, such as a password.
///
/// They are kept apart from the row until they are sent. The row has a mark in their place, "set",
/// and so has everything that is made of it: copies, history, errors, lists, files, the audit log. A
/// value goes with the last operation of its row, by a trigger.
enum WriteOnlyValues {
  /// The columns of ``Remote/writeOnlyColumns``.
  static func columns(on connection: Connection) throws -> [String] {
    try connection.memo("writeOnlyColumns") {
      try SettingStore.fetch(SettingStore.writeOnlyColumns, on: connection)
        .flatMap { try? JSONValue(parsing: $0).array?.compactMap(\.string) } ?? []
    }
  }

  /// Takes over what the remote says; values that an older version kept in rows are put away.
  static func configure(_ columns: UTF8Set, on connection: Connection) throws {
    let names = columns.sorted()
    guard try self.columns(on: connection) != names else { return }
    let text = JSONValue.array(names.map(JSONValue.string)).serializedText
    try SettingStore.put(text, for: SettingStore.writeOnlyColumns, on: connection)
    for table in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(table, on: connection) else { continue }
      for name in names {
        if let column = schema.own(name) { try putAway(column, in: schema, on: connection) }
      }
    }
  }

  // MARK: - In a row

  /// `values` with a mark in place of each value, which is kept here.
  ///
  /// - Parameter row: The row before; its own marks stand for the values that are kept.
  static func seal(
    _ values: JSONObject, of id: String, in table: String, over row: Record?,
    on connection: Connection
  ) throws -> JSONObject {
    var sealed = values
    for column in try columns(on: connection) {
      guard let value = values[column], !value.isNull else { continue }
      let place = Place(table: table, id: id, column: column, connection: connection)
      if let mark = value.string, number(ofMark: mark) != nil {
        guard try row?.values[column] == value || place.value(of: mark) != nil else {
          throw SyncError.valueIsMark(table: table, column: column, mark: mark)
        }
      } else if let mark = row?.values[column]?.string, try place.value(of: mark) == value {
        sealed[column] = .string(mark)
      } else {
        sealed[column] = .string(try place.keep(value))
      }
    }
    return sealed
  }

  /// Leaves out the marks of values that were sent or given up: there is nothing to bring back.
  static func withoutOldMarks(
    _ values: JSONObject, of id: String, in table: String, on connection: Connection
  ) throws -> JSONObject {
    var values = values
    for column in try columns(on: connection) {
      guard let mark = values[column]?.string, number(ofMark: mark) != nil else { continue }
      let place = Place(table: table, id: id, column: column, connection: connection)
      if try place.value(of: mark) == nil { values[column] = nil }
    }
    return values
  }

  /// The row once its values were sent, for a server that answers without its row; nil where it has
  /// no mark.
  static func sent(_ row: Record?, on connection: Connection) throws -> Record? {
    guard var row else { return nil }
    let marked = try columns(on: connection).filter { row.values[$0]?.isNull == false }
    for column in marked { row.values[column] = .null }
    return marked.isEmpty ? nil : row
  }

  // MARK: - In a change

  /// Moves the columns out of what the server's row is compared with.
  static func separate(_ change: inout Change, on connection: Connection) throws {
    for column in try columns(on: connection) {
      if let value = change.values[column] { change.secrets[column] = value }
      change.values[column] = nil
      change.allValues[column] = nil
    }
  }

  /// Puts the values in place of their marks; one that is not kept any more is not sent.
  static func open(_ change: inout Change, on connection: Connection) throws {
    for (column, value) in change.secrets {
      guard let mark = value.string, number(ofMark: mark) != nil else { continue }
      let place = Place(
        table: change.table, id: change.id, column: column, connection: connection)
      change.secrets[column] = try place.value(of: mark)
    }
  }

  // MARK: - With the queue

  /// Keeps the values of a row over `body`, which takes operations away and may bring them back.
  static func keeping(
    _ table: String, _ id: String, on connection: Connection, _ body: () throws -> Void
  ) throws {
    let kept = try connection.query(
      """
      SELECT "column", mark, value FROM syncline_write_only WHERE "table" = ? AND itemId = ?
      """, [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in
      (
        column: try row.decode(at: 0, as: String.self),
        mark: try row.decode(at: 1, as: String.self),
        value: try row.decode(at: 2, as: String.self)
      )
    }
    try body()
    guard try !kept.isEmpty && !OperationStore.of(table, id, on: connection).isEmpty else { return }
    for one in kept {
      try Place(table: table, id: id, column: one.column, connection: connection)
        .put(one.value, as: one.mark)
    }
  }

  // MARK: - Marks

  /// `set`, `set (2)` and so on: a further value has a mark of its own, as it makes a change.
  static func mark(_ number: Int) -> String { number == 1 ? "set" : "set (\(number))" }

  private static func number(ofMark text: String) -> Int? {
    if text == mark(1) { return 1 }
    guard text.hasPrefix("set ("), let number = Int(text.dropFirst(5).dropLast()),
      number > 1, mark(number) == text
    else { return nil }
    return number
  }

  /// Values that an older version left in the rows of a table, and in their history.
  private static func putAway(
    _ column: TableSchema.OwnColumn, in schema: TableSchema, on connection: Connection
  ) throws {
    let ids = try connection.query(
      "SELECT id FROM \(schema.quoted) WHERE \(column.quoted) IS NOT NULL"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    for id in ids {
      guard var row = try RowStore.fetch(id, in: schema, on: connection) else { continue }
      if try OperationStore.of(schema.name, id, on: connection).isEmpty {
        row.values[column.name] = .null
      } else {
        row.values = try seal(row.values, of: id, in: schema.name, over: nil, on: connection)
      }
      try RowStore.upsert(row, in: schema, on: connection)
    }
    let entries = try connection.query(
      "SELECT id, record FROM syncline_history WHERE \"table\" = ? AND record IS NOT NULL",
      [.text(schema.name)]
    ) { (row) throws(SQLiteError) in
      (id: try row.decode(at: 0, as: Int64.self), text: try row.decode(at: 1, as: String.self))
    }
    for entry in entries {
      guard var record = RecordCoding.record(entry.text),
        record.values[column.name]?.isNull == false
      else { continue }
      record.values[column.name] = .string(mark(1))
      try connection.execute(
        "UPDATE syncline_history SET record = ? WHERE id = ?",
        [.text(RecordCoding.text(record)), .integer(entry.id)])
    }
  }

  /// Where the values of one column of one row are kept.
  private struct Place {
    let table: String
    let id: String
    let column: String
    let connection: Connection

    private var key: [SQLiteValue] { [.text(table), .text(id), .text(column)] }

    func value(of mark: String) throws -> JSONValue? {
      try connection.first(
        """
        SELECT value FROM syncline_write_only
        WHERE "table" = ? AND itemId = ? AND "column" = ? AND mark = ?
        """, key + [.text(mark)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      .flatMap { try? JSONValue(parsing: $0) }
    }

    /// - Returns: The value's mark.
    func keep(_ value: JSONValue) throws -> String {
      let count = try connection.first(
        """
        SELECT count(*) FROM syncline_write_only
        WHERE "table" = ? AND itemId = ? AND "column" = ?
        """, key
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      let mark = WriteOnlyValues.mark((count ?? 0) + 1)
      try put(value.serializedText, as: mark)
      return mark
    }

    func put(_ text: String, as mark: String) throws {
      try connection.execute(
        """
        INSERT OR REPLACE INTO syncline_write_only("table", itemId, "column", mark, value)
        VALUES (?, ?, ?, ?, ?)
        """, key + [.text(mark), .text(text)])
    }
  }
}

extension SendResult {
  /// The result without anything of the values that were sent of write-only columns.
  func scrubbed(of secrets: JSONObject) -> SendResult {
    guard !secrets.isEmpty else { return self }
    let scrubber = ValueScrubber(
      UTF8Set(secrets.names), [Record(id: "", values: secrets)])
    var result = self
    if var answer = answer {
      answer.body = scrubber.scrub(answer.body)
      answer.message = answer.message.map(scrubber.scrub)
      result.answer = answer
    }
    func bare(_ record: Record?) -> Record? {
      guard var record else { return nil }
      for column in secrets.names { record.values[column] = nil }
      return record
    }
    switch outcome {
    case .accepted(let record): result.outcome = .accepted(bare(record))
    case .exists(let record): result.outcome = .exists(bare(record))
    case .conflict(let record): result.outcome = .conflict(bare(record))
    case .missing, .refused, .failed, .throttled, .unauthorized, .unreachable, .elsewhere, .unknown,
      .notTaken:
      break
    }
    return result
  }
}
