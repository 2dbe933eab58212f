import HTTPKit

/// Limits where a request may go whose address came from a server's answer.
///
/// A hostile server could otherwise make this machine fetch from its own network. Such an address
/// needs https unless the remote itself has http, and must lead to a public network address unless
/// it is on the remote's own host. The network address is checked as each connection is made and
/// again before each request is sent, so a name that resolves to another one later gains nothing.
/// Requests to another origin than the remote's carry no field that could hold a credential.
public struct EgressRule: Sendable {
  private let remote: Endpoint

  /// Fields that describe a body or ask for a form of it.
  private static let plainFields = ["accept", "content-type", "if-none-match", "range"]

  /// - Parameter remote: The configured address of the server whose answers are followed.
  public init(remote: String) throws(HTTPClientError) { self.remote = try Endpoint(remote) }

  /// Whether only public network addresses may be reached.
  func needsPublicAddress(_ target: Endpoint) -> Bool { target.host != remote.host }

  /// The request as it may go out.
  func admit(
    _ request: ClientRequest, to target: Endpoint
  ) throws(HTTPClientError) -> ClientRequest {
    guard target.scheme == "https" || target.scheme == remote.scheme else {
      throw .forbidden(
        "An answer of \(remote) named an address at \(target) that is not encrypted.")
    }
    guard target != remote else { return request }
    var request = request
    request.headers = HTTPHeaders(
      request.headers.all.filter { Self.plainFields.contains($0.name.lowercased()) })
    return request
  }
}
