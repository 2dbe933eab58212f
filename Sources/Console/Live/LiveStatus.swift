package import JSONKit
import Localization
package import Support
import TemplateKit

/// A live store's connection to its server's change stream.
package struct LiveStatus: Sendable, Equatable {
  package enum Phase: Sendable, Equatable {
    case connecting
    case connected(since: Timestamp)
    /// The stream was lost, and is asked for again at the given time.
    case waiting(reason: String, until: Timestamp)
    /// The store is switched offline.
    case offline
    /// The server has no such stream.
    case unsupported(reason: String)
  }

  /// Since when a store that should be connected is not, and why.
  package struct Loss: Sendable, Equatable {
    package var since: Timestamp
    package var reason: String
  }

  package private(set) var phase = Phase.connecting
  /// Nil while it is connected or offline; stays while the console connects again.
  package private(set) var loss: Loss?
  /// Rows that live pulls have brought since the console was started.
  package var rows = 0
  package var lastRowAt: Timestamp?

  package init() {}

  mutating func enter(_ phase: Phase, at now: Timestamp) {
    self.phase = phase
    switch phase {
    case .connected, .offline: loss = nil
    case .waiting(let reason, _): loss = Loss(since: loss?.since ?? now, reason: reason)
    // Such a server may call a webhook instead.
    case .unsupported(let reason): loss?.reason = reason
    case .connecting: break
    }
  }

  /// True while there is no stream and the console goes on to ask for one.
  var isTrying: Bool {
    switch phase {
    case .connecting, .waiting: true
    case .connected, .offline, .unsupported: false
    }
  }

  package var isConnected: Bool {
    if case .connected = phase { true } else { false }
  }
}

extension LiveStatus {
  private var state: String {
    switch phase {
    case .connecting: "connecting"
    case .connected: "connected"
    case .waiting: "waiting"
    case .offline: "offline"
    case .unsupported: "unsupported"
    }
  }

  package var json: JSONValue {
    var (since, reason, retryAt): (Timestamp?, String?, Timestamp?)
    switch phase {
    case .connected(let start): since = start
    case .waiting(let why, let until): (reason, retryAt) = (why, until)
    case .unsupported(let why): reason = why
    case .connecting, .offline: break
    }
    return [
      "state": .string(state), "connectedSince": JSONValue(since), "reason": JSONValue(reason),
      "retryAt": JSONValue(retryAt), "lostSince": JSONValue(loss?.since),
      "rows": .integer(Int64(rows)),
      "lastRowAt": JSONValue(lastRowAt),
    ]
  }

  /// As the Sync page says it.
  func words(now: Timestamp) -> String {
    switch phase {
    case .connecting: return localized("Connecting to the server’s change stream.")
    case .connected(let since):
      let connected = localized(
        "Connected since \(Format.time(since, now: now)): changes on the server are pulled at once."
      )
      guard let lastRowAt else { return connected }
      let time = Format.relative(lastRowAt, now: now)
      let brought = localized(
        "\(Format.count(rows, "row")) pulled since the console was started, the last one \(time).")
      return [connected, brought].joinedAsSentences()
    case .waiting(let reason, let until):
      let next =
        until.seconds(since: now) < 45
        ? localized("in less than a minute") : Format.relative(until, now: now)
      return localized(
        "Disconnected. \(reason) Next try \(next). Until then, changes come with the next sync "
          + "or pull.")
    case .offline: return localized("Disconnected while the store is offline.")
    case .unsupported(let reason):
      return "\(reason) " + localized("Changes come with the next sync or pull.")
    }
  }
}
