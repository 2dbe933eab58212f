import ConsoleData
import Localization
import SyncCore
import SyncInspection

/// What the message of a decision or a save has become once the push that it started has ended.
struct PushedMessage {
  let services: ConsoleServices
  let store: StoreHandle
  let context: PageContext
  let run: Run

  /// Nil where the run's report says all that there is to say.
  func message(_ flash: Flash) async throws -> Flash? {
    guard let push = flash.push, push.run == run.id, run.state != .running else { return flash }
    var message = flash
    message.push = nil
    message.undoEntry = try await undoEntry(flash)
    let problems = run.report.problemCounts
    let refused = problems.rejected + problems.conflicts
    guard refused > 0 || !isWhole else {
      message.text = push.done ?? flash.text
      return message
    }
    // Nothing is green above a failure.
    message.kind = .plain
    guard refused > 0 else {
      message.detail = [flash.detail, whatIsLeft].filter { !$0.isEmpty }.joinedAsSentences()
      message.offersPush = true
      return message
    }
    message.text = try await sentence(of: problems)
    // A decision that came to nothing is no news; what was saved is saved all the same.
    message.detail = push.done == nil ? flash.text : flash.detail
    let isBare = message.detail.isEmpty && message.undoEntry == nil && message.steps.isEmpty
    return isBare ? nil : message
  }

  /// What the server did not take; of unknown outcomes nothing.
  private func sentence(of problems: RunProblemCounts) async throws -> String {
    let name = try await OperationTitles(store: store).name(ofOnly: run.operationsToDecide)
    if let name {
      return problems.conflicts == 0
        ? localized("\(name) was rejected by the server.") : localized("\(name) is in conflict.")
    }
    if problems.conflicts == 0 {
      let operationsWere = Format.count(problems.rejected, "operation was", "operations were")
      return localized("\(operationsWere) rejected by the server.")
    }
    var decisions = problems
    decisions.unknown = 0
    return labelled(localized("Not pushed"), decisions.words).asSentence
  }

  /// What of the operations is not on the server, and what to do, where it refused none of them.
  private var whatIsLeft: String {
    if run.report.unknown > 0 {
      return localized("The server’s answer was lost. Push again to check what it has.")
    }
    if run.report.pushed > 0 {
      return localized("Not everything was pushed. The rest stays queued: push again.")
    }
    return switch run.state {
    case .cancelled:
      localized("Nothing was pushed: the run was cancelled. The changes stay queued: push again.")
    case .failed:
      localized(
        "Nothing was pushed. The changes stay queued: see the cause below, then push again.")
    case .succeeded where run.report.remaining == 0:
      localized("Nothing was left to push.")
    case .succeeded, .running:
      localized(
        "Nothing was pushed: earlier changes block these. Open the queue to see which.")
    }
  }

  /// Whether the server has all that the run was to send.
  private var isWhole: Bool {
    run.state == .succeeded && run.report.unknown == 0 && run.report.pushed > 0
  }

  private func undoEntry(_ flash: Flash) async throws -> Int64? {
    guard let id = flash.undoEntry,
      let entry = try await services.data.auditEntries([id]).first, entry.canUndo(context),
      try await services.undoing(entry) == .possible
    else { return nil }
    return id
  }
}
