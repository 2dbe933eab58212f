import CMicroHTTPD
import HTTPKit
import Support

// On libmicrohttpd's thread.
extension Exchange {
  func send(_ response: HTTPResponse) -> MHD_Result {
    record.phase = .answering
    context.connections.identify(record, response.client)
    var response = streamAllowed(response).checked
    response.headers["X-Request-Id"] = response.headers["X-Request-Id"] ?? requestID
    if context.isDraining { response.headers["Connection"] = "close" }
    if case .bytes(let bytes) = response.body {
      return queue(response, ResponseHandle(copying: bytes))
    }
    guard let feed = makeFeed(response.body) else {
      return refuse(Self.stopping)
    }
    return queue(response, ResponseHandle(reading: feed))
  }

  /// The answer; in place of a stream beyond those that its client may read, a refusal.
  private func streamAllowed(_ response: HTTPResponse) -> HTTPResponse {
    guard !response.body.isBytes, method != .head else { return response }
    let client = context.connections.client(of: record, response.client)
    guard context.connections.beginStream(client) else { return refusal(Self.tooManyStreams) }
    state.withLock { $0.streamClient = client }
    return response
  }

  private static let tooManyStreams = Refusal(
    429,
    "As many event streams and downloads as one client may have are open already. Close one, "
      + "then try again.", retryAfterSeconds: 30)

  private func queue(_ response: HTTPResponse, _ handle: consuming ResponseHandle?) -> MHD_Result {
    guard let handle else { return .NO }
    if method == .head, !response.body.isBytes { handle.closeAfterwards() }
    for (name, value) in response.headers.all where !value.isEmpty {
      handle.addHeader(name, value)
    }
    return handle.queue(on: connection, status: response.status)
  }

  /// Nil when the server stops.
  private func makeFeed(_ body: HTTPResponse.Body) -> BodyFeed? {
    // Who stops the server has to know of every connection that a feed may suspend, also of those
    // that were answered at once and never waited for a handler.
    guard context.insert(self) else { return nil }
    let feed = BodyFeed(connection, endWhenClosed: body.isEvents ? .complete : .failed)
    let isAllowed = state.withLock { state in
      guard !state.isCancelled else { return false }
      state.feed = feed
      return true
    }
    guard isAllowed else { return nil }
    // libmicrohttpd asks for no body when the request is a HEAD.
    guard method != .head else { return feed }
    switch body {
    case .bytes: break
    case .stream(let parts): feed.start { await BodyPump.stream(parts, into: feed) }
    case .events(let events):
      record.phase = .streaming(feed)
      let heartbeat = context.configuration.heartbeat
      feed.start { await BodyPump.events(events, heartbeat: heartbeat, into: feed) }
    }
    return feed
  }

  // MARK: - Refusing

  static let stopping = Refusal(503, "This server is stopping. Try again in a moment.")
  static let noMemory = Refusal(
    503,
    "Too many requests with long bodies are under way. Nothing was changed. Try again in a few "
      + "seconds.", retryAfterSeconds: 5)

  /// Answers past libmicrohttpd, which would read on for a body whose end is in doubt.
  func refuse(_ refusal: Refusal, isHead: Bool = false) -> MHD_Result {
    refuse(with: self.refusal(refusal), isHead: isHead)
  }

  /// The answer to a refused request, in the words of the server's API.
  func refusal(_ refusal: Refusal) -> HTTPResponse {
    var response = context.configuration.refusal(
      RefusedRequest(status: refusal.status, reason: refusal.reason, requestID: requestID))
    if let seconds = refusal.retryAfterSeconds { response.headers["Retry-After"] = "\(seconds)" }
    return response
  }

  func refuse(with response: HTTPResponse) -> MHD_Result {
    refuse(with: response, isHead: false)
  }

  private func refuse(with response: HTTPResponse, isHead: Bool) -> MHD_Result {
    state.withLock { $0.phase = .sent }
    let bytes = response.encodedWhole(requestID: requestID, withBody: !isHead)
    if let socket = record.answerAndClose(bytes) { context.watchdog.linger(socket) }
    return .NO
  }
}

extension HTTPResponse.Body {
  fileprivate var isBytes: Bool {
    if case .bytes = self { true } else { false }
  }

  fileprivate var isEvents: Bool {
    if case .events = self { true } else { false }
  }
}
