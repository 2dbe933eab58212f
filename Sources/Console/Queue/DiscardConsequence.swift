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
    return rowLeaves ? "The new row is removed from this store." : "The change is discarded."
  }

  /// What becomes of the row, and what the server has.
  var text: String {
    if state == .unknown { return "\(here(isDone: false)) \(perhapsThere)" }
    guard rowLeaves else { return "\(here(isDone: false)) Nothing is sent." }
    let there =
      switch state {
      case .failed: "The server rejected it"
      case .conflict: "The server did not accept it"
      default: "It was never sent"
      }
    return "\(there), so the row is removed too."
  }

  /// The same when it is done.
  var result: String {
    state == .unknown ? "\(here(isDone: true)) \(perhapsThere)" : here(isDone: true)
  }

  private func here(isDone: Bool) -> String {
    if rowLeaves { return "The new row \(isDone ? "was" : "is") removed from this store." }
    let becomes = isDone ? "was" : "is"
    if let server {
      return "The row \(becomes) reset to the server’s last known version"
        + (server.deleted ? ", which is deleted." : ".")
    }
    return base == nil
      ? "The row \(becomes) reset to the previous operation’s values."
      : "The row \(becomes) reset to the last synced version."
  }

  /// What nobody knows, and how it shows.
  private var perhapsThere: String {
    switch kind {
    case .insert:
      "If the server has the new row, it stays there and the next pull restores it here."
    case .update:
      "If the server has the change, it stays there and the next pull restores it here."
    case .delete:
      "If the server has deleted the row, the next pull or reconcile removes it here too."
    case .undelete:
      "If the server has restored the row, the next pull restores it here too."
    }
  }

  /// The same of many changes; empty when the outcome of each is known.
  static func notKnown(_ count: Int, of all: Int) -> String {
    guard count > 0 else { return "" }
    let some =
      all == 1 ? "this change" : count == all ? "these" : "\(Format.number(count)) of these"
    return " The server may have \(some); what it has stays there, and the next pull restores it "
      + "here."
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
      text: "A push checks with the server first and sends again only what the server does not "
        + "have.",
      action: Links.push(facts.store),
      label: count == 1
        ? "Push 1 first" : "Push \(some) first",
      hidden: asked.map { ("operation", "\($0)") })
  }
}
