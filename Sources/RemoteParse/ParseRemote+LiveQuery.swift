import JSONKit
import RemoteHTTP
import Support
package import SyncCore
import WebSockets

/// LiveQuery tells of changes to the classes that the server lists in `liveQuery.classNames`, as far as
/// its keys may see the rows.
extension ParseRemote: LiveRemote {
  package func listen(
    to tables: [String], _ hear: @escaping @Sendable (ServerChange) -> Void
  ) async throws(RemoteError) {
    let configuration = configuration
    guard let address = WebSocketAddress(configuration.liveQueryURL) else {
      throw .unsupported(detail: "\(configuration.liveQueryURL) is not a LiveQuery address.")
    }
    let session = LiveQuerySession(configuration, host: client.host, tables: tables, hear: hear)
    do {
      try await WebSocketClient.run(address, greeting: session.greeting) { session.answer(to: $0) }
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw session.failure ?? Self.error(error, client.host)
    }
    throw session.failure ?? .cancelled
  }

  private static func error(_ error: any Error, _ host: String) -> RemoteError {
    let words = "\(error)"
    // libwebsockets begins so when there is a server, which does not speak the protocol there.
    guard !words.hasPrefix("HS:") else {
      return .unsupported(detail: "The server \(host) has no LiveQuery at this address.")
    }
    return .unreachable(host: host, detail: "LiveQuery: \(words)", wasReached: false)
  }
}

/// What is said on one LiveQuery connection.
///
/// Source: docs.parseplatform.org, "LiveQuery Protocol".
final class LiveQuerySession: Sendable {
  private struct State {
    var unanswered: Set<Int64> = []
    var failure: RemoteError?
  }

  private let configuration: ParseConfiguration
  private let host: String
  private let tables: [String]
  private let hear: @Sendable (ServerChange) -> Void
  private let state = Locked(State())

  init(
    _ configuration: ParseConfiguration, host: String, tables: [String],
    hear: @escaping @Sendable (ServerChange) -> Void
  ) {
    self.configuration = configuration
    self.host = host
    self.tables = tables
    self.hear = hear
  }

  var failure: RemoteError? { state.withLock { $0.failure } }

  var greeting: String {
    var message: JSONObject = [
      "op": "connect", "applicationId": .string(configuration.applicationID),
    ]
    message["masterKey"] = configuration.masterKey.map { .string($0) }
    message["restAPIKey"] = configuration.restKey.map { .string($0) }
    message["sessionToken"] = configuration.sessionToken.map { .string($0) }
    return JSONValue.object(message).serializedText
  }

  /// What to send next; nil when the connection is of no use.
  func answer(to text: String) -> [String]? {
    guard let message = try? JSONValue(parsing: Array(text.utf8)),
      let word = message["op"]?.string
    else { return [] }
    switch word {
    case "connected": return subscribe()
    case "subscribed": note(message["requestId"]?.integer)
    case "create", "enter", "update", "leave":
      if let table = message["object"]?["className"]?.string { hear(.tables([table])) }
    case "delete":
      if let object = message["object"], let table = object["className"]?.string,
        let id = object["objectId"]?.string
      {
        hear(.removed(Removal(id: id, table: table)))
      }
    case "error": return fail(message)
    default: break
    }
    return []
  }

  private func subscribe() -> [String] {
    guard !tables.isEmpty else {
      hear(.tables([]))
      return []
    }
    let numbered = tables.enumerated().map { (number: Int64($0 + 1), table: $1) }
    state.withLock { $0.unanswered = Set(numbered.map(\.number)) }
    return numbered.map { number, table in
      var message: JSONObject = [
        "op": "subscribe", "requestId": .integer(number),
        "query": ["className": .string(table), "where": [:]],
      ]
      message["sessionToken"] = configuration.sessionToken.map { .string($0) }
      return JSONValue.object(message).serializedText
    }
  }

  /// The server listens once it has answered every subscription.
  private func note(_ request: Int64?) {
    let isLast = state.withLock { state in
      guard let request, state.unanswered.remove(request) != nil else { return false }
      return state.unanswered.isEmpty
    }
    if isLast { hear(.tables([])) }
  }

  private func fail(_ message: JSONValue) -> [String]? {
    // A class that may not be heard leaves the others.
    if let request = message["requestId"]?.integer, request > 0 {
      note(request)
      return []
    }
    let words = message["error"]?.string ?? "error \(message["code"]?.integer ?? 0)"
    let isRefusal = [4, 101, 119, 209].contains(message["code"]?.integer ?? 0)
    state.withLock { state in
      state.failure =
        isRefusal
        ? .unauthorized(host: host, detail: "LiveQuery: \(words)")
        : .rejected(status: 400, detail: "LiveQuery: \(words)")
    }
    return nil
  }
}
