import HTTPKit

/// Refuses requests that would not go out as they were meant.
enum RequestCheck {
  private static let ownFields = [
    "content-length", "transfer-encoding", "connection", "accept-encoding", "expect",
  ]

  static func check(_ request: ClientRequest) throws(HTTPClientError) {
    guard request.body == nil || (request.method != .get && request.method != .head) else {
      throw .invalidRequest("A \(request.method.rawValue) request has no body.")
    }
    guard request.timeoutSeconds > 0, request.timeoutSeconds <= 86_400 else {
      throw .invalidRequest("The time limit must be greater than zero and at most one day.")
    }
    for (name, value) in request.headers.all {
      guard isToken(name) else { throw .invalidRequest("A header’s name is malformed.") }
      guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
        throw .invalidRequest("The header \(name) has control characters in its value.")
      }
      guard !ownFields.contains(name.lowercased()) else {
        throw .invalidRequest("The header \(name) is set by the client itself.")
      }
    }
  }

  /// Source: RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
