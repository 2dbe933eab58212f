import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Takes an action back: once, and only while its rows are as it left them.
struct UndoHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = try request.number("entry")
    let entry = try await services.data.auditEntry(id)
    try await services.demandOwn(entry, .actionUndo, request, context)
    return try await ImportUndo(services: services, context: context).show(id, request)
  }

  @Sendable func undo(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = try request.number("entry")
    if services.importReversals.work(of: id)?.stage.isSettled == false {
      // It joins the one that is under way.
      return try await undo(id, request, context)
    }
    let slot = try services.undoing.take(for: "\(id)")
    defer { slot.release() }
    return try await undo(id, request, context)
  }

  private func undo(
    _ id: Int64, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let found = try await services.data.auditEntry(id)
    try await services.demandOwn(found, .actionUndo, request, context)
    guard let entry = found else {
      try context.demand(.actionUndo)
      throw HTTPError(404, localized("Audit entry \(id) does not exist."))
    }
    let kept = entry.record.undo.flatMap { UndoableChange($0) }
    if kept == nil { try context.demand(.actionUndo) }
    guard entry.undoneAt == nil else {
      throw Self.refusal(localized("Entry \(id) was already undone. Nothing was changed."))
    }
    if let kept {
      ActionAudit(services: services, context: context, store: entry.record.store ?? "")
        .announceUndo(of: entry)
      return try await ChangeReverter(services: services, context: context, entry: id)
        .bringBack(kept, request)
    }
    guard let detail = entry.record.undo.flatMap({ UndoPlan($0) }) else {
      throw Self.refusal(localized("Entry \(id) cannot be undone. Nothing was changed."))
    }
    guard let sync = try await services.stores.context(of: detail.store) else {
      throw HTTPError(404, localized("Store \(detail.store) is no longer configured."))
    }
    if let number = detail.importNumber {
      return try await ImportUndo(services: services, context: context)
        .takeBack(number, detail, entry, sync, request)
    }
    return try await takeBack(entry, detail, sync, request, context)
  }

  private func takeBack(
    _ entry: AuditEntry, _ detail: UndoPlan, _ sync: SyncContext, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let audit = ActionAudit(services: services, context: context, store: detail.store)
    audit.announceUndo(of: entry)
    let (changed, left, next) = try await apply(detail, sync, by: context.who)
    if let id = detail.run, let decision = detail.decision {
      let run = try await services.data.run(id, store: detail.store)
      let note = ReconcileApplication(takingBack: decision, by: context.who, at: context.now)
      try await services.data.noteApplied(note.json, run: id)
      try await services.data.noteRepaired(
        -(run?.repaired(by: decision) ?? 0), run: id, store: detail.store)
    }
    try await audit.noteUndo(of: entry, count: changed, left: inEnglish { left.map(\.sentence) })
    var flash = try await message(of: entry, detail, changed, left, next, context)
    if try request.auditBefore() != nil {
      flash.steps = [try await services.pushStep(sync, detail.store, context)].compactMap(\.self)
    }
    if detail.action == .decision, changed > 0, !request.wantsJSON {
      let review = try await reviewStep(of: entry.record, sync, detail.store)
      flash.steps += [review].compactMap(\.self)
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: try pageBefore(request, detail) ?? place(detail), flash: flash,
      json: [
        "undone": .integer(entry.id), "changed": .integer(Int64(changed)),
        "left": .array(
          left.map { ["table": .string($0.name.table), "id": .string($0.name.id)] }),
        "problems": .array(
          left.map { ["id": .string($0.name.id), "message": .string($0.sentence)] }),
      ])
  }

  /// The page that the button stood on, unless what it shows is gone now.
  private func pageBefore(_ request: HTTPRequest, _ detail: UndoPlan) throws -> String? {
    guard let back = try request.ownBack() else { return nil }
    let path = back.prefix { $0 != "?" }
    guard path.contains("/r/") || path.contains("/r\(DotSegments.mark)/") else { return back }
    for part in detail.all {
      for row in part.rows where part.removes(row) {
        let page = Links.row(part.store, row.table ?? part.table, row.id)
        if path == page || path.hasPrefix("\(page)/") { return nil }
      }
    }
    return back
  }

  /// The rows that are not as the action left them.
  ///
  /// Of a decision the store itself knows that, when it is taken back.
  static func changedRows(
    _ detail: UndoPlan, _ sync: SyncContext
  ) async throws -> [UndoPlan.LeftRow] {
    var found: [UndoPlan.LeftRow] = []
    for part in detail.all {
      // An action may have changed rows of several tables in one step.
      for (table, rows) in UTF8Dictionary(grouping: part.rows, by: { $0.table ?? part.table }) {
        let changed = try await sync.changedRows(
          table, rows.map { ($0.id, $0.mark) }, since: part.history)
        found += rows.compactMap { row in
          changed[row.id].map { .init(name: .init(table: table, id: row.id), reason: .store($0)) }
        }
      }
    }
    return found
  }

  /// Why nothing of it can be taken back.
  static func objection(_ changed: [UndoPlan.LeftRow]) -> String {
    guard let first = changed.first else { return localized("It has no rows.") }
    guard changed.count > 1 else { return first.sentence }
    guard changed.count > 2 else {
      return localized("Both rows changed since. First: \(first.sentence)")
    }
    let rows = Format.count(changed.count, "row")
    return localized("All \(rows) changed since. First: \(first.sentence)")
  }

  private static func allChanged(
    _ changed: [UndoPlan.LeftRow], _ detail: UndoPlan
  ) -> ConsoleError {
    let way =
      changed.count == 1
      ? localized("Nothing was undone. Edit the row by hand instead.")
      : localized("Nothing was undone. Edit the rows by hand instead.")
    return refusal(
      [objection(changed), way].joinedAsSentences(),
      links: places(changed.map(\.name), in: detail.store))
  }

  /// The row, or the tables where there are several.
  private static func places(
    _ rows: [UndoPlan.RowName], in store: String
  ) -> [ConsoleError.Link] {
    if rows.count == 1, let row = rows.first {
      return [.init(localized("Row \(row.id)"), Links.row(store, row.table, row.id))]
    }
    return UTF8Set(rows.map(\.table)).sorted().prefix(3).map { .init($0, Links.rows(store, $0)) }
  }

  /// What an undo came to: how many rows are as they were, which stayed, what comes next.
  private typealias Applied = (changed: Int, left: [UndoPlan.LeftRow], next: String)

  private func apply(
    _ detail: UndoPlan, _ sync: SyncContext, by who: String
  ) async throws -> Applied {
    if detail.action == .decision { return try await takeDecisionBack(detail, sync, by: who) }
    // Why rows are left is kept in the audit.
    var left = try await performInEnglish { try await Self.changedRows(detail, sync) }
    let rest = detail.without(left)
    let outcome = try await performInEnglish { try await sync.undo(rest, by: who) }
    left += outcome.problems.map { problem in
      let row = rest[problem.position]
      return .init(
        name: .init(table: row.table, id: row.id ?? ""),
        reason: .refused(problem.message))
    }
    guard !outcome.applied.isEmpty else { throw Self.allChanged(left, detail) }
    return (outcome.applied.count, left, try await sync.nextStep(outcome.applied))
  }

  private func takeDecisionBack(
    _ detail: UndoPlan, _ sync: SyncContext, by who: String
  ) async throws -> Applied {
    do {
      let taken = try await sync.undo(detail.decision ?? 0, by: who)
      let left = taken.left.map {
        UndoPlan.LeftRow(
          name: .init(table: $0.table, id: $0.id), reason: .rowOrQueueChanged)
      }
      return (
        taken.rows, left,
        taken.rows == 1
          ? localized("The row and its place in the queue are restored.")
          : localized("The rows and their places in the queue are restored.")
      )
    } catch SyncError.cannotUndo(let reason) {
      throw Self.refusal([reason, localized("Nothing was changed.")].joinedAsSentences())
    }
  }

  /// Where the rows are to be seen now.
  private func place(_ detail: UndoPlan) -> String {
    if let run = detail.run { return Links.run(detail.store, run) }
    if detail.action == .decision { return Links.queue(detail.store) }
    if detail.action == .delete, detail.rows.count > 1 { return Links.trash(detail.store) }
    if detail.action != .insertRemove, detail.rows.count == 1, let row = detail.rows.first {
      return Links.row(detail.store, detail.table, row.id)
    }
    return Links.rows(detail.store, detail.table)
  }

  static func refusal(_ reason: String, links: [ConsoleError.Link] = []) -> ConsoleError {
    ConsoleError(
      409, title: localized("This cannot be undone"), reason: reason, code: "cannot_undo",
      links: links + [.init(localized("Audit"), Links.audit)])
  }
}

