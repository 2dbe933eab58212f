import HTTPKit
import Support

/// Detects in each response whether the server accepts batches.
///
/// No request is made to find out: a server that does not say so never gets one.
struct CapabilityDetector: AzureTransport {
  /// The most requests in one batch.
  static let field = "X-ZUMO-Batch-Max"

  private let inner: any AzureTransport
  private let learned: Locked<DetectedCapabilities>

  init(_ inner: any AzureTransport, _ learned: Locked<DetectedCapabilities>) {
    self.inner = inner
    self.learned = learned
  }

  func send(_ request: AzureRequest) async throws(AzureTransportFailure) -> AzureResponse {
    let response = try await inner.send(request)
    if let most = response.headers[Self.field].flatMap({ Int($0) }) {
      learned.withLock { $0.batchMax = max(0, most) }
    }
    return response
  }
}
