internal import JSONKit
internal import SQLiteKit
internal import Support

/// One filter as a condition, compared by the column's type.
struct FilterCompiler {
  typealias Condition = (sql: String, values: [SQLiteValue])

  private let filter: RowFilter
  private let type: ColumnType
  /// Quoted, from the catalogue.
  private let column: String

  init(_ filter: RowFilter, type: ColumnType, column: String) {
    self.filter = filter
    self.type = type
    self.column = column
  }

  func compiled() throws -> Condition {
    switch filter.op {
    case .null: try nullness()
    case .contains, .starts: sought
    case .equals where filter.isAsShown: sought
    case .equals: try comparison("IS", filter.value)
    case .not: try comparison("IS NOT", filter.value)
    case .gt: try order(">")
    case .gte: try order(">=")
    case .lt: try order("<")
    case .lte: try order("<=")
    case .in: try membership()
    }
  }

  /// The condition on the alias `t`; nil where the table has no such column.
  static func condition(_ filter: RowFilter, in schema: TableSchema) throws -> Condition? {
    guard !filter.isAnyText else { return anyText(filter, in: schema) }
    return try schema.located(filter.column).map { column in
      let compiler = FilterCompiler(filter, type: column.type, column: "t." + column.sql)
      return compiler.withIDs(try compiler.compiled())
    }
  }

  /// The condition, widened by ``RowFilter/ids``.
  private func withIDs(_ condition: Condition) -> Condition {
    guard !filter.ids.isEmpty else { return condition }
    let list = JSONValue.array(filter.ids.map { .string($0) }).serializedText
    let isListed = "\(column) IN (SELECT value FROM json_each(?))"
    let sql =
      filter.op == .not
      ? "(\(condition.sql) AND (\(column) IS NULL OR NOT \(isListed)))"
      : "(\(condition.sql) OR \(isListed))"
    return (sql, condition.values + [.text(list)])
  }

  /// The condition of ``RowFilter/anyText(_:)``.
  private static func anyText(_ filter: RowFilter, in schema: TableSchema) -> Condition {
    let sought = CaseInsensitiveSearch(filter.value)
    let columns =
      ["t.id"] + schema.own.filter { $0.type == .text }.map { "CAST(t.\($0.quoted) AS TEXT)" }
    let places = columns.map { match(sought, filter.op, in: $0) }
    return (anyOf(places[...]), columns.map { _ in sought.value })
  }

  private static func match(
    _ sought: CaseInsensitiveSearch, _ op: FilterOperator, in sql: String
  ) -> String {
    switch op {
    case .equals: sought.equality(to: sql)
    case .starts: "\(sought.position(in: sql)) = 1"
    default: "\(sought.position(in: sql)) > 0"
    }
  }

  // MARK: - Operators

  private func nullness() throws -> Condition {
    switch Self.boolean(filter.value) {
    case true?: ("\(column) IS NULL", [])
    case false?: ("\(column) IS NOT NULL", [])
    case nil: throw bad(FilterRefusal.noNullness)
    }
  }

  private var sought: Condition {
    let sought = CaseInsensitiveSearch(filter.value)
    return (Self.match(sought, filter.op, in: shown), [sought.value])
  }

  /// The value as people see it: the file keeps true and false as 1 and 0.
  private var shown: String {
    let text = "CAST(\(column) AS TEXT)"
    return switch type {
    case .boolean: "CASE \(column) WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE \(text) END"
    case .number: NumberFunctions.digits(in: column)
    case .text, .date, .json, .file: text
    }
  }

  private func comparison(_ sign: String, _ value: String) throws -> Condition {
    switch type {
    case .date:
      ("\(moment(column)) \(sign) \(moment("?"))", [.text(try stamp(value))])
    case .json, .file:
      ("CAST(\(column) AS TEXT) \(sign) ?", text(Self.json(value)))
    case .number: try numbers(sign, value)
    case .text, .boolean:
      ("\(column) \(sign) ?", [try operand(value)])
    }
  }

  private func order(_ sign: String) throws -> Condition {
    switch type {
    case .text:
      // A value of another type has no place in the order of texts.
      return ("(typeof(\(column)) = 'text' AND \(column) \(sign) ?)", text(filter.value))
    case .date: return try comparison(sign, filter.value)
    case .number: return try numberOrder(sign)
    case .boolean:
      throw bad(FilterRefusal.booleanOrder)
    case .json, .file:
      throw bad(FilterRefusal.noOrder(type))
    }
  }

