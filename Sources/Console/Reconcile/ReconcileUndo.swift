import ConsoleData
import SyncCore

/// The entry of the audit that an applied comparison can be taken back by.
struct ReconcileUndo: Equatable {
  var entry: Int64
  /// Whether whoever looks could take it back now.
  var isPossible: Bool
}

extension ConsoleServices {
  /// The entries of what was applied of `run`, by the store's number of the decision.
  func reconcileUndo(of run: Run, _ context: PageContext) async throws -> [Int64: ReconcileUndo] {
    let decisions = Set(run.applications.compactMap(\.decision))
    guard !decisions.isEmpty, context.may(.auditView), let comparison = run.report.comparison else {
      return [:]
    }
    var filter = AuditFilter()
    filter.store = run.store
    filter.action = ConsoleAction.reconcileApply.rawValue
    filter.target = ReconcileApplication.target(run, comparison)
    // A group is applied once, so there are but a few.
    let entries = try await data.auditEntries(filter, limit: 50)
    let undoing = try await undoing(entries, context)
    var found: [Int64: ReconcileUndo] = [:]
    for entry in entries {
      guard let decision = entry.record.undo.flatMap({ UndoPlan($0) })?.decision,
        decisions.contains(decision)
      else { continue }
      found[decision] = ReconcileUndo(
        entry: entry.id, isPossible: undoing[entry.id] == .possible)
    }
    return found
  }
}
