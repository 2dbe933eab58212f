import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The staged rows saved together.
extension StagedChangesHandlers {
  /// Those selected, else all, in one transaction; none when one is not as it was seen.
  @Sendable func save(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    var rows = try await staged(in: store, context)
    guard !rows.isEmpty else {
      return try await services.pages.actionResponse(
        request, context, redirectTo: Links.changes(store.name),
        flash: Flash(localized("No staged changes to save."), kind: .warn),
        json: ["saved": 0])
    }
    if let objection = try objection(to: request, rows) {
      return try await page(
        StagedChangesPage(store: store.name, rows: rows, objection: objection), store, request,
        context, status: 409)
    }
    let chosen = try savable(rows, request)
    await ActionAudit(services: services, context: context, store: store.name)
      .announce(
        .rowsEdit, Self.savedTarget(chosen.count),
        rows: chosen.map { AuditRecord.Row($0.change.table, $0.change.itemID) })
    let unrepeatable = try await services.data.discard(
      chosen.filter(\.isUnrepeatable).map(\.change.id), owner: context.owner
    ).discard
    let outcome = try await store.sync.change(chosen.map(\.rowChange), by: context.who)
    guard outcome.isDone else {
      let refused = outcome.problems.map { (chosen[$0.position].change, $0.message) }
      if let unrepeatable {
        _ = try await services.data.restage(unrepeatable, owner: context.owner)
        rows = try await staged(in: store, context)
      }
      mark(&rows, refused)
      if request.wantsJSON {
        let refusal = StagedChangesNote.unsavable(outcome.problems.count)
        throw HTTPError(
          409, localized("Nothing was saved: \(refusal) See the staged changes."),
          code: "stale_edit")
      }
      return try await page(
        StagedChangesPage(store: store.name, rows: rows, isRefused: true), store, request, context,
        status: 409)
    }
    let applied = outcome.applied.filter { !$0.isUnchanged }
    let notes = ChangeAudit(services: services, context: context, store: store)
    let entry = try await notes.note(
      .rowsEdit, applied, target: Self.savedTarget(applied.count))
    try await services.data.unstage(chosen.map(\.change.id), owner: context.owner)
    var pushed = FollowUpPush.Outcome.notAsked
    if FollowUpPush.isAskedFor(in: try ActionBody(request).form) {
      let push = FollowUpPush(services: services, store: store, context: context)
      let operations = try await operations(of: applied, in: store)
      let flash = Flash(savedSentence(applied), undoEntry: entry)
      pushed = try await push.start(operations, saying: flash, request)
    }
    if let run = pushed.response { return run }
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: chosen.count < rows.count
        ? Links.changes(store.name) : place(of: rows, store.name),
      flash: try await savedFlash(applied, entry, store, pushed),
      json: ["saved": .integer(Int64(applied.count))])
  }

  /// Those selected, else all: of those ticked only the ones that can be saved, as the button says.
  private func savable(_ rows: [StagedRow], _ request: HTTPRequest) throws -> [StagedRow] {
    let chosen = try selected(rows, request)
    guard try ActionBody(request).form?["selection"] != nil else { return chosen }
    let savable = chosen.filter(\.isSavable)
    return savable.isEmpty ? chosen : savable
  }

  private func savedFlash(
    _ applied: [ChangeOutcome.Applied], _ entry: Int64?, _ store: StoreHandle,
    _ pushed: FollowUpPush.Outcome
  ) async throws -> Flash {
    Flash(
      savedSentence(applied),
      detail: applied.isEmpty
        ? localized("The rows already had these values.")
        : pushed.detail(try await store.sync.nextStep(applied)),
      undoEntry: entry, steps: [pushed.step].compactMap(\.self), offersPush: true)
  }

  private func operations(
    of applied: [ChangeOutcome.Applied], in store: StoreHandle
  ) async throws -> [Int64] {
    var operations: [Int64] = []
    for (table, changes) in UTF8Dictionary(grouping: applied, by: \.table) {
      operations += try await store.sync.queuedOperations(of: table, changes.map(\.id)).map(\.id)
    }
    return operations.sorted()
  }

  /// Where saved rows are seen: in their table, or in the queue when they are of several.
  private func place(of rows: [StagedRow], _ store: String) -> String {
    let tables = UTF8Set(rows.map(\.change.table))
    return tables.count == 1 ? Links.rows(store, rows[0].change.table) : Links.queue(store)
  }

  private func savedSentence(_ applied: [ChangeOutcome.Applied]) -> String {
    let edited = applied.filter { $0.kind != .insert }
    let restored = applied.count - edited.count
    let valueCount = edited.reduce(0) { $0 + $1.before.count }
    let (rows, values) = (Format.count(edited.count, "row"), Format.count(valueCount, "value"))
    let saved = localized("\(rows) saved: \(values) changed.")
    guard restored > 0 else { return saved }
    let others = Format.count(restored, "row")
    return [edited.isEmpty ? nil : saved, localized("\(others) restored.")].compactMap(\.self)
      .joinedAsSentences()
  }

  /// For the audit.
  private static func savedTarget(_ count: Int) -> String {
    inEnglish { Format.count(count, "staged row") }
  }

  private func mark(_ rows: inout [StagedRow], _ refused: [(change: StagedChange, message: String)])
  {
    for (change, message) in refused {
      let index = rows.firstIndex {
        $0.change.table === change.table && $0.change.itemID === change.itemID
      }
      if let index { rows[index].problem = message }
    }
  }
}
