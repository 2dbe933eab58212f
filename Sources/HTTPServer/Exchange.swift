import CMicroHTTPD
import HTTPKit
import Support

/// One request and its response, from the head's arrival to `onCompleted`.
///
/// `@unchecked`: `body` and `state` change only on the daemon's thread for this connection or under
/// the lock, and `connection` is valid until `completed()`.
final class Exchange: @unchecked Sendable {
  private enum State {
    case receiving
    case responding(Task<Void, Never>)
    case ready(HTTPResponse)
    case sent
    /// The server stops: nothing may be suspended any more.
    case closing
  }

  private let connection: OpaquePointer
  private let context: Context
  private let method: String
  private let path: String
  private var body: [UInt8] = []
  private var isTooLarge = false
  private let state = Locked(State.receiving)
  private let eventBody = Locked<EventBody?>(nil)

  init(_ connection: OpaquePointer, _ context: Context, method: String, path: String) {
    self.connection = connection
    self.context = context
    self.method = method
    self.path = path
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    guard body.count + bytes.count <= context.bodyBytesMax else {
      isTooLarge = true  // Reading on keeps the connection usable; nothing more is stored.
      return
    }
    body.append(contentsOf: bytes)
  }

  /// Called when the body is complete, and again when the response is ready.
  func advance() -> MHD_Result {
    let response: HTTPResponse? = state.withLock { state in
      switch state {
      case .receiving:
        guard let request = makeRequest() else {
          state = .sent
          return HTTPResponse(isTooLarge ? 413 : 501)
        }
        // Suspend first: the task may end before this function returns.
        MHD_suspend_connection(connection)
        state = .responding(
          Task.detached {
            let response = await self.context.respond(request)
            self.finish(response)
          })
        return nil
      case .ready(let response):
        state = .sent
        return response
      case .closing:
        state = .sent
        return HTTPResponse(503)
      case .responding, .sent: return nil
      }
    }
    return response.map(send) ?? .YES
  }

  private func finish(_ response: HTTPResponse) {
    state.withLock { $0 = .ready(response) }
    MHD_resume_connection(connection)
  }

  func cancel() async {
    let task: Task<Void, Never>? = state.withLock { state in
      switch state {
      case .receiving:
        state = .closing
        return nil
      case .responding(let task): return task
      case .ready, .sent, .closing: return nil
      }
    }
    task?.cancel()
    await task?.value
    eventBody.withLock { $0 }?.close()
  }

  func completed() {
    eventBody.withLock { $0.take() }?.close()
  }

  private func makeRequest() -> HTTPRequest? {
    guard !isTooLarge, let method = HTTPMethod(rawValue: method) else { return nil }
    return HTTPRequest(method, path, body: body)
  }

  private func send(_ response: HTTPResponse) -> MHD_Result {
    let handle: ResponseHandle?
    switch response.body {
    case .bytes(let bytes):
      handle = ResponseHandle(copying: bytes)
    case .stream: handle = nil
    case .events(let events):
      let body = EventBody(connection, events)
      eventBody.withLock { $0 = body }
      handle = ResponseHandle(streaming: body)
    }
    guard let handle else { return .NO }
    for (name, value) in response.headers.all { handle.addHeader(name, value) }
    return handle.queue(on: connection, status: response.status)
  }
}
