import SQLiteKit
import Support

/// What an expression yields, as far as comparisons need to know.
enum ValueType: Sendable, Equatable {
  case null, boolean, text, guid, integer, number
  /// Numbers of which some have more digits than a `Double`; see ``StoredType/decimal``.
  case decimal
  /// Ticks since 1970.
  case moment
  /// A stamp of the service itself: text in the one form that orders as the moments do.
  case printedMoment
  /// A date as text; see ``StoredType/date``.
  case printedDate
  /// Ticks since midnight.
  case timeOfDay
  /// A time of day as text; see ``StoredType/time``.
  case printedTime
  case bytes
  /// One of these texts, which are in their order.
  case enumeration([String])
  /// JSON, which nothing but null compares with.
  case object

  var isNumeric: Bool { self == .integer || self == .number || self == .decimal }

  /// For messages.
  var noun: String {
    switch self {
    case .null: "null"
    case .boolean: "a condition"
    case .text: "text"
    case .guid: "a GUID"
    case .integer, .number, .decimal: "a number"
    case .moment, .printedMoment, .printedDate: "a date"
    case .timeOfDay, .printedTime: "a time of day"
    case .bytes: "bytes"
    case .enumeration: "a value of an enumeration"
    case .object: "an object"
    }
  }
}

/// A piece of SQL with the values of its parameters.
///
/// Every piece stands in parentheses or is a single operand, so that pieces combine as they are.
struct Fragment: Sendable {
  var sql: String
  var values: [SQLiteValue] = []
  var type: ValueType
  var isNullable = false
  /// Set when the whole piece is one constant.
  var literal: Literal?

  init(
    sql: String, _ values: [SQLiteValue] = [], type: ValueType, isNullable: Bool = false,
    literal: Literal? = nil
  ) {
    self.sql = sql
    self.values = values
    self.type = type
    self.isNullable = isNullable
    self.literal = literal
  }

  init(_ literal: Literal) {
    self.init(sql: "?", type: .null, literal: literal)
    switch literal {
    case .null:
      sql = "NULL"
      isNullable = true
    case .boolean(let flag): (sql, type) = (flag ? "1" : "0", .boolean)
    case .integer(let integer): (values, type) = ([.integer(integer)], .integer)
    case .real(let real): (values, type) = ([.real(real)], .number)
    case .decimal(let digits): (values, type) = ([.blob(Array(digits.utf8))], .decimal)
    case .text(let text): (values, type) = ([.text(text)], .text)
    case .guid(let guid): (values, type) = ([.text(guid.lowercased())], .guid)
    case .bytes(let bytes): (values, type) = ([.blob(bytes)], .bytes)
    case .moment(let moment): (values, type) = ([.integer(moment.ticks)], .moment)
    case .timeOfDay(let ticks): (values, type) = ([.integer(ticks)], .timeOfDay)
    }
  }

  /// `template` with each `$` replaced by the next operand.
  init(_ template: String, _ operands: Fragment..., type: ValueType) {
    var sql = ""
    var rest = operands[...]
    for character in template {
      if character == "$", let operand = rest.popFirst() {
        sql += operand.sql
      } else {
        sql.append(character)
      }
    }
    self.init(
      sql: sql, operands.flatMap(\.values), type: type,
      isNullable: operands.contains(where: \.isNullable))
  }

  var isNull: Bool { literal == .null }
}
