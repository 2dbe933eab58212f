import Console
import HTTPKit
import JSONKit
import Support

/// The server's log: one line an event, on standard error.
///
/// A line holds neither queries, headers nor bodies, and whatever a client sends cannot end it or
/// begin another.
struct ServerLog: Sendable {
  enum Form: String, Sendable, CaseIterable {
    case text, json
  }

  let time: any TimeSource
  var form = Form.text
  /// Whether every request gets a line, or only failures do.
  var includesRequests = false

  /// A failure whose detail no page shows, under the id that the page shows.
  func failure(_ error: any Error, _ request: HTTPRequest) {
    write(
      "error", "failure",
      [
        ("requestId", .string(request.requestID)), ("method", .string(request.method.rawValue)),
        ("message", .string("\(error)")),
      ], text: "request \(request.requestID): \(request.method.rawValue) failed: \(error)")
  }

  func line(_ text: String) {
    write("info", "note", [("message", .string(text))], text: text)
  }

  func answered(_ request: RequestLogEntry) {
    guard includesRequests else { return }
    write(
      request.status >= 500 ? "error" : "info", "request", Self.members(request),
      text: Self.text(request))
  }

  static func members(_ request: RequestLogEntry) -> [(String, JSONValue)] {
    [
      ("requestId", .string(request.id)), ("method", .string(request.method)),
      ("path", .string(request.path)), ("status", .integer(Int64(request.status))),
      ("milliseconds", .integer(request.milliseconds)),
      ("who", request.who.map { .string($0) } ?? .null), ("address", .string(request.address)),
    ]
  }

  static func text(_ request: RequestLogEntry) -> String {
    "request \(request.id): \(request.method) \(request.path) \(request.status) in "
      + "\(request.milliseconds) ms, \(request.who ?? "nobody") from \(request.address)"
  }

  /// The line of one event.
  func encoded(
    _ level: String, _ event: String, _ members: [(String, JSONValue)], text: String
  ) -> String {
    switch form {
    case .text: return "\(time.now) \(TextTable.printable(text))"
    case .json:
      let head: [(String, JSONValue)] = [
        ("at", .string(time.now.description)), ("level", .string(level)),
        ("event", .string(event)),
      ]
      return JSONValue.object(JSONObject(head + members)).serializedText
    }
  }

  private func write(
    _ level: String, _ event: String, _ members: [(String, JSONValue)], text: String
  ) {
    Output.error(encoded(level, event, members, text: text))
  }
}