  /// A number that is kept as text equals no other than one that is.
  private func numbers(_ sign: String, _ value: String) throws -> Condition {
    let exact = try operand(value)
    let isKeptAsText =
      "(typeof(\(column)) = 'blob' AND \(NumberFunctions.key(in: column)) IS ?)"
    let not = sign == "IS" ? "" : "NOT "
    switch exact {
    case .blob where try number(value) != .real(-0.0):
      return (not + isKeptAsText, [NumberFunctions.key(exact)])
    // Minus zero is kept as text, and equals zero.
    case .blob, .integer(0), .real(0):
      return (
        "\(not)(\(column) IS 0 OR \(isKeptAsText))", [NumberFunctions.key(.integer(0))]
      )
    default: return ("\(column) \(sign) ?", [exact])
    }
  }

  /// Numbers alone have a place in the order; SQLite compares the others exactly by itself.
  private func numberOrder(_ sign: String) throws -> Condition {
    let exact = try operand(filter.value)
    let key = NumberFunctions.key(in: column)
    let byKey = "(\(key) \(sign) ? AND \(key) < \(NumberFunctions.numbersEnd))"
    if case .blob = exact { return (byKey, [NumberFunctions.key(exact)]) }
    return (
      "CASE WHEN typeof(\(column)) = 'blob' THEN \(byKey) ELSE \(column) \(sign) ? END",
      [NumberFunctions.key(exact), exact]
    )
  }

  private func membership() throws -> Condition {
    let items = FilterList.values(filter.value)
    guard !items.isEmpty else { throw bad(FilterRefusal.emptyList) }
    let parts = try items.map { try comparison("IS", $0) }
    return (Self.anyOf(parts.map(\.sql)[...]), parts.flatMap(\.values))
  }

  /// Nested in halves: SQLite takes conditions a thousand levels deep, and a chain of OR is as deep
  /// as it is long.
  private static func anyOf(_ conditions: ArraySlice<String>) -> String {
    guard conditions.count > 1 else { return conditions.first ?? "0" }
    let middle = conditions.startIndex + conditions.count / 2
    return "(\(anyOf(conditions[..<middle])) OR \(anyOf(conditions[middle...])))"
  }

  // MARK: - Operands

  private func text(_ value: String) -> [SQLiteValue] { [.text(value)] }

  private func operand(_ value: String) throws -> SQLiteValue {
    switch type {
    case .number: return CellCoding.encode(try number(value), as: .number)
    case .boolean:
      guard let flag = Self.boolean(value) else { throw bad(FilterRefusal.noBoolean(value)) }
      return .integer(flag ? 1 : 0)
    case .text, .date, .json, .file: return .text(value)
    }
  }

  private func number(_ value: String) throws -> JSONValue {
    let trimmed = value.trimmingBlanks
    guard let parsed = try? JSONValue(parsing: trimmed), parsed.double != nil else {
      throw notANumber
    }
    return parsed
  }

  private var notANumber: SyncError { bad(FilterRefusal.noNumber(filter.value)) }

  private func stamp(_ value: String) throws -> String {
    let trimmed = value.trimmingBlanks
    guard let moment = Timestamp(trimmed) else {
      throw bad(FilterRefusal.noDate(value))
    }
    return moment.description
  }

  private func bad(_ reason: String) -> SyncError {
    .badFilter(column: filter.column, reason: reason)
  }

  /// In milliseconds, whatever offset and number of digits the text has.
  private func moment(_ sql: String) -> String {
    "CAST(round((julianday(\(sql)) - 2440587.5) * 86400000.0) AS INTEGER)"
  }

  private static func boolean(_ value: String) -> Bool? {
    switch value.trimmingBlanks.lowercased() {
    case "true", "1", "yes", "on": true
    case "false", "0", "no", "off": false
    default: nil
    }
  }

  /// The text as the file writes that JSON; the text itself where it is none.
  private static func json(_ value: String) -> String {
    (try? JSONValue(parsing: value))?.serializedText ?? value
  }
}
