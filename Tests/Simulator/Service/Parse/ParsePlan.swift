import RemoteParse
import TestSupport

/// What a seed decides about a Parse Server and its adapter.
struct ParsePlan: Sendable {
  var newIDs: ParseNewIDs
  /// The server takes ids from clients.
  var takesIDs: Bool
  /// The server refuses an insert whose request id it has seen.
  var remembersRequests: Bool
  /// False for a server that fails on every batch.
  var answersBatches: Bool
  /// Rows that the server gives at once, whatever a query asks for.
  var limitMax: Int

  init(_ seed: UInt64) {
    var choices = Choices(seed &* 0xc2b2 &+ 0x17)
    newIDs = choices.pick([.server, .server, .server, .auto, .client])
    takesIDs = newIDs == .client || (newIDs == .auto && choices.pick([true, false]))
    remembersRequests = choices.pick([true, false])
    answersBatches = choices.pick([true, true, true, false])
    limitMax = choices.pick([2, 5, 100])
  }

  /// True where a store may not choose the ids of new rows.
  var assignsIDs: Bool { newIDs != .client }
}
