import HTTPKit
import JSONKit
import Support

/// Why a value can't be in its column.
struct FieldMistake: Sendable, Equatable {
  @UTF8Key var column: String
  /// A sentence.
  var message: String
}

/// Why a row does not fit its declared table; nothing was written.
struct InvalidRow: Error, Equatable {
  let table: String
  let mistakes: [FieldMistake]
  let version: APIVersion

  /// 400 with the list that the toolkit's servers answer, or the same in an error of version 2.0.0.
  var response: HTTPResponse {
    let fields = JSONValue.array(
      mistakes.map {
        ["memberNames": [.string($0.column)], "errorMessage": .string($0.message)]
      })
    guard version == .v2 else { return .json(fields.serialized, status: 400) }
    let sentences = mistakes.map(\.message).joined(separator: " ")
    let body: JSONValue = [
      "error": .string("The row was not written to \(table). \(sentences)"), "fields": fields,
    ]
    return .json(body.serialized, status: 400)
  }
}

extension ColumnDeclaration {
  /// Why the column doesn't take `value`, which is in canonical form; nil when it does.
  func objection(to value: JSONValue) -> String? {
    switch value {
    case .null:
      if isRequired { return "The \(name) field is required." }
      return isNullable ? nil : "The field \(name) can't be null."
    case .string(let text) where type == .text:
      if isRequired, text.allSatisfy(\.isWhitespace) { return "The \(name) field is required." }
      let length = text.utf16.count
      guard length >= minLength ?? 0, length <= maxLength ?? .max else {
        return "The field \(name) must be a string with \(lengthText)."
      }
      return nil
    default: return isInRange(value) ? nil : "The field \(name) must be \(rangeText)."
    }
  }

  /// Why `value` is of another type.
  func mismatch(_ value: JSONValue) -> String {
    if type.isNumeric, case .number(let digits) = value {
      return "The field \(name) can't keep the number \(digits.prefix(40))."
    }
    return "The field \(name) must be \(typeNoun), not \(value.shown)."
  }

  private func isInRange(_ value: JSONValue) -> Bool {
    guard let number = DecimalNumber(value) else { return true }
    if let minimum = minimum.flatMap({ DecimalNumber($0) }), number < minimum { return false }
    if let maximum = maximum.flatMap({ DecimalNumber($0) }), number > maximum { return false }
    return true
  }

  private var lengthText: String {
    let parts = [
      minLength.map { "a minimum length of \($0)" }, maxLength.map { "a maximum length of \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  private var rangeText: String {
    switch (minimum?.serializedText, maximum?.serializedText) {
    case (let minimum?, let maximum?): "between \(minimum) and \(maximum)"
    case (let minimum?, nil): "at least \(minimum)"
    case (nil, let maximum): "at most \(maximum ?? "")"
    }
  }

  /// "a date", for messages.
  var typeNoun: String {
    switch type {
    case .text, .unknown: "a string"
    case .integer: "a whole number of 64 bits"
    case .number, .decimal: "a number"
    case .boolean: "a boolean"
    case .dateTime: "a date and time, such as 2024-02-29T12:30:00.000Z"
    case .date: "a date, such as 2024-02-29"
    case .time: "a time of day, such as 12:30:00"
    case .guid: "a GUID, such as 01234567-89ab-cdef-0123-456789abcdef"
    case .bytes: "bytes in base64"
    case .enumeration: "one of \(members.joined(separator: ", "))"
    case .object: "an object or an array"
    }
  }
}

extension JSONValue {
  /// For messages: short enough to be read, and without what is nested in it.
  var shown: String {
    guard array == nil, object == nil else { return kindName }
    let text = serializedText
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
