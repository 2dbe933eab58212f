import JSONKit
import SQLiteKit

extension ExpressionCompiler {
  /// Version 3.0.0 divides whole numbers to a whole number, version 2.0.0 never does.
  func arithmetic(
    _ operation: Arithmetic, _ left: Fragment, _ right: Fragment
  ) throws -> Fragment {
    let (left, right) = (rounded(number(left) ?? left), rounded(number(right) ?? right))
    for side in [left, right] where !side.type.isNumeric && side.type != .null {
      throw ServiceError.badQuery("\(operation.rawValue) needs numbers, not \(side.type.noun).")
    }
    let isWhole = left.type == .integer && right.type == .integer
    let type: ValueType = isWhole ? .integer : .number
    switch operation {
    case .add: return Fragment("($ + $)", left, right, type: type)
    case .sub: return Fragment("($ - $)", left, right, type: type)
    case .mul: return Fragment("($ * $)", left, right, type: type)
    case .div:
      let isWholeDivision = isWhole && version == .v3
      var fragment = Fragment(
        isWholeDivision ? "($ / $)" : "(CAST($ AS REAL) / $)", left, right,
        type: isWholeDivision ? .integer : .number)
      fragment.isNullable = true
      return fragment
    case .mod:
      var fragment = Fragment(
        isWhole ? "($ % $)" : "syncline_mod($, $)", left, right, type: type)
      fragment.isNullable = true
      return fragment
    }
  }

  /// The number that a piece stands for; nil when its type holds none.
  ///
  /// Text counts as its number in version 2.0.0, as SQL Server converts it; text that is no number
  /// gives null.
  func number(_ fragment: Fragment) -> Fragment? {
    if fragment.type.isNumeric { return fragment }
    guard version == .v2, fragment.type == .text else { return nil }
    var number = Fragment("syncline_number($)", fragment, type: .number)
    number.isNullable = true
    return number
  }

  /// The bytes by which a number compares exactly.
  func exact(_ number: Fragment) -> Fragment {
    if let constant = number.literal?.exactNumber {
      return Fragment(sql: "?", [.blob(constant.sortKey)], type: .decimal)
    }
    return Fragment("syncline_decimal($)", number, type: .decimal)
  }

  /// A number that SQLite can calculate with; one of more digits than a `Double` is rounded.
  func rounded(_ number: Fragment) -> Fragment {
    number.type == .decimal ? Fragment("syncline_real($)", number, type: .number) : number
  }

  func negated(_ operand: Fragment) throws -> Fragment {
    let operand = rounded(operand)
    guard operand.type.isNumeric || operand.type == .null else {
      throw ServiceError.badQuery("- needs a number, not \(operand.type.noun).")
    }
    return Fragment("(-$)", operand, type: operand.type == .null ? .number : operand.type)
  }

  func cast(_ operand: Fragment, to type: CastType) throws -> Fragment {
    if let fragment = converted(operand, to: type) { return fragment }
    throw ServiceError.badQuery("The filter casts \(operand.type.noun) to an incompatible type.")
  }

  private func converted(_ operand: Fragment, to type: CastType) -> Fragment? {
    if operand.type == .null { return operand }
    switch type {
    case .text:
      switch operand.type {
      case .text, .guid, .printedMoment, .printedDate, .printedTime, .enumeration:
        var text = operand
        text.type = .text
        return text
      case .integer, .number, .decimal:
        return Fragment("CAST($ AS TEXT)", operand, type: .text)
      default: return nil
      }
    case .guid:
      guard operand.type == .text || operand.type == .guid else { return nil }
      var guid = operand
      guid.type = .guid
      if case .text(let text) = operand.literal { return Fragment(.guid(text)) }
      return guid
    case .moment: return moment(operand)
    case .timeOfDay:
      if operand.type == .timeOfDay { return operand }
      if operand.type == .printedTime {
        return Fragment("syncline_time_of_day($)", operand, type: .timeOfDay)
      }
      if case .text(let text) = operand.literal {
        return TimeOfDay.ticks(text).map { Fragment(.timeOfDay($0)) }
      }
      return moment(operand).map { Fragment("syncline_time_part($)", $0, type: .timeOfDay) }
    case .integer:
      return operand.type.isNumeric
        ? Fragment("CAST($ AS INTEGER)", rounded(operand), type: .integer) : nil
    case .number:
      return operand.type.isNumeric
        ? Fragment("CAST($ AS REAL)", rounded(operand), type: .number) : nil
    case .decimal:
      guard operand.type.isNumeric else { return nil }
      var decimal = operand
      decimal.type = .decimal
      return decimal
    }
  }
}
