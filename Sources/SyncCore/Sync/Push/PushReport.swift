internal import Localization
package import Support

/// What one push did.
public struct PushReport: Sendable, Equatable {
  /// Changes that were sent, alone or with others; one sent again counts again.
  public var sent = 0
  /// Operations that left the queue because the server has their change.
  public var succeeded = 0
  /// Operations that the server refused.
  public var failed = 0
  /// Operations whose row has another version on the server.
  public var conflicts = 0
  /// Conflicts that rules decided; see ``TableSettings/conflictRules``.
  public var decidedByRules = 0
  /// Operations of which nobody knows whether the server has them: the next push asks.
  public var unknown = 0
  /// Operations of the scope still in the queue when the run ended, failed ones included.
  public var remaining = 0
  /// Those of them that a further push would send or ask for.
  public var waiting = 0
  /// Why the run ended early; nil when it sent all that could be sent.
  public var stopped: PushStop?
  /// Tables that the sign-in may not change, with the server's reason; other tables went on.
  ///
  /// Where no table was accepted, ``stopped`` says so instead.
  package var refusedTables: UTF8Dictionary<String> = [:]
  /// What a person should know, in whole sentences.
  public var warnings: [String] = []
  /// The ids of the error entries that this run made.
  public var problems: [String] = []

  package init() {}

  /// True when the run ran to its end and left nothing in the queue that it was asked to send.
  public var isClean: Bool {
    stopped == nil && failed == 0 && conflicts == 0 && unknown == 0 && remaining == 0
  }
}

/// Why a push or a pull ended before its work was done; nothing is lost in any case.
public enum PushStop: Sendable, Hashable {
  /// The task was cancelled.
  case cancelled
  /// The remote refuses the sign-in.
  case unauthorized(String)
  /// The remote can't be reached.
  case unreachable(String)
  /// The remote asks to slow down again and again.
  case throttled(String)
  /// The remote fails on its own account again and again.
  case failing(String)

  /// A word for machines: `cancelled`, `unauthorized`, `unreachable`, `throttled`, `failing`.
  package var code: String {
    switch self {
    case .cancelled: "cancelled"
    case .unauthorized: "unauthorized"
    case .unreachable: "unreachable"
    case .throttled: "throttled"
    case .failing: "failing"
    }
  }
}

extension PushStop {
  /// The same for the pull after a push: a sign-in that may not change a table may still read.
  var endsPull: PushStop? {
    if case .unauthorized = self { nil } else { self }
  }

  /// - Parameter why: What happened to the last one, at the beginning of a sentence.
  static func failing(after count: Int, _ why: String) -> PushStop {
    .failing(
      localized(
        "The outcome of \(count) changes in a row is unknown. The last one: \(why). Everything is "
          + "kept here; push again when the server works."))
  }

  /// The same with what the server said itself.
  func told(by message: String?) -> PushStop {
    guard case .unauthorized = self, let message else { return self }
    return .unauthorized(
      [
        localized("The server rejected the sign-in."), message.asSentence,
        localized("Everything is kept here. Check the configured token."),
      ].joinedAsSentences())
  }
}

extension PushStop: CustomStringConvertible {
  /// Why the run stopped, as a sentence.
  public var description: String {
    switch self {
    case .cancelled: localized("The run was cancelled.")
    case .unauthorized(let detail), .unreachable(let detail), .throttled(let detail),
      .failing(let detail):
      detail
    }
  }
}
