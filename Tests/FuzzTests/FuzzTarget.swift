import Foundation

/// A parser of untrusted input: it takes any bytes, and refuses them or reads them right.
///
/// ``check(_:)`` throws where it made a wrong sense; a crash ends the process.
enum FuzzTarget: String, Sendable, CaseIterable {
  case json
  case rows
  case filter
  case address
  case multipart
  case events
  case date
  case table
  case configuration
  case store

  func check(_ bytes: [UInt8]) async throws {
    switch self {
    case .json: try checkJSON(bytes)
    case .rows: try checkRows(bytes)
    case .filter: try await FilterCheck.shared.check(bytes)
    case .address: try checkAddress(bytes)
    case .multipart: try checkMultipart(bytes)
    case .events: try checkEvents(bytes)
    case .date: try checkDate(bytes)
    case .table: try checkTable(bytes)
    case .configuration: try checkConfiguration(bytes)
    case .store: try await StoreCheck.shared.check(bytes)
    }
  }

  /// Inputs of a short run, which are as many as take about a second.
  var randomInputCount: Int {
    switch self {
    case .store: 40
    case .filter: 500
    default: 3_000
    }
  }

  /// Texts that random bytes would hardly hit.
  var dictionary: [String] {
    switch self {
    case .json, .rows:
      [
        "{", "}", "[", "]", ":", ",", "null", "true", "1e308", "-0", "\"\\ud83d\\ude00\"",
        "\"id\":",
      ]
    case .filter:
      [
        " and ", " or ", "not ", " eq ", " ne null", " in (", ")", "(", "'", "contains(", "id", "n",
        "price", " add ", " mod ", "-", "datetime'2024-01-01T00:00:00Z'", " desc", ",", "cast(n,",
        "substring(text,", "9223372036854775807",
      ]
    case .address: ["%2F", "%00", "&", "=", "+", "%C3%A9", ";"]
    case .multipart:
      ["\r\n", "--b", "--b--", "Content-Disposition: form-data; name=\"a\"", "filename=\"", "\""]
    case .events: ["data:", "event:", "id:", "retry:", "\r\n", "\n\n", ":"]
    case .date: ["2024-02-29", "T", "Z", "+14:00", ".123456789", "Mon, 08 May 2017 07:07:31 GMT"]
    case .table: ["\"", ",", ";", "\t", "\r\n", "{\"a\":1}", "[", "]", "\u{feff}", "'="]
    case .configuration:
      [
        "\"stores\":[", "\"name\":", "\"remote\":{", "\"kind\":\"parse\"", "\"url\":",
        "\"tables\":[",
        "\"schedule\":{", "\"alerts\":{", "\"backup\":{", "-1", "1e9", "null",
      ]
    case .store: []
    }
  }

  /// The inputs that are kept with the tests.
  var corpus: [[UInt8]] {
    get throws {
      let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus/\(rawValue).txt")
      return try String(contentsOf: url, encoding: .utf8)
        .split(separator: "\n").map { try FuzzInput.bytes(ofLine: $0) }
    }
  }
}

/// What a target got wrong.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
  guard holds else { throw FuzzFinding(message()) }
}
