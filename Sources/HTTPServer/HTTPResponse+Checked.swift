import HTTPKit

extension HTTPResponse {
  /// Fields that are the server's to set: it knows how it sends the body.
  private static let ownFields = [
    "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive",
  ]

  /// The response as it may be sent.
  ///
  /// A header with a line break in its value would let whoever chose the value write headers, or a
  /// whole further response, so it becomes a plain 500.
  var checked: HTTPResponse {
    guard (200...599).contains(status), headers.all.allSatisfy({ Self.isSendable($0) }) else {
      return .text("The answer was malformed and is not sent.", status: 500)
    }
    var response = self
    for name in Self.ownFields { response.headers[name] = nil }
    if status == 204 || status == 304 { response.body = .bytes([]) }
    return response
  }

  private static func isSendable(_ field: (name: String, value: String)) -> Bool {
    RequestValidator.isToken(field.name)
      && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }
}
