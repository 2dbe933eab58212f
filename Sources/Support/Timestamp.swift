/// A moment in UTC, in steps of 100 nanoseconds since 1970.
///
/// Fine enough for the seven digits that SQL Server keeps, so that two server stamps compare as the
/// server compares them.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Steps of 100 ns since 1970-01-01T00:00:00Z; negative before.
  public var ticks: Int64

  public static let ticksPerMillisecond: Int64 = 10_000
  public static let ticksPerSecond: Int64 = 10_000_000
  public static let epoch = Timestamp(ticks: 0)

  public init(ticks: Int64) { self.ticks = ticks }

  public init(milliseconds: Int64) { self = Self.epoch.adding(milliseconds: milliseconds) }

  /// Whole milliseconds since 1970, rounded down.
  public var milliseconds: Int64 { floorDivide(ticks, Self.ticksPerMillisecond).quotient }

  /// Whole seconds since 1970, rounded down.
  public var wholeSecondsSinceEpoch: Int64 { floorDivide(ticks, Self.ticksPerSecond).quotient }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.ticks < right.ticks }

  public func adding(seconds: Int64) -> Timestamp {
    adding(seconds, times: Self.ticksPerSecond)
  }

  public func adding(milliseconds: Int64) -> Timestamp {
    adding(milliseconds, times: Self.ticksPerMillisecond)
  }

  /// Beyond the moments that can be told it is the last of them, or the first.
  private func adding(_ count: Int64, times step: Int64) -> Timestamp {
    let (steps, isTooMany) = count.multipliedReportingOverflow(by: step)
    let (sum, isTooFar) = ticks.addingReportingOverflow(steps)
    return Timestamp(ticks: isTooMany || isTooFar ? (count < 0 ? .min : .max) : sum)
  }

  /// Seconds from `earlier` to this moment.
  public func seconds(since earlier: Timestamp) -> Double {
    let (difference, isTooFar) = ticks.subtractingReportingOverflow(earlier.ticks)
    return (isTooFar ? Double(ticks) - Double(earlier.ticks) : Double(difference))
      / Double(Self.ticksPerSecond)
  }
}

// MARK: - Text

extension Timestamp: CustomStringConvertible {
  /// `2017-05-08T07:07:01.595Z`; seven fraction digits when there is more than milliseconds.
  public var description: String {
    let tick = floorDivide(ticks, Self.ticksPerSecond).remainder
    let digits = tick % Self.ticksPerMillisecond == 0 ? 3 : 7
    let fraction = digits == 3 ? tick / Self.ticksPerMillisecond : tick
    return civil("T", ".\(padded(fraction, digits))Z")
  }

  /// `2017-05-08T07:07:01Z`, the fraction cut off.
  public var wholeSeconds: String { civil("T", "Z") }

  /// `2017-05-08 07:07:01`, the fraction cut off, in UTC without saying so.
  public var spaced: String { civil(" ") }

  /// The same with what is to stand behind it, such as ` UTC`.
  public func spaced(_ suffix: String) -> String { civil(" ", suffix) }

  /// `Mon, 08 May 2017 07:07:01 GMT`.
  ///
  /// Source: RFC 9110, section 5.6.7.
  public var httpDate: String {
    let second = floorDivide(ticks, Self.ticksPerSecond).quotient
    let (days, time) = floorDivide(second, 86_400)
    let (year, month, day) = civilDate(days)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let weekday = weekdays[Int(floorDivide(days, 7).remainder)]
    return "\(weekday), \(padded(day, 2)) \(months[Int(month) - 1]) \(padded(year, 4)) "
      + "\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)) GMT"
  }

  /// Date and time to the second, and what stands behind them.
  private func civil(_ separator: Unicode.Scalar, _ suffix: String = "") -> String {
    let (days, time) = floorDivide(floorDivide(ticks, Self.ticksPerSecond).quotient, 86_400)
    let (year, month, day) = civilDate(days)
    guard (0...9_999).contains(year) else {
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(separator)"
        + "\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))\(suffix)"
    }
    return String(unsafeUninitializedCapacity: 19 + suffix.utf8.count) { text in
      var count = 0
      func put(_ value: Int64, _ end: Unicode.Scalar?) {
        text[count] = 48 + UInt8(value / 10)
        text[count + 1] = 48 + UInt8(value % 10)
        count += 2
        guard let end else { return }
        text[count] = UInt8(ascii: end)
        count += 1
      }
      put(year / 100, nil)
      put(year % 100, "-")
      put(month, "-")
      put(day, separator)
      put(time / 3_600, ":")
      put(time / 60 % 60, ":")
      put(time % 60, nil)
      for byte in suffix.utf8 {
        text[count] = byte
        count += 1
      }
      return count
    }
  }

