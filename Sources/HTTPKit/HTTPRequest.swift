public import Support

/// A request, complete: the server has read the whole body before any handler sees it.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// The path as it came, still percent-encoded, such as `/s/todo/t/TodoItem`.
  public var rawPath: String
  /// The text behind `?` as it came; empty when there is none.
  public var rawQuery: String
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The body, where it is on the disk; ``body`` is empty then.
  public var upload: UploadedForm?
  /// The address of the other end, such as `127.0.0.1`.
  public var remoteAddress: String
  /// Names this request in the log, on the page and in the answer's `X-Request-Id`.
  public var requestID: String

  /// Values captured by the route's pattern, decoded, such as `table` in `/tables/{table}`.
  public var parameters: UTF8Dictionary<String> = [:]
  /// The suffix that the router took off the path, such as `json`; empty for none.
  public var format = ""

  /// - Parameter target: Path and query in origin form, percent-encoded.
  public init(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8] = [], remoteAddress: String = "127.0.0.1", requestID: String = ""
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    rawPath = parts.first.map(String.init) ?? ""
    rawQuery = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.requestID = requestID
  }

  /// Path and query as they came.
  public var target: String { rawQuery.isEmpty ? rawPath : "\(rawPath)?\(rawQuery)" }

  /// A captured value the route's pattern guarantees.
  public func parameter(_ name: String) -> String {
    guard let value = parameters[name] else {
      preconditionFailure("the route captures no {\(name)}; it has \(parameters.keys.sorted())")
    }
    return value
  }

  /// The query string, decoded.
  public func query() throws(HTTPError) -> QueryItems {
    guard let items = QueryItems(decoding: rawQuery) else {
      throw HTTPError(400, "The query string is not well-formed percent-encoded UTF-8.")
    }
    return items
  }

  /// A form body (`application/x-www-form-urlencoded`), decoded.
  public func form() throws(HTTPError) -> QueryItems {
    guard let text = String(validating: body, as: UTF8.self),
      let items = QueryItems(decoding: text)
    else {
      throw HTTPError(
        400,
        String(decoding: body, as: UTF8.self).contains("%00")
          ? "A field of the form has a NUL character, and none can hold one. Nothing was changed."
          : "The form is not well-formed percent-encoded UTF-8. Nothing was changed.")
    }
    return items
  }

  /// A short text field of a form with files; nil when there is none.
  public func multipartField(_ name: String) -> String? {
    upload.map { $0[name] } ?? MultipartForm(self)?[name]
  }

  /// The media type of the body in lower case, without its parameters; empty when none was named.
  public var contentType: String {
    let field = headers["Content-Type"] ?? ""
    let type = field.split(separator: ";", maxSplits: 1).first ?? ""
    return type.lowercased().filter { $0 != " " && $0 != "\t" }
  }

  /// The values of the cookies named `name`, in the order the client sent them.
  ///
  /// Source: RFC 6265, section 4.2.
  public func cookies(_ name: String) -> [String] {
    var values: [String] = []
    for field in headers.values("Cookie") {
      for part in field.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = part.drop { $0 == UInt8(ascii: " ") }
        guard let end = pair.firstIndex(of: UInt8(ascii: "=")),
          pair[..<end].elementsEqual(name.utf8)
        else { continue }
        let value = pair[pair.index(after: end)...]
        if !value.isEmpty { values.append(String(decoding: value, as: UTF8.self)) }
      }
    }
    return values
  }
}
