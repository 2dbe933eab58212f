import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
package import SyncCore

/// The change stream of the project's own table service; other servers of the protocol have none.
extension AzureRemote: LiveRemote {
  package func listen(
    to tables: [String], _ hear: @escaping @Sendable (ServerChange) -> Void
  ) async throws(RemoteError) {
    let parser = Locked(EventStreamParser())
    let isTooLarge = Locked(false)
    let response: RemoteResponse
    do {
      response = try await client.stream(requests.changes()) { bytes in
        guard let events = parser.withLock({ $0.read(bytes) }) else {
          isTooLarge.withLock { $0 = true }
          return false
        }
        for change in events.compactMap(ServerChange.init) { hear(change) }
        return true
      }
    } catch {
      guard !isTooLarge.withLock({ $0 }) else {
        throw .malformed(detail: "An event of the change stream is too large.")
      }
      throw error
    }
    guard response.status != 404, response.status != 405,
      !response.isSuccess
        || response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true
    else {
      throw .unsupported(
        detail: "The server \(client.host) has no change stream. Syncline’s table service has one.")
    }
    guard response.isSuccess else { throw client.error(response, "the change stream") }
    throw .unreachable(
      host: client.host, detail: "The server ended the change stream", wasReached: true)
  }
}

extension ServerChange {
  /// Nil for an event that names no tables.
  fileprivate init?(_ event: ServerSentEvent) {
    guard event.name == "tables",
      let tables = (try? JSONValue(parsing: Array(event.data.utf8)))?["tables"]?.array
    else { return nil }
    self = .tables(tables.compactMap { $0["name"]?.string })
  }
}

extension AzureRequests {
  fileprivate func changes() -> ClientRequest {
    var request = ClientRequest(.get, configuration.url + "/changes", headers: headers([]))
    request.headers["Accept"] = "text/event-stream"
    return request
  }
}
