import Localization

/// Numbers as people read them in the language of the page.
package enum Format {
  /// `18,350`.
  package static func number(_ value: Int) -> String {
    let digits = grouped(String(value.magnitude).utf8)
    return value < 0 ? "-\(digits)" : digits
  }

  /// Nil for zero, which is not shown where nothing is the usual.
  static func number(nonzero value: Int) -> String? { value == 0 ? nil : number(value) }

  /// `HTTP 412`; the status is 0 where there was no response.
  static func answer(status: Int) -> String {
    status == 0 ? localized("no response") : "HTTP \(status)"
  }

  /// Digits with the language's separator before every third from the end.
  static func grouped(_ digits: some Collection<UInt8>) -> String {
    var left = digits.count
    if left <= 3 { return String(decoding: digits, as: UTF8.self) }
    let separator = TextCatalogue.current.language.groupingSeparator
    var output: [UInt8] = []
    output.reserveCapacity(left + left / 3)
    for digit in digits {
      if !output.isEmpty, left.isMultiple(of: 3) { output += separator.utf8 }
      output.append(digit)
      left -= 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// `1 row`, `18,350 rows`.
  ///
  /// - Parameters:
  ///   - written: Stands for the number; nil for the number itself.
  ///   - one: What is counted, in English; a catalogue's `counts` have it in other languages.
  package static func count(
    _ value: Int, as written: String? = nil, _ one: String, _ many: String? = nil
  ) -> String {
    let number = written ?? number(value)
    return TextCatalogue.current.counted(value, as: number, one)
      ?? "\(number) \(value == 1 ? one : many ?? one + "s")"
  }

  /// What a table of samples shows: `The first 10 of 120 rows`, `All 3 rows`, `The 2 rows` or
  /// `1 row`.
  static func part(_ shown: Int, of all: Int, _ one: String) -> String {
    let words = count(all, one)
    guard shown >= all else { return localized("The first \(number(shown)) of \(words)") }
    switch all {
    case 1: return words
    case 2: return localized("The \(words)")
    default: return localized("All \(words)")
    }
  }

  /// `512 B`, `1.4 kB`, `20 MB`: powers of 1,000.
  package static func bytes(_ value: Int) -> String {
    guard value >= 1_000 else { return "\(value) B" }
    var amount = Double(value) / 1_000
    for unit in ["kB", "MB", "GB"] {
      if amount < 999.5 { return "\(short(amount)) \(unit)" }
      amount /= 1_000
    }
    return "\(short(amount)) TB"
  }

  /// `11 ms`, `7.4 s`, `3 min 20 s`, `2 h 5 min`, `4 d`.
  package static func duration(milliseconds: Int64) -> String {
    let milliseconds = max(0, milliseconds)
    let seconds = milliseconds / 1_000
    switch milliseconds {
    case ..<1_000: return localized("\(milliseconds) ms")
    case ..<60_000: return localized("\(short(Double(milliseconds) / 1_000)) s")
    case ..<3_600_000:
      return seconds % 60 == 0
        ? localized("\(seconds / 60) min") : localized("\(seconds / 60) min \(seconds % 60) s")
    case ..<172_800_000:
      let minutes = seconds / 60 % 60
      return minutes == 0
        ? localized("\(seconds / 3_600) h") : localized("\(seconds / 3_600) h \(minutes) min")
    default: return localized("\(seconds / 86_400) d")
    }
  }

  /// `25.7 %`; never 0 or 100 for what is only nearly so.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    if part == 0 || part == whole { return part == 0 ? "0 %" : "100 %" }
    let tenths = min(999, max(1, Int((Double(part) / Double(whole) * 1_000).rounded())))
    return "\(decimal(tenths: tenths)) %"
  }

  /// The start and the end of a long id, for where CSS cannot cut it: `C141AC2C…467F147D`.
  package static func cut(_ id: String, keeping count: Int = 8) -> String {
    id.count <= count * 2 + 1 ? id : "\(id.prefix(count))…\(id.suffix(count))"
  }

  /// One decimal below 10, none above.
  private static func short(_ amount: Double) -> String {
    let tenths = Int((amount * 10).rounded())
    if tenths >= 100 { return "\(Int(amount.rounded()))" }
    return decimal(tenths: tenths)
  }

  private static func decimal(tenths: Int) -> String {
    guard !tenths.isMultiple(of: 10) else { return "\(tenths / 10)" }
    return "\(tenths / 10)\(TextCatalogue.current.language.decimalSeparator)\(tenths % 10)"
  }
}
