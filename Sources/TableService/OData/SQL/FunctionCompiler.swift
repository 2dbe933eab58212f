extension ExpressionCompiler {
  /// - Parameter arguments: As many as the function takes.
  func call(_ function: Function, _ arguments: [Fragment]) throws -> Fragment {
    switch function {
    case .year, .month, .day:
      return datePart(function, try momentArgument(function, arguments[0]))
    case .hour, .minute, .second:
      return datePart(function, try clockArgument(function, arguments[0]))
    case .date:
      return Fragment(
        "syncline_midnight($)", try momentArgument(function, arguments[0]), type: .moment)
    case .time:
      return Fragment(
        "syncline_time_part($)", try momentArgument(function, arguments[0]), type: .timeOfDay)
    case .floor, .ceiling, .round: return try rounded(function, arguments[0])
    case .substring: return try substring(arguments)
    default: return try textCall(function, arguments.map { try textArgument(function, $0) })
    }
  }

  private func datePart(_ function: Function, _ moment: Fragment) -> Fragment {
    Fragment("syncline_date_part($, '\(function.rawValue)')", moment, type: .integer)
  }

  /// `%` and `_` mean themselves: nothing here uses LIKE.
  private func textCall(_ function: Function, _ arguments: [Fragment]) throws -> Fragment {
    let first = arguments[0]
    let second = arguments.count > 1 ? arguments[1] : first
    switch function {
    case .substringof: return Fragment("(instr($, $) > 0)", second, first, type: .boolean)
    case .contains: return Fragment("(instr($, $) > 0)", first, second, type: .boolean)
    case .startswith:
      return Fragment(
        "(substr($, 1, length($)) = $)", first, second, second, type: .boolean)
    case .endswith: return Fragment("syncline_ends_with($, $)", first, second, type: .boolean)
    case .concat: return Fragment("($ || $)", first, second, type: .text)
    case .indexof: return Fragment("(instr($, $) - 1)", first, second, type: .integer)
    case .replace:
      return Fragment("replace($, $, $)", first, second, arguments[2], type: .text)
    case .length: return Fragment("length($)", first, type: .integer)
    case .tolower: return Fragment("syncline_lower($)", first, type: .text)
    case .toupper: return Fragment("syncline_upper($)", first, type: .text)
    default: return Fragment("syncline_trim($)", first, type: .text)
    }
  }

  private func substring(_ arguments: [Fragment]) throws -> Fragment {
    let text = try textArgument(.substring, arguments[0])
    for number in arguments[1...] where !number.type.isNumeric && number.type != .null {
      throw ServiceError.badQuery("substring needs numbers, not \(number.type.noun).")
    }
    let start = "max(CAST($ AS INTEGER), 0) + 1"
    let places = arguments[1...].map(rounded)
    return places.count == 1
      ? Fragment("substr($, \(start))", text, places[0], type: .text)
      : Fragment(
        "substr($, \(start), max(CAST($ AS INTEGER), 0))", text, places[0], places[1],
        type: .text)
  }

  /// Halves go to the even neighbour in version 3.0.0, away from zero in version 2.0.0.
  private func rounded(_ function: Function, _ argument: Fragment) throws -> Fragment {
    guard argument.type.isNumeric || argument.type == .null else {
      throw ServiceError.badQuery("\(function.rawValue) needs a number, not \(argument.type.noun).")
    }
    if argument.type == .integer { return argument }
    let name =
      switch function {
      case .floor: "syncline_floor"
      case .ceiling: "syncline_ceiling"
      default: version == .v3 ? "syncline_round_to_even" : "syncline_round_away"
      }
    return Fragment("\(name)($)", rounded(argument), type: .number)
  }

  private func textArgument(_ function: Function, _ argument: Fragment) throws -> Fragment {
    switch argument.type {
    case .text, .guid, .printedMoment: return argument
    case .null: return argument
    default:
      throw ServiceError.badQuery("\(function.rawValue) needs text, not \(argument.type.noun).")
    }
  }

  /// A moment or a time of day, in ticks; text may be either.
  private func clockArgument(_ function: Function, _ argument: Fragment) throws -> Fragment {
    switch argument.type {
    case .timeOfDay: return argument
    case .text, .printedTime:
      var ticks = Fragment("syncline_clock_ticks($)", argument, type: .moment)
      ticks.isNullable = true
      return ticks
    default: return try momentArgument(function, argument)
    }
  }

  private func momentArgument(_ function: Function, _ argument: Fragment) throws -> Fragment {
    guard let moment = moment(argument) else {
      throw ServiceError.badQuery("\(function.rawValue) needs a date, not \(argument.type.noun).")
    }
    return moment
  }
}
