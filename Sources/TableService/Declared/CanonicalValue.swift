import JSONKit
import Support

extension StoredType {
  /// The one form in which a column of the type has `value`; nil when it has none.
  ///
  /// Times are in UTC with milliseconds, finer ones cut, as the toolkit's servers write them.
  func canonical(_ value: JSONValue) -> JSONValue? {
    switch (self, value) {
    case (_, .null), (.boolean, .bool), (.integer, .integer): value
    case (.number, .integer), (.decimal, .integer), (.number, .real), (.decimal, .real): value
    case (.number, .number(let digits)), (.decimal, .number(let digits)):
      DecimalNumber(kept: digits) == nil ? nil : value
    case (.text, .string), (.enumeration, .string): value
    case (.object, .object), (.object, .array): value
    case (_, .string(let text)): canonical(text).map { .string($0) }
    default: nil
    }
  }

  private func canonical(_ text: String) -> String? {
    switch self {
    case .dateTime:
      guard let moment = Timestamp(text) else { return nil }
      let printed = Timestamp(milliseconds: moment.milliseconds).description
      // An offset may lead to the year 0, or to 10000.
      return printed.utf8.count == 24 && !printed.hasPrefix("0000") ? printed : nil
    case .date: return text.utf8.count == 10 && Timestamp(text) != nil ? text : nil
    case .time:
      let isShort = text.utf8.dropFirst().first == UInt8(ascii: ":")
      return TimeOfDay.ticks(isShort ? "0\(text)" : text).map(TimeOfDay.text)
    case .guid:
      let shape = text.utf8.map { $0 == UInt8(ascii: "-") }
      let dashes = shape.indices.filter { shape[$0] }
      let isHexadecimal = text.unicodeScalars.allSatisfy {
        $0 == "-" || $0.properties.isASCIIHexDigit
      }
      guard shape.count == 36, dashes == [8, 13, 18, 23], isHexadecimal else { return nil }
      return text.lowercased()
    case .bytes:
      guard text.utf8.count % 4 == 0 else { return nil }
      return Base64.decode(text).map { Base64.encode($0) }
    default: return nil
    }
  }
}

extension ColumnDeclaration {
  /// The form in which the column has `value`; nil when that is not of its type.
  ///
  /// Takes numbers as text, and members of an enumeration in any case or by their place, as the
  /// toolkit's servers do.
  func canonical(_ value: JSONValue) -> JSONValue? {
    switch (type, value) {
    case (.enumeration, .string(let text)):
      let known =
        members.first { $0 === text } ?? members.first { $0.lowercased() === text.lowercased() }
      return (known ?? Int(text).flatMap(member)).map { .string($0) }
    case (.enumeration, .integer(let position)):
      return Int(exactly: position).flatMap(member).map { .string($0) }
    case (_, .string(let text)) where type.isNumeric:
      guard let number = try? JSONValue(parsing: text), number.double != nil else { return nil }
      return type.canonical(number)
    default: return type.canonical(value)
    }
  }

  private func member(at position: Int) -> String? {
    members.indices.contains(position) ? members[position] : nil
  }
}
