import HTTPClient
import HTTPKit
import TestSupport

/// What goes wrong with one request.
enum WireFault: String, Sendable, Hashable, CaseIterable {
  /// Nothing left the machine, and the client knows that.
  case notSent
  case lostRequest
  case lostResponse
  /// The HTTP library sends again by itself and shows the second response.
  case duplicated
  /// The client gives up, and the request arrives later.
  case lateArrival
  /// The response comes after the client gave up, a minute later.
  case stalled
  case timeout408
  case throttled429
  case failsBefore500, failsAfter500
  case badGateway502
  case busyBefore503, busyAfter503
  /// 503 with `Retry-After` in seconds.
  case waitBefore503, waitAfter503
  /// The same for longer than a push waits.
  case longWait503
  case gatewayTimeoutAfter504
  case unauthorized401
  /// Half of the response's body.
  case truncated
  /// The page of a network that wants a sign-in.
  case captivePortal
  case redirect
  /// 409 or 412 without the server's row.
  case conflictWithoutBody
  /// 200 or 201 without the row.
  case acceptedWithoutBody
  /// The JSON of an earlier response to a like request.
  case otherJSON

  /// True when the service performs the request before the fault.
  var reachesService: Bool {
    switch self {
    case .lostResponse, .duplicated, .stalled, .failsAfter500, .busyAfter503, .waitAfter503,
      .gatewayTimeoutAfter504, .truncated, .conflictWithoutBody, .acceptedWithoutBody, .otherJSON:
      true
    default: false
    }
  }

  /// The response in the place of the service's; nil when there is none, or it is the service's own.
  var response: ClientResponse? {
    switch self {
    case .timeout408: Self.failure(408)
    case .throttled429: Self.failure(429, ["Retry-After": "2"])
    case .failsBefore500, .failsAfter500: Self.failure(500)
    case .badGateway502: Self.failure(502)
    case .busyBefore503, .busyAfter503: Self.failure(503)
    case .waitBefore503, .waitAfter503: Self.failure(503, ["Retry-After": "1"])
    case .longWait503: Self.failure(503, ["Retry-After": "100"])
    case .gatewayTimeoutAfter504: Self.failure(504)
    case .unauthorized401: Self.failure(401)
    case .captivePortal:
      ClientResponse(
        200, headers: ["Content-Type": "text/html"], body: Array("<h1>Sign in</h1>".utf8))
    case .redirect: ClientResponse(302, headers: ["Location": "https://portal.test/"])
    default: nil
    }
  }

  private static func failure(_ status: Int, _ headers: HTTPHeaders = [:]) -> ClientResponse {
    ClientResponse(status, headers: headers, body: Array(#"{"error":"try again"}"#.utf8))
  }
}

/// Draws faults and moments from a seed, by the request and not by the order of requests.
struct RequestRandom: Sendable {
  private var counts: [String: UInt64] = [:]
  private var seed: UInt64

  init(_ seed: UInt64) { self.seed = seed }

  /// A generator for this request, another one each time that it is sent.
  ///
  /// - Parameter text: Address and body, with names for ids that differ from run to run.
  mutating func generator(_ request: ClientRequest, _ text: String) -> SplitMix64 {
    let key = "\(request.method.rawValue) \(text)"
    let count = counts[key, default: 0]
    counts[key] = count + 1
    var hash = seed ^ count &* 0x9e37_79b9
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return SplitMix64(hash)
  }
}
