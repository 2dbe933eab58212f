import CMicroHTTPD
import HTTPKit
import Support

/// One request and its response, from the first line's arrival to `completed()`.
///
/// `@unchecked`: what stands outside `state` is used on libmicrohttpd's thread for this connection
/// only, and `connection` is valid until `completed()`.
final class Exchange: @unchecked Sendable {
  private enum Phase {
    case receiving
    /// Offered to be answered on the spot; holds an answer that came before the offer was taken.
    case offered(HTTPResponse?)
    /// Without a task the answer comes from elsewhere.
    case responding(Task<Void, Never>?)
    case ready(HTTPResponse)
    case sent
  }

  private struct State {
    var phase = Phase.receiving
    var feed: BodyFeed?
    /// The server stops: nothing may be suspended any more.
    var isCancelled = false
  }

  private let connection: OpaquePointer
  private let context: Context
  private let record: ConnectionRecord
  private let target: String
  private let requestID = RequestID.make()
  private let state = Locked(State())

  private(set) var hasHead = false
  private var method = HTTPMethod.get
  private var headers = HTTPHeaders()
  private var body: [UInt8] = []

  /// The most that an announced length makes us set aside before a byte has come.
  private static let bodyBytesReservedMax = 256 << 10

  init(_ connection: OpaquePointer, _ context: Context, _ record: ConnectionRecord, target: String)
  {
    self.connection = connection
    self.context = context
    self.record = record
    self.target = target
  }

  // MARK: - On libmicrohttpd's thread

  /// The header is complete.
  func receiveHead(method: String, version: String) -> MHD_Result {
    hasHead = true
    record.phase = .receiving(since: .now, bytes: 0)
    headers = HTTPHeaders(of: connection)
    do {
      let admission = try RequestGate.admit(
        RequestHead(method: method, target: target, version: version, headers: headers),
        limits: RequestGate.Limits(context.configuration))
      self.method = admission.method
      if let length = admission.contentLength, length > 0 {
        body.reserveCapacity(min(length, Self.bodyBytesReservedMax))
      }
      return .YES
    } catch {
      return refuse(error, isHead: method == "HEAD")
    }
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    guard body.count + bytes.count <= context.configuration.bodyBytesMax else {
      body = []
      return refuse(RequestGate.tooLarge(context.configuration.bodyBytesMax))
    }
    body.append(contentsOf: bytes)
    record.countReceived(bytes.count)
    return .YES
  }

  /// The body is complete, or the response is ready.
  func advance() -> MHD_Result {
    if isReceiving { return startResponding() }
    let response: HTTPResponse? = state.withLock { state in
      guard case .ready(let response) = state.phase else { return nil }
      state.phase = .sent
      return response
    }
    return response.map(send) ?? .YES
  }

  /// Nothing more is sent or read for this request; `connection` may be gone afterwards.
  func completed() {
    context.remove(self)
    let (task, feed) = state.withLock { state -> (Task<Void, Never>?, BodyFeed?) in
      defer { state.phase = .sent }
      guard case .responding(let task) = state.phase else { return (nil, state.feed.take()) }
      return (task, state.feed.take())
    }
    task?.cancel()
    feed?.close()
    let configuration = context.configuration
    record.phase = .waiting(
      until: .now + .seconds(configuration.idleSeconds) + configuration.headerTimeout)
  }

  private var isReceiving: Bool {
    state.withLock { state in
      if case .receiving = state.phase { true } else { false }
    }
  }

  private func startResponding() -> MHD_Result {
    let request = HTTPRequest(
      method, target, headers: headers, body: body, remoteAddress: record.remoteAddress,
      requestID: requestID)
    body = []
    if let quick = context.quick, !context.isDraining {
      state.withLock { $0.phase = .offered(nil) }
      switch quick(request, finish) {
      case .now(let response):
        state.withLock { $0.phase = .sent }
        return send(response)
      case .later: return awaitAnswer()
      case .no: break
      }
    }
    if context.configuration.lendsThreads, request.method.isSafe, !context.isDraining {
      state.withLock { $0.phase = .offered(nil) }
      return awaitAnswer(
        BorrowedThread.run { [self] in finish(await context.respond(request)) })
    }
    return suspend { [self] in
      Task.detached { [self] in finish(await context.respond(request)) }
    }
  }

  /// Waits for an answer that comes from elsewhere, unless it is here already.
  private func awaitAnswer(_ task: Task<Void, Never>? = nil) -> MHD_Result {
    let early: HTTPResponse? = state.withLock { state in
      guard case .offered(let response?) = state.phase else { return nil }
      state.phase = .sent
      return response
    }
    return early.map(send) ?? suspend { task }
  }

  private func suspend(_ start: () -> Task<Void, Never>?) -> MHD_Result {
    record.phase = .responding(self, until: context.configuration.requestDeadline.map { .now + $0 })
    var early: HTTPResponse?
    let isStarted =
      context.insert(self)
      && state.withLock { state in
        guard !state.isCancelled else { return false }
        if case .offered(let response?) = state.phase {
          early = response
          state.phase = .sent
          return true
        }
        // Suspend first: the task may end before this function returns.
        MHD_suspend_connection(connection)
        state.phase = .responding(start())
        return true
      }
    if let early { return send(early) }
    if isStarted { return .YES }
    return refuse(Refusal(503, "This server is stopping. Try again in a moment."))
  }

  /// Answers past libmicrohttpd, which would read on for a body whose end is in doubt.
  private func refuse(_ refusal: Refusal, isHead: Bool = false) -> MHD_Result {
    state.withLock { $0.phase = .sent }
    let refused = RefusedRequest(
      status: refusal.status, reason: refusal.reason, requestID: requestID)
    let bytes = refused.encoded(context.configuration.refusal(refused), withBody: !isHead)
    if let socket = record.answerAndClose(bytes) { context.watchdog.linger(socket) }
    return .NO
  }

  // MARK: - On any thread

  /// Asks the handler to end, ends a body that is being made, and allows no new one.
  func cancel() {
    let (task, feed) = state.withLock { state -> (Task<Void, Never>?, BodyFeed?) in
      state.isCancelled = true
      guard case .responding(let task) = state.phase else { return (nil, state.feed) }
      return (task, state.feed)
    }
    task?.cancel()
    feed?.close()
  }

  /// Answers in place of a handler that takes too long, which is cancelled.
  func giveUp() {
    let task: Task<Void, Never>?? = state.withLock { state in
      guard case .responding(let task) = state.phase else { return nil }
      return .some(task)
    }
    guard let task else { return }
    task?.cancel()
    finish(
      .text("This took too long and was given up. Look whether it took effect.", status: 503))
  }

  /// The first answer counts: resumes the connection exactly once.
  private func finish(_ response: HTTPResponse) {
    let isFirst = state.withLock { state in
      switch state.phase {
      case .responding:
        state.phase = .ready(response)
        return true
      case .offered(nil): state.phase = .offered(response)
      case .offered, .receiving, .ready, .sent: break
      }
      return false
    }
    if isFirst { MHD_resume_connection(connection) }
  }

  // MARK: - Sending, on libmicrohttpd's thread

  private func send(_ response: HTTPResponse) -> MHD_Result {
    record.phase = .answering
    var response = response.checked
    response.headers["X-Request-Id"] = response.headers["X-Request-Id"] ?? requestID
    if context.isDraining { response.headers["Connection"] = "close" }
    if case .bytes(let bytes) = response.body {
      return queue(response, ResponseHandle(copying: bytes))
    }
    guard let feed = makeFeed(response.body) else {
      return refuse(Refusal(503, "This server is stopping. Try again in a moment."))
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
