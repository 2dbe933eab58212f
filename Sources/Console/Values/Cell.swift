import JSONKit
import Localization
import Support
import SyncCore
import Zones

/// A value as a page shows it.
enum Cell: Sendable, Equatable {
  case null
  case empty
  case plain(String)
  case code(String)
  /// - Parameters:
  ///   - iso: For programs.
  ///   - full: To the second, with the zone.
  case date(iso: String, full: String, text: String)
  /// A time in relation to now, such as `4 min ago`.
  case age(iso: String, full: String, text: String)
  /// The beginning of a long value, with its size.
  case long(start: String, bytes: Int)

  /// The longest text that a list shows, in characters.
  static let listMax = 120

  /// A value in a list: cut, dates short, stamps of the system as their age.
  init(
    listed value: JSONValue, _ column: Column, now: Timestamp,
    zone: Zone = PageZone.current.shown
  ) {
    switch value {
    case .string(let text) where column.type == .date:
      self = Self.date(text, ageAt: column.isSystem ? now : nil, zone)
    case .string(let text) where Self.looksLikeMoment(text):
      self = Self.date(text, ageAt: nil, zone)
    default: self = Self.cut(Cell(full: value, column))
    }
  }

  /// A value on its own page: whole.
  init(full value: JSONValue, _ column: Column) {
    switch value {
    case .null: self = .null
    case .string(""): self = .empty
    case .string(let text) where column.type == .date: self = Self.moment(text)
    case .string(let text):
      self = column.name == "id" || column.name == "version" ? .code(text) : .plain(text)
    case .bool(let flag): self = .plain(flag ? "true" : "false")
    case .integer, .real, .number: self = .plain(Self.grouped(value.serializedText))
    case .array, .object: self = .plain(value.serializedText)
    }
  }

  /// The value without any mark-up, for titles and sentences.
  var text: String {
    switch self {
    case .null: "NULL"
    case .empty: "\"\""
    case .plain(let text), .code(let text): VisibleText.shown(text)
    case .date(_, _, let text), .age(_, _, let text): text
    case .long(let start, _): VisibleText.shown(start) + "…"
    }
  }

  /// Remotes without a type for dates keep them as text.
  static func looksLikeMoment(_ text: String) -> Bool {
    (20...28).contains(text.utf8.count) && text.utf8.last == UInt8(ascii: "Z")
      && Timestamp(text) != nil
  }

  static func cut(_ cell: Cell) -> Cell {
    guard case .plain(let text) = cell, text.utf8.count > listMax, text.count > listMax else {
      return cell
    }
    return .long(start: String(text.prefix(listMax)), bytes: text.utf8.count)
  }

  private static func date(_ text: String, ageAt now: Timestamp?, _ zone: Zone) -> Cell {
    guard let moment = Timestamp(text) else { return text.isEmpty ? .empty : .plain(text) }
    let full = Format.full(moment, in: zone)
    if let now {
      return .age(
        iso: moment.description, full: full, text: Format.relative(moment, now: now, in: zone))
    }
    let reading = zone.reading(at: moment)
    let short = reading.isMidnight ? String(full.prefix(10)) : String(full.prefix(19))
    return .date(iso: moment.description, full: full, text: short)
  }

  /// A moment on its own page: in UTC, and in the zone of whoever reads it.
  private static func moment(_ text: String) -> Cell {
    guard let moment = Timestamp(text) else { return text.isEmpty ? .empty : .plain(text) }
    let full = Format.full(moment, beside: PageZone.current.beside)
    let isDay = moment.isMidnight && PageZone.current.beside == nil
    return .date(iso: moment.description, full: full, text: isDay ? String(full.prefix(10)) : full)
  }

  /// `1250.75` as `1,250.75`; long numbers, and whole ones of four digits such as years, stay.
  static func grouped(_ digits: String) -> String {
    let isNegative = digits.utf8.first == UInt8(ascii: "-")
    let rest = digits.utf8.dropFirst(isNegative ? 1 : 0)
    let whole = rest.prefix { (48...57).contains($0) }
    let fraction = rest.dropFirst(whole.count)
    let digitsMin = fraction.isEmpty ? 5 : 4
    guard whole.count >= digitsMin, whole.count < 16,
      fraction.isEmpty || fraction.first == UInt8(ascii: ".")
    else { return marked(digits) }
    return (isNegative ? "-" : "") + Format.grouped(whole)
      + marked(String(decoding: fraction, as: UTF8.self))
  }

  /// The digits with the decimal separator of the language.
  private static func marked(_ digits: String) -> String {
    let separator = TextCatalogue.current.language.decimalSeparator
    return separator == "." ? digits : digits.replacing(".", with: String(separator))
  }
}

extension Timestamp {
  fileprivate var isMidnight: Bool { ticks % (86_400 * Self.ticksPerSecond) == 0 }
}
