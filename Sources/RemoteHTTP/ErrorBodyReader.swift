/// Reads what a protocol writes into the body of an error response.
package protocol ErrorBodyReader: Sendable {
  /// The meaning of the error code; nil where the status decides.
  func meaning(of response: RemoteResponse) -> ResponseMeaning?

  /// The server's sentence for people; nil where it gives none.
  func message(in response: RemoteResponse) -> String?

  /// Seconds to wait as the body says it; nil where only a header can.
  func retryAfterSeconds(in response: RemoteResponse) -> Double?

  /// What to check when nothing is at an address.
  var addressHint: String { get }
}

extension ErrorBodyReader {
  package func retryAfterSeconds(in response: RemoteResponse) -> Double? { nil }
}
