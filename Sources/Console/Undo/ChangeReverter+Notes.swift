import ConsoleData
import Localization
import Support
import SyncCore

/// Restores notes and assignments.
extension ChangeReverter {
  func restore(note id: Int64, _ store: String) async throws -> Done {
    try await services.data.restoreNote(id)
    let note = try await services.data.note(id, store: store)
    let place =
      switch note?.subject {
      case .row(let table, let id)?, .error(_, let table, let id)?: Links.row(store, table, id)
      case .run(let run)?: Links.run(store, run)
      case nil: Links.store(store)
      }
    return Done(localized("Note restored."), place: place + NotesView.anchor, store: store)
  }

  /// Only errors that nobody assigned again since go back.
  func restore(_ kept: PreviousAssignments) async throws -> Done {
    let back = try await services.unchanged(kept)
    let users = try await services.assignableUsers()
    let wanted = back.map {
      ($0.operation, $0.user.flatMap { users.contains(identical: $0) ? $0 : nil })
    }
    let seen = back.reduce(into: [Int64: String]()) { $0[$1.operation] = kept.left }
    guard
      try await services.data.assign(wanted, store: kept.store, by: context.who, seen: seen)
    else {
      throw UndoHandlers.refusal(
        localized("The assignments changed just now. Nothing was changed."))
    }
    let left = kept.was.count - back.count
    let others = Format.count(left, "error was", "errors were")
    let skipped =
      left == 1
      ? localized("\(others) assigned again since and was skipped.")
      : localized("\(others) assigned again since and were skipped.")
    return Done(
      localized("Assignment of \(Format.count(back.count, "error")) restored."),
      detail: left == 0 ? "" : skipped,
      place: Links.errors(kept.store), store: kept.store)
  }
}

extension ConsoleServices {
  /// Those that are still assigned as the action left them.
  func unchanged(
    _ kept: PreviousAssignments
  ) async throws -> [(operation: Int64, user: String?)] {
    let now = try await data.assignments(store: kept.store)
    return kept.was.filter { now[$0.operation]?.assignee === kept.left }
  }
}
