import CMicroHTTPD
import HTTPKit
import Support

// On libmicrohttpd's thread.
extension Exchange {
  func send(_ response: HTTPResponse) -> MHD_Result {
    record.phase = .answering
    var response = response.checked
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
}

extension HTTPResponse.Body {
  fileprivate var isBytes: Bool {
    if case .bytes = self { true } else { false }
  }

  fileprivate var isEvents: Bool {
    if case .events = self { true } else { false }
  }
}
