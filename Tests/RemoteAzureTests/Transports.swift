import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport

@testable import RemoteAzure

/// Leads straight to a server's function, without sockets.
struct DirectTransport: RemoteTransport {
  let respond: @Sendable (HTTPRequest) async -> HTTPResponse

  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let path = request.url.split(separator: "/", maxSplits: 2).dropFirst(2).joined()
    let response = await respond(
      HTTPRequest(request.method, "/" + path, headers: request.headers, body: request.body ?? []))
    guard case .bytes(let body) = response.body else {
      throw HTTPClientError.lost("the answer is a stream")
    }
    return ClientResponse(response.status, headers: response.headers, body: body)
  }
}

extension AzureRemote {
  static func test(
    _ transport: any RemoteTransport, _ version: AzureAPIVersion? = .v2, token: String? = nil
  ) throws -> AzureRemote {
    AzureRemote(
      RenewableConfiguration(
        try AzureConfiguration(
          url: "http://host.test:8081", apiVersion: version, authToken: token)),
      transport: transport, time: ManualTime())
  }

  static func test(_ server: QuirkyServer, _ version: AzureAPIVersion? = .v2) throws -> AzureRemote
  {
    try test(DirectTransport { server.respond($0) }, version)
  }
}

/// What a local store would hold after pulls: the newest copy of each row, and the token.
struct PulledTable {
  struct EndlessPull: Error {}

  var records: [String: Record] = [:]
  var token: String?
  var asOf: Timestamp?
  var warnings: [String] = []
  var pages = 0
  var delivered = 0

  mutating func pull(
    _ remote: AzureRemote, table: String = "items", filter: String? = nil, pageSize: Int = 100,
    overlap: Int = 0, pagesMax: Int = 3_000
  ) async throws {
    var cursor: String?
    let (start, before) = (token, asOf)
    warnings = []
    pages = 0
    delivered = 0
    repeat {
      let page = try await remote.changes(
        PullRequest(
          table: table, filter: filter, token: start, asOf: before, cursor: cursor,
          pageSize: pageSize, overlapSeconds: overlap))
      for record in page.records { records[record.id] = record }
      if let new = page.token { token = new }
      if page.token != nil || page.next == nil { asOf = page.asOf }
      warnings += page.warnings
      pages += 1
      delivered += page.records.count
      cursor = page.next
      if pages > pagesMax { throw EndlessPull() }
    } while cursor != nil
  }
}
