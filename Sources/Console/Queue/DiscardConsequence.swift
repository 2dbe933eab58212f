import SyncCore
import SyncInspection

/// Describes the effect of discarding a queued change, for the confirmation and its result.
struct DiscardConsequence {
  var kind: OperationKind
  var state: OperationState
  /// The server's row as the last sync left it; nil when the row was made here.
  var base: Record?
  /// A newer copy of the server.
  var server: Record?

  init(_ detail: OperationDetail) {
    kind = detail.info.kind
    state = detail.info.state
    base = detail.base
    server = detail.server
  }

  init(_ error: OperationError) {
    kind = error.kind
    state = error.isConflict ? .conflict : error.isOutcomeUnknown ? .unknown : .failed
    base = error.base
    server = error.server
  }

  /// True when the row goes with its insert.
  private var rowLeaves: Bool { kind == .insert && server == nil }

  var headline: String {
    if state == .unknown { return OperationError.unknownHeadline }
    return rowLeaves ? "The new row leaves this store." : "The change is taken back here."
  }

  /// What becomes of the row, and what the server has.
  var text: String {
    if state == .unknown { return "\(here(isDone: false)) \(perhapsThere)" }
    guard rowLeaves else { return "\(here(isDone: false)) The server is not touched." }
    let there =
      switch state {
      case .failed: "The server refused it"
      case .conflict: "The server did not take it"
      default: "It was never on the server"
      }
    return "\(there), so the row goes with it."
  }

  /// The same when it is done.
  var result: String {
    state == .unknown ? "\(here(isDone: true)) \(perhapsThere)" : here(isDone: true)
  }

  private func here(isDone: Bool) -> String {
    if rowLeaves { return "The new row \(isDone ? "has left" : "leaves") this store." }
    let becomes = isDone ? "is" : "becomes"
    if let server {
      return "The row \(becomes) as the server has it"
        + (server.deleted ? ", where it is deleted." : ", as far as this store knows.")
    }
    return base == nil
      ? "The row \(becomes) as the operation before this one sends it."
      : "The row \(becomes) as the server had it."
  }

  /// What nobody knows, and how it shows.
  private var perhapsThere: String {
    switch kind {
    case .insert:
      "If the server has the new row, it stays there, and the next pull brings it back here."
    case .update:
      "If the server has the change, it stays there, and the next pull brings it back here."
    case .delete:
      "If the server has deleted the row, a pull or a comparison with the server takes it away here "
        + "too."
    case .undelete:
      "If the server has brought the row back, the next pull brings it back here too."
    }
  }

  /// The same of many changes; empty when the outcome of each is known.
  static func notKnown(_ count: Int, of all: Int) -> String {
    guard count > 0 else { return "" }
    let some =
      all == 1 ? "this change" : count == all ? "these" : "\(Format.number(count)) of these"
    return " Of \(some) it is not known whether the server has \(count == 1 ? "it" : "them"): what "
      + "it has stays there, and the next pull brings that back here."
  }
}

extension ConfirmActionPage {
  /// The server is asked about at most so many operations in place of what is asked.
  private static let namedMax = 500

  /// Offers a push of operations with an unknown outcome in place of what is asked.
  mutating func offerToAsk(_ operations: [Int64]) {
    guard !operations.isEmpty else { return }
    let asked = operations.prefix(Self.namedMax)
    let count = asked.count
    let some = "\(count < operations.count ? "the first " : "")\(Format.number(count))"
    first = First(
      text: "A push asks the server first: what the server has is done then, and what it does not "
        + "have is sent again.",
      action: Links.push(facts.store),
      label: count == 1
        ? "Ask the server first" : "Ask the server about \(some) first",
      hidden: asked.map { ("operation", "\($0)") })
  }
}
