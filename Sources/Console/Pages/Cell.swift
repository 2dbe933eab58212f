import JSONKit
import Support
import SyncCore

/// A value as a page shows it.
enum Cell: Sendable, Equatable {
  case null
  case empty
  case plain(String)
  case code(String)
  /// - Parameters:
  ///   - iso: For programs.
  ///   - full: To the second, in UTC.
  case date(iso: String, full: String, text: String)
  /// The beginning of a long value, with its size.
  case long(start: String, bytes: Int)

  /// The longest text that a list shows, in characters.
  static let listMax = 120

  /// A value in a list: cut, dates short, stamps of the system as their age.
  init(listed value: JSONValue, _ column: Column, now: Timestamp) {
    switch value {
    case .string(let text) where column.type == .date:
      self = Self.date(text, ageAt: column.isSystem ? now : nil)
    case .string(let text) where Self.looksLikeMoment(text): self = Self.date(text, ageAt: nil)
    default: self = Self.cut(Cell(full: value, column))
    }
  }

  /// A value on its own page: whole.
  init(full value: JSONValue, _ column: Column) {
    switch value {
    case .null: self = .null
    case .string(""): self = .empty
    case .string(let text) where column.type == .date: self = Self.date(text, ageAt: nil)
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
    case .plain(let text), .code(let text), .date(_, _, let text): text
    case .long(let start, _): start + "…"
    }
  }

  /// Remotes without a type for dates keep them as text.
  private static func looksLikeMoment(_ text: String) -> Bool {
    (20...28).contains(text.utf8.count) && text.utf8.last == UInt8(ascii: "Z")
      && Timestamp(text) != nil
  }

  private static func cut(_ cell: Cell) -> Cell {
    guard case .plain(let text) = cell, text.utf8.count > listMax, text.count > listMax else {
      return cell
    }
    return .long(start: String(text.prefix(listMax)), bytes: text.utf8.count)
  }

  private static func date(_ text: String, ageAt now: Timestamp?) -> Cell {
    guard let moment = Timestamp(text) else { return text.isEmpty ? .empty : .plain(text) }
    let full = Format.full(moment)
    if let now {
      return .date(iso: moment.description, full: full, text: moment.age(at: now))
    }
    let isDay = moment.ticks % (86_400 * Timestamp.ticksPerSecond) == 0
    let short = isDay ? String(full.prefix(10)) : String(full.dropLast(4))
    return .date(iso: moment.description, full: full, text: short)
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
    else { return digits }
    return (isNegative ? "-" : "") + Format.grouped(whole)
      + String(decoding: fraction, as: UTF8.self)
  }
}

extension Timestamp {
  /// How long ago, in the largest unit that fits: `5 s`, `33 min`, `2 h`, `4 d`; later times and
  /// those of over a year ago as a date.
  func age(at now: Timestamp) -> String {
    let seconds = Int64(now.seconds(since: self).rounded(.down))
    switch seconds {
    // A server's clock may be a little ahead of this one.
    case -300..<60: return "\(max(0, seconds)) s"
    case 60..<3_600: return "\(seconds / 60) min"
    case 3_600..<86_400: return "\(seconds / 3_600) h"
    case 86_400..<31_536_000: return "\(seconds / 86_400) d"
    default: return String(wholeSeconds.prefix(10))
    }
  }
}
