/// Why there is no answer, told apart by what the other side may have done.
///
/// The texts name host and port, never paths, queries, headers or credentials.
public enum HTTPClientError: Error, Equatable, CustomStringConvertible {
  /// Nothing was sent: no such name, no connection, no trust.
  case unreachable(String)
  /// The connection broke or the time was over after some of the request went out.
  case lost(String)
  /// The answer is larger than the configuration takes.
  case tooLarge(limit: Int)
  /// What came back is not HTTP.
  case malformed(String)
  case cancelled(mayHaveArrived: Bool)
  /// The request cannot be sent as it is: a mistake in its making, nothing was sent.
  case invalidRequest(String)
  /// The request's ``EgressRule`` excludes the address; nothing was sent.
  case forbidden(String)

  /// False only when the other side has surely not seen the request, so that sending it again
  /// cannot do anything twice.
  public var mayHaveArrived: Bool {
    switch self {
    case .unreachable, .invalidRequest, .forbidden: false
    case .lost, .tooLarge, .malformed: true
    case .cancelled(let mayHaveArrived): mayHaveArrived
    }
  }

  public var description: String {
    switch self {
    case .unreachable(let detail): "\(detail) Nothing was sent."
    case .lost(let detail): "\(detail) Whether the request took effect is not known."
    case .tooLarge(let limit): "The answer is larger than \(limit) bytes and was not read."
    case .malformed(let detail): "\(detail) Whether the request took effect is not known."
    case .cancelled(let mayHaveArrived):
      mayHaveArrived
        ? "Cancelled. Whether the request took effect is not known."
        : "Cancelled before anything was sent."
    case .invalidRequest(let detail), .forbidden(let detail): "\(detail) Nothing was sent."
    }
  }
}
