import SQLiteKit

/// Turns an expression into SQL over one table, with every value bound and every name looked up.
///
/// Version 2.0.0 compares as SQL does: what meets a null is neither true nor false. Version 3.0.0
/// compares as OData 4 does: null equals null, and no other comparison with a null is true.
struct ExpressionCompiler {
  /// Below SQLite's own limits, so that a longer query is refused here with a sentence.
  static let valuesMax = 30_000
  static let lengthMax = 500_000

  let schema: StoredSchema
  let version: APIVersion

  /// The SQL of a filter.
  func condition(_ expression: Expression) throws -> Fragment {
    let fragment = try truth(expression)
    guard fragment.values.count <= Self.valuesMax, fragment.sql.utf8.count <= Self.lengthMax else {
      throw ServiceError.badQuery("The filter is too long. Ask for fewer values at once.")
    }
    return fragment
  }

  /// The SQL of one key of an order.
  func order(_ term: OrderTerm) throws -> Fragment {
    var fragment = try value(term.expression)
    switch fragment.type {
    case .decimal: fragment = exact(fragment)
    case .enumeration(let members): fragment = place(fragment, among: members)
    case .object: throw ServiceError.badQuery("Rows can't be ordered by an object.")
    default: break
    }
    // A constant orders nothing, and a bare number would name a column by its place.
    if Int(fragment.sql) != nil { fragment.sql = "NULL" }
    fragment.sql += term.isDescending ? " DESC" : " ASC"
    return fragment
  }

  /// A piece that is true or false.
  func truth(_ expression: Expression) throws -> Fragment {
    let fragment = try value(expression)
    guard fragment.type == .boolean || fragment.type == .null else {
      throw ServiceError.badQuery(
        "A condition is needed where the filter has \(fragment.type.noun).")
    }
    return fragment
  }

  func value(_ expression: Expression) throws -> Fragment {
    switch expression {
    case .literal(let literal): Fragment(literal)
    case .column(let name): try column(name)
    case .not(let operand): Fragment("(NOT $)", try truth(operand), type: .boolean)
    case .negative(let operand): try negated(value(operand))
    case .all(let operands): try joined(operands.map(truth)[...], by: "AND")
    case .any(let operands): try joined(operands.map(truth)[...], by: "OR")
    case .compare(let comparison, let left, let right):
      try compare(comparison, value(left), value(right))
    case .arithmetic(let operation, let left, let right):
      try arithmetic(operation, value(left), value(right))
    case .oneOf(let operand, let items): try oneOf(operand, items)
    case .call(let function, let arguments): try call(function, arguments.map(value))
    case .cast(let operand, let type): try cast(value(operand), to: type)
    }
  }

  private func column(_ name: String) throws -> Fragment {
    if let column = ReservedColumn(anyCase: name) {
      let type: ValueType =
        switch column {
        case .id, .version: .text
        case .createdAt, .updatedAt: .printedMoment
        case .deleted: .boolean
        }
      return Fragment(sql: Connection.quoted(column.rawValue), type: type)
    }
    guard let column = schema[name] else {
      throw UnknownColumn(column: name, table: schema.name)
    }
    return Fragment(
      sql: Connection.quoted(column.name), type: ValueType(of: column), isNullable: true)
  }

  /// A balanced tree, since SQLite limits how deep an expression is and not how wide.
  private func joined(_ operands: ArraySlice<Fragment>, by word: String) -> Fragment {
    guard operands.count > 1 else { return operands[operands.startIndex] }
    let middle = operands.startIndex + operands.count / 2
    return Fragment(
      "($ \(word) $)", joined(operands[..<middle], by: word), joined(operands[middle...], by: word),
      type: .boolean)
  }

  private func oneOf(_ operand: Expression, _ items: [Expression]) throws -> Fragment {
    let operand = try value(operand)
    let comparisons = try items.map { try compare(.eq, operand, value($0)) }
    return comparisons.isEmpty
      ? Fragment(sql: "0", type: .boolean) : joined(comparisons[...], by: "OR")
  }
}

extension ValueType {
  fileprivate init(of column: StoredColumn) {
    switch column.type {
    case .unknown: self = .null
    case .text: self = .text
    case .integer: self = .integer
    case .number: self = .number
    case .decimal: self = .decimal
    case .boolean: self = .boolean
    case .dateTime: self = .printedMoment
    case .date: self = .printedDate
    case .time: self = .printedTime
    case .guid: self = .guid
    case .bytes: self = .bytes
    case .enumeration: self = column.declaration.map { .enumeration($0.members) } ?? .text
    case .object: self = .object
    }
  }
}
