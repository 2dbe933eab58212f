import CMicroHTTPD
import HTTPKit
import Support

/// One request and its response, from the first line's arrival to `completed()`.
///
/// `@unchecked`: what stands outside `state` is used on libmicrohttpd's thread for this connection
/// only, and `connection` is valid until `completed()`.
final class Exchange: @unchecked Sendable {
  enum Phase {
    case receiving
    /// Whether the body may come is being found out; the connection is suspended.
    case admitting
    /// Offered to be answered on the spot; holds an answer that came before the offer was taken.
    case offered(HTTPResponse?)
    /// Without a task the answer comes from elsewhere.
    case responding(Task<Void, Never>?)
    case ready(HTTPResponse)
    case sent
  }

  struct State {
    var phase = Phase.receiving
    var admission: BodyAdmission?
    var feed: BodyFeed?
    /// Whose streams this one is counted with.
    var streamClient: RequestClient?
    /// The server stops: nothing may be suspended any more.
    var isCancelled = false
  }

  let connection: OpaquePointer
  let context: Context
  let record: ConnectionRecord
  private let target: String
  let requestID = RequestID.make()
  let state = Locked(State())

  private(set) var hasHead = false
  private(set) var method = HTTPMethod.get
  private var headers = HTTPHeaders()
  private var intake: BodyIntake?
  private var memory: BodyMemory.Share?
  private var announced: Int?
  /// True between the admission and libmicrohttpd's next call, which brings nothing: it repeats the
  /// one in which the connection was suspended.
  private var isRepeated = false

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
    context.connections.begin(record)
    record.phase = .receiving(since: .now, bytes: 0)
    headers = HTTPHeaders(of: connection)
    do {
      let admission = try RequestValidator.admit(
        RequestHead(method: method, target: target, version: version, headers: headers),
        limits: RequestValidator.Limits(context.configuration))
      self.method = admission.method
      announced = admission.contentLength
      guard announced != 0 else { return .YES }
      let rule =
        context.configuration.bodyRule.map { $0(request([], nil)) }
        ?? BodyRule(bytesMax: context.configuration.bodyBytesMax)
      intake = try BodyIntake(bytesMax: rule.bytesMax, announced: announced)
      memory = BodyMemory.Share(
        context.bodyMemory, context.connections.client(of: record, rule.client))
      return rule.admit.map(askBeforeTheBody) ?? .YES
    } catch {
      return refuse(error, isHead: method == "HEAD")
    }
  }

  /// Suspends the connection until it is known whether the body may come, and where it goes.
  private func askBeforeTheBody(
    _ ask: @escaping @Sendable () async -> BodyAdmission
  ) -> MHD_Result {
    // Not watched meanwhile: it is this server that takes its time.
    record.phase = .answering
    let isStarted =
      context.insert(self)
      && state.withLock { state in
        guard !state.isCancelled else { return false }
        MHD_suspend_connection(connection)
        state.phase = .admitting
        isRepeated = true
        Task.detached { [self] in admit(await ask()) }
        return true
      }
    return isStarted ? .YES : refuse(Self.stopping)
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    if let refusal = takeAdmission() { return refuse(with: refusal) }
    isRepeated = false
    guard intake?.upload != nil || memory?.grow(by: bytes.count) != false else {
      intake?.release()
      return refuse(Self.noMemory)
    }
    do {
      try intake?.receive(bytes, announced: announced)
    } catch {
      return refuse(error)
    }
    record.countReceived(bytes.count)
    return .YES
  }

  /// Looks once at what was decided about the body; the answer when it may not come.
  private func takeAdmission() -> HTTPResponse? {
    switch state.withLock({ $0.admission.take() }) {
    case nil: return nil
    case .refused(let response)?: return response
    case .accepted?: return nil
    case .taken(let upload)?:
      intake?.upload = upload
      return nil
    }
  }

  /// The body is complete, or the response is ready.
  func advance() -> MHD_Result {
    if isReceiving {
      if let refusal = takeAdmission() { return refuse(with: refusal) }
      guard !isRepeated else {
        isRepeated = false
        return .YES
      }
      return startResponding()
    }
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
    memory?.release()
    if let client = state.withLock({ $0.streamClient.take() }) {
      context.connections.endStream(client)
    }
    let configuration = context.configuration
    record.phase = .waiting(
      until: .now + .seconds(configuration.idleSeconds) + configuration.headerTimeout)
    context.connections.end(record)
  }

  private var isReceiving: Bool {
    state.withLock { state in
      if case .receiving = state.phase { true } else { false }
    }
  }

  private func request(_ body: [UInt8], _ upload: UploadedForm?) -> HTTPRequest {
    var request = HTTPRequest(
      method, target, headers: headers, body: body, remoteAddress: record.remoteAddress,
      requestID: requestID)
    request.upload = upload
    return request
  }

  private func startResponding() -> MHD_Result {
    let (body, upload) = intake?.taken() ?? ([], nil)
    let request = request(body, upload)
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
        InlineExecutor.run { [self] in finish(await context.respond(request)) })
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
    return refuse(Self.stopping)
  }

  // MARK: - On any thread

  /// Asks the handler to end, ends a body that is being made, and allows no new one.
  func cancel() {
    let (task, feed) = state.withLock { state -> (Task<Void, Never>?, BodyFeed?) in
      state.isCancelled = true
      // A body that still comes is for nobody any more.
      if case .receiving = state.phase { record.cut() }
      guard case .responding(let task) = state.phase else { return (nil, state.feed) }
      return (task, state.feed)
    }
    task?.cancel()
    feed?.close()
  }

  /// Answers in place of a handler that takes too long, which is cancelled.
  func giveUp() {
    admit(.refused(.text("This server is stopping. Nothing was taken.\n", status: 503)))
    let task: Task<Void, Never>?? = state.withLock { state in
      guard case .responding(let task) = state.phase else { return nil }
      return .some(task)
    }
    guard let task else { return }
    // First: a handler that ends because it is cancelled must not answer in its place.
    finish(
      .text("This took too long and was given up. Look whether it took effect.", status: 503))
    task?.cancel()
  }

  /// The first word counts: resumes the connection, whose body comes now or is refused.
  private func admit(_ admission: BodyAdmission) {
    let isFirst = state.withLock { state in
      guard case .admitting = state.phase else { return false }
      state.phase = .receiving
      state.admission = admission
      return true
    }
    guard isFirst else { return }
    record.phase = .receiving(since: .now, bytes: 0)
    if case .refused = admission {} else { context.connections.admit(record) }
    MHD_resume_connection(connection)
  }

  /// The first answer counts: resumes the connection exactly once.
  private func finish(_ response: HTTPResponse) {
    let isFirst = state.withLock { state in
      switch state.phase {
      case .responding:
        state.phase = .ready(response)
        return true
      case .offered(nil): state.phase = .offered(response)
      case .offered, .receiving, .admitting, .ready, .sent: break
      }
      return false
    }
    if isFirst { MHD_resume_connection(connection) }
  }
}