extension HTTPRequest {
  /// The page of the audit that an Undo button stood on; nil for any other, as what was taken back
  /// is to be seen elsewhere.
  func auditBefore() throws -> String? {
    guard let back = try ownBack() else { return nil }
    let path = back.prefix { $0 != "?" }
    return path == Links.audit || path.hasPrefix("\(Links.audit)/") ? back : nil
  }
}

extension UndoPlan.Row {
  /// What the action left of the row.
  fileprivate var mark: UndoPrecondition {
    let mark: UndoPrecondition =
      fingerprint == UndoPlan.gone ? .removed : .row(RowFingerprint(rawValue: fingerprint))
    return decision.map { .kept($0, mark) } ?? mark
  }
}

extension UndoPlan {
  /// What takes the rows of all parts back, but for these.
  fileprivate func without(_ left: [LeftRow]) -> [RowChange] {
    let left = Set(left.map(\.name))
    return all.flatMap(\.changes).filter {
      !left.contains(RowName(table: $0.table, id: $0.id ?? ""))
    }
  }

  private var changes: [RowChange] {
    rows.map { row in
      var change = RowChange(
        kind(of: row), table: row.table ?? table, id: row.id, values: row.values,
        ifState: RowFingerprint(rawValue: row.fingerprint))
      change.deletion = row.deletion
      change.decision = row.decision
      change.isUndo = true
      change.history = history
      return change
    }
  }

  /// Whether taking this back takes the row away.
  fileprivate func removes(_ row: Row) -> Bool { kind(of: row) == .remove }

  private func kind(of row: Row) -> RowChange.Kind {
    switch action {
    case .undelete: row.decision == nil ? .undelete : .restore
    case .delete: .delete
    case .insertRemove: .remove
    case .update, .decision, .importBack: row.decision == nil ? .update : .restore
    case .revert: row.isNew ? .remove : row.decision == nil ? .update : .restore
    }
  }
}
