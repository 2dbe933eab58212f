import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection

/// Whether an audit entry can be undone now.
enum UndoAvailability: Equatable {
  case possible
  /// The sentence that says why not.
  case impossible(String)
  /// It never could.
  case none
}

extension ConsoleServices {
  /// How many rows a list looks at before it offers Undo for the rest unseen.
  private static let rowsMax = 2_000

  /// The same for a list, of the entries that its reader may take back.
  ///
  /// Looking is bounded: an entry of very many rows is offered as it is, and its page says whether
  /// it can be taken back.
  func undoing(
    _ entries: [AuditEntry], _ context: PageContext
  ) async throws -> [Int64: UndoAvailability] {
    var found: [Int64: UndoAvailability] = [:]
    var rowsLeft = Self.rowsMax
    for entry in entries where entry.canUndo(context) {
      let rows = max(1, entry.record.count ?? 1)
      if rows <= rowsLeft {
        rowsLeft -= rows
        found[entry.id] = try await undoing(entry)
      } else {
        found[entry.id] = .possible
      }
    }
    return found
  }

  /// Those of `entries` that were taken back, but not whole.
  func undoneInPart(_ entries: [AuditEntry]) async throws -> Set<Int64> {
    let undoings = try await undoings(of: entries)
    return Set(undoings.filter { $0.value.record.reason != nil }.keys)
  }

  /// The entry of the undoing, which says what it left as it was; nil where there was none.
  func undone(_ entry: AuditEntry) async throws -> AuditEntry? {
    try await undoings(of: [entry])[entry.id]
  }

  /// The entries of the undoing, by the entry that was taken back.
  private func undoings(of entries: [AuditEntry]) async throws -> [Int64: AuditEntry] {
    let undoings = try await data.auditEntries(entries.compactMap(\.undoneBy))
    let byID = Dictionary(uniqueKeysWithValues: undoings.map { ($0.id, $0) })
    return entries.reduce(into: [:]) { found, entry in
      found[entry.id] = entry.undoneBy.flatMap { byID[$0] }
    }
  }

  /// Whether Undo would work now, so that nobody has to try.
  func undoing(_ entry: AuditEntry) async throws -> UndoAvailability {
    do {
      return try await undoingNow(entry)
    } catch {
      guard let problem = StorageProblem(error) else { throw error }
      return .impossible(
        localized("Its store is not available.") + sentenceSpace + problem.message)
    }
  }

  private func undoingNow(_ entry: AuditEntry) async throws -> UndoAvailability {
    guard entry.record.result == .done else { return .none }
    guard let undo = entry.record.undo else {
      return entry.whyNothingWasKept.map { .impossible($0) } ?? .none
    }
    if case .working(let done, let all)? = importReversals.work(of: entry.id)?.stage {
      let (count, rows) = (Format.number(done), Format.count(all, "row"))
      return .impossible(localized("Undo in progress: \(count) of \(rows)."))
    }
    guard entry.undoneAt == nil else { return .impossible(localized("Already undone.")) }
    if let kept = UndoableChange(undo) {
      return try await obstacle(to: kept).map { .impossible($0) } ?? .possible
    }
    guard let detail = UndoPlan(undo), let sync = try await stores.context(of: detail.store)
    else { return .impossible(localized("Its store is no longer configured.")) }
    if let number = detail.importNumber {
      return try await sync.importInfo(number) == nil
        ? .impossible(localized("Already undone, or too long ago.")) : .possible
    }
    if let decision = detail.decision {
      return try await sync.obstacle(toTakingBack: decision).map { .impossible($0) } ?? .possible
    }
    let changed = try await UndoHandlers.changedRows(detail, sync)
    return changed.count < detail.rowCount
      ? .possible : .impossible(UndoHandlers.objection(changed))
  }
}

extension AuditEntry {
  /// Why nothing takes it back though it is about rows; nil for what is not about any.
  fileprivate var whyNothingWasKept: String? {
    let ofRows: [ConsoleAction] = [
      .rowsEdit, .rowsDelete, .rowsUndelete, .rowsHardDelete, .rowsPurge, .queueRetry, .queueCancel,
      .conflictResolve,
    ]
    guard ofRows.contains(where: { $0.rawValue == record.action }) else { return nil }
    let count = record.count ?? 0
    guard count > 0 else { return localized("It changed nothing.") }
    let rows = Format.count(count, "row")
    return localized(
      "No undo data for \(rows): there were too many, or an older version made the change.")
  }
}
