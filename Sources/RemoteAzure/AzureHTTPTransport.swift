import HTTPClient

/// Carries requests over real connections.
struct AzureHTTPTransport: AzureTransport {
  let client: HTTPClient
  let timeoutSeconds: Double

  init(_ client: HTTPClient, _ configuration: AzureConfiguration) {
    self.client = client
    timeoutSeconds = configuration.requestTimeout / .seconds(1)
  }

  func send(_ request: AzureRequest) async throws(AzureTransportFailure) -> AzureResponse {
    do throws(HTTPClientError) {
      let response = try await client.send(
        ClientRequest(
          request.method, request.url, headers: request.headers, body: request.body,
          timeoutSeconds: timeoutSeconds))
      return AzureResponse(response.status, headers: response.headers, body: response.body)
    } catch {
      throw AzureTransportFailure(error)
    }
  }
}

extension AzureTransportFailure {
  init(_ error: HTTPClientError) {
    switch error {
    case .unreachable(let detail): self = .notSent(detail)
    case .lost(let detail): self = .lost(detail)
    case .malformed(let detail): self = .unreadable(detail)
    case .tooLarge: self = .tooLarge(error.description)
    case .cancelled(let mayHaveArrived): self = .cancelled(mayHaveArrived: mayHaveArrived)
    case .invalidRequest(let detail), .forbidden(let detail): self = .invalid(detail)
    }
  }
}
