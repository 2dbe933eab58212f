public import JSONKit

/// A decision on an error or a conflict.
public enum Resolution: Sendable, Hashable {
  /// Send mine, on top of the server's version.
  case keepLocal
  /// The server's copy becomes the row; the change here is dropped.
  case takeServer
  /// The server's copy with these values; nothing is sent when nothing differs from it.
  case merge(JSONObject)
  /// Drop the operation and go back to the newest known server state.
  case discard
  /// Drop the row from this store; nothing is sent.
  case removeRow
  /// Send the same again.
  case retry

  /// A resolution without its values.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case keepLocal = "keep-local"
    case takeServer = "take-server"
    case merge, discard
    case removeRow = "remove-row"
    case retry
  }

  package var kind: Kind {
    switch self {
    case .keepLocal: .keepLocal
    case .takeServer: .takeServer
    case .merge: .merge
    case .discard: .discard
    case .removeRow: .removeRow
    case .retry: .retry
    }
  }

  /// `keep-local`, `take-server`, `merge`, `discard`, `remove-row` or `retry`.
  package var name: String { kind.rawValue }
}
