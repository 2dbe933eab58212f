import Localization
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
    return rowLeaves
      ? localized("The new row is removed from this store.") : localized("The change is discarded.")
  }

  /// What becomes of the row, and what the server has.
  var text: String {
    if state == .unknown { return [here(isDone: false), perhapsThere].joinedAsSentences() }
    guard rowLeaves else {
      return here(isDone: false) + sentenceSpace + localized("Nothing is sent.")
    }
    return switch state {
    case .failed: localized("The server rejected the insert and has no copy of the row.")
    case .conflict: localized("The server did not accept the insert.")
    default: localized("The insert was never sent; the server has no copy of the row.")
    }
  }

  /// The same when it is done.
  var result: String {
    state == .unknown ? [here(isDone: true), perhapsThere].joinedAsSentences() : here(isDone: true)
  }

  private func here(isDone: Bool) -> String {
    if rowLeaves {
      return isDone
        ? localized("The new row was removed from this store.")
        : localized("The new row is removed from this store.")
    }
    return switch (server.map(\.deleted), isDone) {
    case (true?, true):
      localized("The row was reset to the server’s last known version, which is deleted.")
    case (true?, false):
      localized("The row is reset to the server’s last known version, which is deleted.")
    case (false?, true): localized("The row was reset to the server’s last known version.")
    case (false?, false): localized("The row is reset to the server’s last known version.")
    case (nil, true):
      base == nil
        ? localized("The row was reset to the previous operation’s values.")
        : localized("The row was reset to the last synced version.")
    case (nil, false):
      base == nil
        ? localized("The row is reset to the previous operation’s values.")
        : localized("The row is reset to the last synced version.")
    }
  }

  /// What nobody knows, and how it shows.
  private var perhapsThere: String {
    switch kind {
    case .insert:
      localized("If the server has the new row, it stays there and the next pull restores it here.")
    case .update:
      localized("If the server has the change, it stays there and the next pull restores it here.")
    case .delete:
      localized(
        "If the server has deleted the row, the next pull or reconcile removes it here too.")
    case .undelete:
      localized("If the server has restored the row, the next pull restores it here too.")
    }
  }

  /// The same of many changes; empty when the outcome of each is known.
  static func notKnown(_ count: Int, of all: Int) -> String {
    guard count > 0 else { return "" }
    let sentence =
      switch count {
      case _ where all == 1:
        localized(
          "The server may have this change; what it has stays there, and the next pull restores it "
            + "here.")
      case all:
        localized(
          "The server may have these; what it has stays there, and the next pull restores it here.")
      default:
        localized(
          "The server may have \(Format.number(count)) of these; what it has stays there, and the "
            + "next pull restores it here.")
      }
    return sentenceSpace + sentence
  }
}

extension ConfirmActionPage {
  /// The server is asked about at most so many operations in place of what is asked.
  private static let namedMax = 500

  /// Names the link beside a button that cancels changes, where "Cancel" has two meanings.
  mutating func keepChanges(_ count: Int) {
    keep = count == 1 ? localized("Keep change") : localized("Keep changes")
  }

  /// Offers a push of operations with an unknown outcome in place of what is asked.
  mutating func offerToAsk(_ operations: [Int64]) {
    guard !operations.isEmpty else { return }
    let asked = operations.prefix(Self.namedMax)
    let changes = Format.count(asked.count, "change")
    first = First(
      text: localized(
        "A push checks with the server first and sends again only what the server does not have."),
      action: Links.push(facts.store),
      label: asked.count < operations.count
        ? localized("Push the first \(changes) first") : localized("Push \(changes) first"),
      hidden: asked.map { ("operation", "\($0)") })
  }
}
