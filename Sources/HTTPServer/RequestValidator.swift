import HTTPKit

/// A request as libmicrohttpd understood it, before its body.
struct RequestHead {
  var method: String
  var target: String
  var version: String
  var headers: HTTPHeaders
}

/// Why a request is not answered by a handler.
struct Refusal: Error, Equatable {
  let status: Int
  let reason: String
  /// When it may be tried again.
  let retryAfterSeconds: Int?

  init(_ status: Int, _ reason: String, retryAfterSeconds: Int? = nil) {
    self.status = status
    self.reason = reason
    self.retryAfterSeconds = retryAfterSeconds
  }
}

/// Refuses what libmicrohttpd 0.9.75 lets through although two readers may read it differently.
///
/// A proxy in front and this server must agree where each request ends and whom it is for, or one
/// client can put words into another's connection. Source: RFC 9112, sections 2, 3, 5, 6 and 11.
enum RequestValidator {
  /// What the gate read off a head that it let through.
  struct Admission {
    let method: HTTPMethod
    /// Nil for a body in chunks.
    let contentLength: Int?
  }

  /// How much a request may ask of the server.
  struct Limits {
    var headerBytesMax: Int
    var targetBytesMax: Int
    var bodyBytesMax: Int

    init(_ configuration: HTTPServer.Configuration) {
      headerBytesMax = configuration.headerBytesMax
      targetBytesMax = configuration.targetBytesMax
      // A rule is asked once the head is known to be sound.
      bodyBytesMax = configuration.bodyRule == nil ? configuration.bodyBytesMax : .max
    }
  }

  static func admit(_ head: RequestHead, limits: Limits) throws(Refusal) -> Admission {
    let bodyBytesMax = limits.bodyBytesMax
    try checkVersion(head.version)
    try checkLength(head, limits)
    try checkTarget(head.target)
    try checkFields(head.headers)
    guard isToken(head.method) else { throw Refusal(400, "The method is malformed.") }
    let length = try bodyLength(head)
    guard head.method != "TRACE", head.method != "CONNECT" else {
      throw Refusal(405, "This server does not answer \(head.method).")
    }
    guard let method = HTTPMethod(rawValue: head.method) else {
      throw Refusal(501, "This server does not know the method \(head.method.prefix(20)).")
    }
    guard length == 0 || (method != .get && method != .head) else {
      throw Refusal(400, "A \(method.rawValue) request must not have a body.")
    }
    guard (length ?? 0) <= bodyBytesMax else { throw tooLarge(bodyBytesMax) }
    return Admission(method: method, contentLength: length)
  }

  static func tooLarge(_ bytesMax: Int) -> Refusal {
    Refusal(413, "The body is larger than the \(bytesMax) bytes that this server takes.")
  }

  private static func checkVersion(_ version: String) throws(Refusal) {
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw Refusal(505, "This server speaks HTTP 1.0 and 1.1 only.")
    }
  }

  private static func checkLength(_ head: RequestHead, _ limits: Limits) throws(Refusal) {
    guard head.target.utf8.count <= limits.targetBytesMax else {
      throw Refusal(
        414, "The address is longer than the \(limits.targetBytesMax) bytes that this server takes."
      )
    }
    // With the separators of the first line and of each field.
    var count = head.method.utf8.count + head.target.utf8.count + head.version.utf8.count + 4
    for (name, value) in head.headers.all { count += name.utf8.count + value.utf8.count + 4 }
    guard count <= limits.headerBytesMax else {
      throw Refusal(
        431, "The header is longer than the \(limits.headerBytesMax) bytes that this server takes.")
    }
  }

  private static func checkTarget(_ target: String) throws(Refusal) {
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw Refusal(400, "The request target must be a path.")
    }
    guard target.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Refusal(400, "The request target has bytes that must be percent-encoded.")
    }
    guard !target.utf8.contains(UInt8(ascii: "%")) || !target.contains("%00") else {
      throw Refusal(400, "The request target has a null byte.")
    }
  }

  private static func checkFields(_ headers: HTTPHeaders) throws(Refusal) {
    for (name, value) in headers.all {
      guard isToken(name) else { throw Refusal(400, "A header has a malformed name.") }
      guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
        throw Refusal(400, "A header has control characters in its value.")
      }
    }
    let hosts = headers.values("Host")
    guard hosts.count == 1 else {
      throw Refusal(
        400, hosts.isEmpty ? "The Host header is missing." : "There is more than one Host header.")
    }
  }

  /// The announced length of the body; nil when it comes in chunks.
  private static func bodyLength(_ head: RequestHead) throws(Refusal) -> Int? {
    let lengths = head.headers.values("Content-Length")
    let encodings = head.headers.values("Transfer-Encoding")
    guard lengths.isEmpty || encodings.isEmpty else {
      throw Refusal(400, "Content-Length and Transfer-Encoding exclude each other.")
    }
    guard encodings.isEmpty else {
      guard encodings.count == 1, encodings[0].lowercased() == "chunked" else {
        throw Refusal(400, "The only transfer encoding that this server takes is chunked.")
      }
      guard head.version == "HTTP/1.1" else {
        throw Refusal(400, "HTTP/1.0 has no transfer encodings.")
      }
      return nil
    }
    guard lengths.count < 2 else {
      throw Refusal(400, "There is more than one Content-Length header.")
    }
    guard let text = lengths.first else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Refusal(400, "The Content-Length is not a number.")
    }
    return Int(text) ?? .max
  }

  /// Source: RFC 9110, section 5.6.2.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
