import JSONKit
import Localization

/// Why a value that a person typed or pasted does not fit its column.
struct InputError: Error, Equatable {
  var sentence: String
}

/// Reads a number that a person typed or pasted.
enum NumberInput {
  /// - Parameter text: Without blanks at its ends.
  static func value(_ text: String) throws(InputError) -> JSONValue {
    if let value = number(in: text) { return try finite(value) }
    let typed = shown(text)
    for (advice, repaired) in repairs(of: text) where number(in: repaired) != nil {
      let example = shown(repaired)
      throw InputError(
        sentence: localized("“\(typed)” is not a number: \(advice), as in \(example)"))
    }
    throw InputError(
      sentence: localized("“\(typed)” is not a number. Use digits only, for example 3 or 0.5."))
  }

  static func finite(_ value: JSONValue) throws(InputError) -> JSONValue {
    let isTooLarge = isEndless(value)
    guard isTooLarge || isNextToNothing(value) else { return value }
    let number = shown(value.serializedText)
    throw InputError(
      sentence: isTooLarge
        ? localized("“\(number)” is larger than any number that can be stored")
        : localized("“\(number)” is closer to 0 than any number that can be stored"))
  }

  /// A number as it is written that is not 0, and that everybody who keeps numbers rounds to 0.
  private static func isNextToNothing(_ value: JSONValue) -> Bool {
    guard case .number(let digits) = value else { return false }
    return Double(digits) == 0
  }

  static func isEndless(_ value: JSONValue) -> Bool {
    guard case .number(let digits) = value else { return false }
    return Double(digits)?.isFinite != true
  }

  private static func number(in text: String) -> JSONValue? {
    let value = try? JSONValue(parsing: text)
    switch value {
    case .integer?, .real?, .number?: return value
    default: return nil
    }
  }

  /// What may be wrong with a number that people read as one, and what it would be without that.
  private static func repairs(of text: String) -> [(advice: String, number: String)] {
    let digits = text.drop { "+-".contains($0) }
    let sign = text.hasPrefix("-") ? "-" : ""
    let rest = digits.drop { $0 == "0" }
    let short = rest.first?.isNumber == true ? rest : "0" + rest
    return [
      (localized("remove the plus sign"), text.hasPrefix("+") ? String(text.dropFirst()) : ""),
      (localized("remove the leading zeros"), digits.hasPrefix("0") ? sign + short : ""),
      (localized("add a digit after the point"), text.hasSuffix(".") ? text + "0" : ""),
      (localized("add a digit before the point"), digits.hasPrefix(".") ? "\(sign)0\(digits)" : ""),
    ]
  }

  private static func shown(_ text: String) -> String {
    text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
