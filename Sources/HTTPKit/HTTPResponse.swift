public struct HTTPResponse: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Parts of a body whose length is not known before, sent as they come; a failure cuts the
    /// connection, so that the reader sees an incomplete body and not a short one.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    /// Server-sent events, written as they come until the sequence ends.
    case events(any AsyncSequence<ServerSentEvent, Never> & Sendable)
  }

  public var status: Int
  public var headers: HTTPHeaders
  public var body: Body
  /// Whom the request came from, for the server's limits; nil for the other end of the connection.
  public var client: RequestClient?

  public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public static func html(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(Array(text.utf8)))
  }

  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Array(text.utf8)))
  }

  /// - Parameter json: A serialized document.
  public static func json(_ json: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: ["Content-Type": "application/json; charset=utf-8"], body: .bytes(json))
  }

  public static func events(
    _ stream: some AsyncSequence<ServerSentEvent, Never> & Sendable
  ) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      ],
      body: .events(stream))
  }

  /// Answers a form: the browser goes on with a GET of `path`.
  ///
  /// - Parameter path: A path of this server, built from known routes.
  public static func seeOther(_ path: String) -> HTTPResponse {
    HTTPResponse(303, headers: ["Location": path])
  }

  /// The body as text; nil for a stream.
  public var text: String? {
    guard case .bytes(let bytes) = body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A server-sent event (SSE): one of a `text/event-stream`.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
public struct ServerSentEvent: Sendable, Equatable {
  public var name: String?
  public var data: String
  /// What the browser sends back as `Last-Event-ID` when it connects again.
  public var id: String?
  /// How long the browser waits before it connects again.
  public var retryMilliseconds: Int?

  public init(
    name: String? = nil, data: String, id: String? = nil, retryMilliseconds: Int? = nil
  ) {
    self.name = name
    self.data = data
    self.id = id
    self.retryMilliseconds = retryMilliseconds
  }

  /// The wire form.
  ///
  /// A line break inside `data` becomes a further `data:` line.
  public var encoded: String {
    let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
    let head =
      (name.map { "event: \($0)\n" } ?? "") + (id.map { "id: \($0)\n" } ?? "")
      + (retryMilliseconds.map { "retry: \($0)\n" } ?? "")
    return head + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}