  /// Reads ISO 8601 dates and times as servers write them.
  ///
  /// Accepts `YYYY-MM-DD`, then optionally `T` or a space, `hh:mm`, `:ss`, a fraction of any length
  /// (cut at 100 ns) and `Z` or an offset. Without an offset the time is UTC. Nil for anything else,
  /// and for a time that its offset moves outside the years 0000–9999 UTC, which has no four-digit
  /// form.
  public init?(_ text: some StringProtocol) {
    guard let reading = Self.reading(text) else { return nil }
    self = reading.time
  }

  /// The same, and whether the text says itself how far from UTC its time is.
  public static func reading(
    _ text: some StringProtocol
  ) -> (time: Timestamp, saysOffset: Bool)? {
    var scan = Scanner(Array(text.utf8))
    guard let year = scan.number(4), scan.skip("-"), let month = scan.number(2), scan.skip("-"),
      let day = scan.number(2), (1...12).contains(month),
      (1...daysInMonth(year, month)).contains(day)
    else { return nil }
    var ticks = daysFromCivil(year, month, day) * 86_400 * Self.ticksPerSecond
    if !scan.isAtEnd {
      guard scan.skip("T") || scan.skip("t") || scan.skip(" "), let time = scan.timeOfDay() else {
        return nil
      }
      ticks += time
    }
    guard scan.isAtEnd, fourDigitYears.contains(ticks) else { return nil }
    return (Timestamp(ticks: ticks), scan.hasOffset)
  }

  private static let fourDigitYears =
    daysFromCivil(0, 1, 1) * 86_400 * ticksPerSecond..<daysFromCivil(10_000, 1, 1) * 86_400
    * ticksPerSecond

  /// Reads a date of an HTTP header, in the one form that RFC 9110 lets senders write.
  public init?(httpDate text: some StringProtocol) {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int64(parts[1]), let year = Int64(parts[3]), (0...9_999).contains(year),
      parts[4].utf8.count == "hh:mm:ss".utf8.count
    else { return nil }
    self.init("\(padded(year, 4))-\(padded(Int64(month + 1), 2))-\(padded(day, 2))T\(parts[4])Z")
  }
}

private struct Scanner {
  let bytes: [UInt8]
  var position = 0
  /// Whether an offset from UTC was read.
  private(set) var hasOffset = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number(_ digits: Int) -> Int64? {
    guard position + digits <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[position..<position + digits] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    position += digits
    return value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Ticks since midnight UTC; may be negative or beyond a day by the offset.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else {
      return nil
    }
    var second: Int64 = 0
    var fraction: Int64 = 0
    if skip(":") {
      guard let value = number(2), value < 60 else { return nil }
      second = value
      if skip(".") || skip(",") {
        guard let value = fractionTicks() else { return nil }
        fraction = value
      }
    }
    guard let offset = offsetSeconds() else { return nil }
    return (hour * 3_600 + minute * 60 + second - offset) * Timestamp.ticksPerSecond + fraction
  }

  private mutating func fractionTicks() -> Int64? {
    var value: Int64 = 0
    var digits = 0
    while position < bytes.count, (48...57).contains(bytes[position]) {
      if digits < 7 { value = value * 10 + Int64(bytes[position] - 48) }
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 7)..<7 { value *= 10 }
    return value
  }

  private mutating func offsetSeconds() -> Int64? {
    if isAtEnd { return 0 }
    hasOffset = true
    if skip("Z") || skip("z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"), let hour = number(2) else { return nil }
    _ = skip(":")
    let minute = isAtEnd ? 0 : number(2)
    guard let minute, hour < 24, minute < 60 else { return nil }
    let seconds = hour * 3_600 + minute * 60
    return isNegative ? -seconds : seconds
  }
}

// MARK: - The civil calendar

/// Days since 1970 of a date of the proleptic Gregorian calendar.
private func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = floorDivide(shifted, 400)
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

private func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
  let yearOfEra =
    (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}

private func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
