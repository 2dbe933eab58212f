import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import TestSupport

@testable import RemoteAzure

/// A wire to a server's function that loses, repeats, cuts and delays what it carries.
final class FaultyTransport: RemoteTransport {
  enum Fault: Sendable, Hashable, CaseIterable {
    /// Nothing left this machine, and it knows that.
    case notSent
    case lostRequest
    case lostAnswer
    /// The client's library sends again by itself and shows the second answer.
    case twice
    case failsBefore, failsAfter
    /// 503 without a word about when to come back.
    case busyBefore, busyAfter
    /// 503 with `Retry-After`.
    case waitBefore, waitAfter
    /// The same for longer than a push waits.
    case waitLongAfter
    case slowDown
    /// Half of the answer's body.
    case cut
    /// The page of a network that wants a sign-in, instead of the request's arrival.
    case webPage
    case redirect
  }

  /// A write that the server made.
  struct Effect: Sendable {
    var client: String
    var method: HTTPMethod
    var id: String
    /// The column `w` of the request.
    var tag: String?
    var isConditional: Bool
  }

  struct Chaos: Sendable {
    var random: SplitMix64
    /// Of a hundred requests, this many go wrong.
    var percent: UInt64
    var faults: [Fault]
    /// Lets requests of one window overtake each other.
    var reorders = false
  }

  fileprivate struct State {
    var chaos: Chaos?
    var requests = 0
    var beforeWrite: (@Sendable () async -> Void)?
  }

  /// More requests than any history needs; past it nothing is sent, so that no loop is endless.
  static let requestsMax = 20_000

  let client: String
  private let direct: DirectTransport
  private let effects: Locked<[Effect]>
  private let state = Locked(State())

  init(
    _ client: String, effects: Locked<[Effect]>,
    respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.client = client
    self.effects = effects
    direct = DirectTransport(respond: respond)
  }

  var requests: Int { state.withLock { $0.requests } }

  func set(chaos: Chaos?) { state.withLock { $0.chaos = chaos } }

  /// Called before each write leaves.
  func beforeWrite(_ body: (@Sendable () async -> Void)?) {
    state.withLock { $0.beforeWrite = body }
  }

  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let (fault, pauses, count) = state.withLock { $0.draw() }
    if count > Self.requestsMax { throw .unreachable("this history never ends") }
    if request.method != .get, let body = state.withLock({ $0.beforeWrite }) { await body() }
    for _ in 0..<pauses.before { await Task.yield() }
    let response = try await carry(request, fault)
    for _ in 0..<pauses.after { await Task.yield() }
    return response
  }

  private func carry(
    _ request: ClientRequest, _ fault: Fault?
  ) async throws(HTTPClientError) -> ClientResponse {
    switch fault {
    case nil: return try await perform(request)
    case .notSent: throw .unreachable("connection refused")
    case .lostRequest: throw .lost("connection reset")
    case .failsBefore: return Self.failure(500)
    case .busyBefore: return Self.failure(503)
    case .waitBefore: return Self.failure(503, ["Retry-After": "1"])
    case .slowDown: return Self.failure(429, ["Retry-After": "1"])
    case .webPage:
      return ClientResponse(
        200, headers: ["Content-Type": "text/html"], body: Array("<h1>Sign in</h1>".utf8))
    case .redirect: return ClientResponse(302, headers: ["Location": "https://portal.test/"])
    case .twice:
      _ = try await perform(request)
      return try await perform(request)
    case .lostAnswer, .failsAfter, .busyAfter, .waitAfter, .waitLongAfter, .cut:
      let response = try await perform(request)
      return try Self.spoil(response, fault)
    }
  }

  private static func spoil(
    _ response: ClientResponse, _ fault: Fault?
  ) throws(HTTPClientError) -> ClientResponse {
    switch fault {
    case .failsAfter: return failure(500)
    case .busyAfter: return failure(503)
    case .waitAfter: return failure(503, ["Retry-After": "1"])
    case .waitLongAfter: return failure(503, ["Retry-After": "100"])
    case .cut:
      var cut = response
      cut.body = Array(response.body.prefix(response.body.count / 2))
      return cut
    default: throw .lost("connection reset")
    }
  }

  private static func failure(_ status: Int, _ headers: HTTPHeaders = [:]) -> ClientResponse {
    ClientResponse(status, headers: headers, body: Array(#"{"error":"it is not my day"}"#.utf8))
  }

  private func perform(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let response = try await direct.send(request)
    guard request.method != .get, 200...299 ~= response.status else { return response }
    let body = request.body.flatMap { try? JSONValue(parsing: $0) }
    if request.url.hasSuffix("/$batch") {
      note(batch: body, try? JSONValue(parsing: response.body))
    } else {
      note(request.method, request.url, body, isConditional: request.headers["If-Match"] != nil)
    }
    return response
  }

  private func note(batch: JSONValue?, _ answer: JSONValue?) {
    let parts = batch?["requests"]?.array ?? []
    for (part, response) in zip(parts, answer?["responses"]?.array ?? []) {
      guard let method = part["method"]?.string.flatMap(HTTPMethod.init(rawValue:)),
        let url = part["url"]?.string, 200...299 ~= response["status"]?.integer ?? 0
      else { continue }
      note(method, url, part["body"], isConditional: part["headers"]?["If-Match"] != nil)
    }
  }

  private func note(_ method: HTTPMethod, _ url: String, _ body: JSONValue?, isConditional: Bool) {
    let last = url.split(separator: "?").first?.split(separator: "/").last ?? ""
    let effect = Effect(
      client: client, method: method, id: body?["id"]?.string ?? String(last),
      tag: body?["w"]?.string, isConditional: isConditional)
    effects.withLock { $0.append(effect) }
  }
}

extension FaultyTransport.State {
  fileprivate mutating func draw() -> (
    fault: FaultyTransport.Fault?, pauses: (before: Int, after: Int), count: Int
  ) {
    requests += 1
    guard var chaos else { return (nil, (0, 0), requests) }
    defer { self.chaos = chaos }
    var pauses = (before: 0, after: 0)
    if chaos.reorders {
      pauses = (Int(chaos.random.next() % 30), Int(chaos.random.next() % 30))
    }
    guard !chaos.faults.isEmpty, chaos.random.next() % 100 < chaos.percent else {
      return (nil, pauses, requests)
    }
    return (chaos.faults[Int(chaos.random.next() % UInt64(chaos.faults.count))], pauses, requests)
  }
}
