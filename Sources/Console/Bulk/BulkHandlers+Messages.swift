import Localization
import Support
import SyncCore
import SyncInspection

/// What is said once a bulk action is done.
extension BulkHandlers {
  /// - Parameter name: Of the row, in quotes; nil where there are several.
  func flash(
    _ action: BulkAction, _ outcome: BulkOutcome, _ ids: [String], _ name: String?,
    _ actions: RowActions, undoEntry: Int64?
  ) async throws -> Flash {
    let refused = outcome.problems.filter { !$0.wasSoAlready }
    let soAlready = ActionReport.soAlready(outcome.problems.count - refused.count)
    let (changed, rows) = (Format.number(outcome.changed), Format.count(ids.count, "row"))
    let part = localized("\(changed) of \(rows)")
    guard let first = refused.first else {
      guard outcome.changed > 0 else {
        return Flash(
          action.nothingToDo(of: ids.count), detail: localized("Nothing was changed."), kind: .warn)
      }
      let next = try await next(action, outcome, ids, actions, canUndo: undoEntry != nil)
      let references =
        action.removes
        ? try await actions.store.sync.referencingRows(on: actions.table, ids) : []
      let step = try await references.first?.step(to: ids, actions)
      return Flash(
        action.done(soAlready.isEmpty ? name ?? Format.count(outcome.changed, "row") : part),
        detail: soAlready + next + BulkImpact.brokenReferences(references),
        undoEntry: undoEntry, steps: [step].compactMap(\.self), offersPush: true)
    }
    let left = ActionReport.skipped(refused.count)
    let reason = localized("First: \(localized(stored: first.message))")
    return Flash(
      action.done(part), detail: "\(soAlready)\(left) \(reason)", kind: .warn,
      undoEntry: undoEntry, offersPush: outcome.changed > 0)
  }

  /// What becomes of the rows, for the next page.
  private func next(
    _ action: BulkAction, _ outcome: BulkOutcome, _ ids: [String], _ actions: RowActions,
    canUndo: Bool
  ) async throws -> String {
    let sent = ids.filter { !outcome.neverSent.contains($0) }
    let gone = NeverSentText.done(outcome.neverSent.count, of: ids.count, canUndo: canUndo)
    guard !sent.isEmpty else { return gone }
    let next =
      if let known = action.afterwards { known } else {
        try await actions.store.sync.nextStep(actions.table, sent)
      }
    return gone.isEmpty ? next : [next, gone].joinedAsSentences()
  }
}
