import HTTPKit

/// One line for each request that a server answered.
struct RequestLog: Sendable {
  let log: @Sendable (String) -> Void

  func answer(
    _ request: HTTPRequest, _ respond: (HTTPRequest) async -> HTTPResponse
  ) async -> HTTPResponse {
    let start = ContinuousClock.now
    let response = await respond(request)
    log(Self.line(request, response, start.duration(to: .now)))
    return response
  }

  /// One request in one line.
  ///
  /// Such as `127.0.0.1 GET /tables/Note?$top=50 200 5320 B 1.2 ms incremental pull`.
  static func line(
    _ request: HTTPRequest, _ response: HTTPResponse, _ elapsed: Duration
  ) -> String {
    var parts = [
      request.remoteAddress, request.method.rawValue, request.target, "\(response.status)",
    ]
    if case .bytes(let bytes) = response.body { parts.append("\(bytes.count) B") }
    parts.append("\((elapsed / .milliseconds(1) * 10).rounded() / 10) ms")
    if let purpose = purpose(request) { parts.append(purpose) }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What the SDKs' clients say about their own requests, in two letters each.
  private static func purpose(_ request: HTTPRequest) -> String? {
    let codes = (request.headers["X-ZUMO-FEATURES"] ?? "").split(separator: ",")
    guard codes.contains("OL") else { return codes.isEmpty ? nil : "online" }
    if codes.contains("IP") { return "incremental pull" }
    return codes.contains("TQ") || codes.contains("TR") ? "pull" : "push"
  }
}
