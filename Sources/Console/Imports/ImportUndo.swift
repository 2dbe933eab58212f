import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Takes an import back, whole or broken off, of however many rows.
struct ImportUndo: Sendable {
  let services: ConsoleServices
  let context: PageContext

  typealias Work = ImportReversals.Work

  /// Answers with the end; a browser, when that takes long, with a page that shows how far it is.
  func takeBack(
    _ number: Int64, _ detail: UndoPlan, _ entry: AuditEntry, _ sync: SyncContext,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let work = services.importReversals.begin(
      entry.id, store: detail.store, table: detail.table, at: context.now
    ) { await perform(number, entry, sync, $0) }
    guard let work else { throw Self.stopped }
    let patience = request.wantsJSON ? nil : services.configuration.importPatience
    switch await work.settle(within: patience) {
    case .working: return .seeOther(Links.undo(entry.id))
    case .refused(let reason):
      throw UndoHandlers.refusal([reason, localized("Nothing was changed.")].joinedAsSentences())
    case .brokenOff where Task.isCancelled: throw Self.stopped
    case .brokenOff(let reason, let status): throw Self.brokenOff(reason, status, entry.id)
    case .done(let back):
      return try await services.pages.actionResponse(
        request, context,
        redirectTo: try request.auditBefore() ?? Links.rows(detail.store, detail.table),
        flash: Self.flash(back, detail.table),
        json: [
          "undone": .integer(entry.id), "changed": .integer(Int64(back.rows)),
          "left": .array(
            back.named.map { ["table": .string(detail.table), "id": .string($0)] }),
        ])
    }
  }

  private func perform(
    _ number: Int64, _ entry: AuditEntry, _ sync: SyncContext, _ work: Work
  ) async {
    let audit = ActionAudit(services: services, context: context, store: work.store)
    // The request may have been answered before the last row is undone, so this is an action of its own.
    let action = StoreAction(
      id: hexadecimal(services.random.bytes(16)),
      intent: audit.intent(undoing: entry, reason: Self.keptReason))
    do {
      try await StoreAction.$current.withValue(action) {
        let back = try await sync.takeBackImport(
          number, by: context.who, intentAtEnd: audit.intent(undoing: entry)
        ) { done, all in
          work.enter(.working(done: done, of: all))
        }
        try await audit.noteUndo(
          of: entry, count: back.rows, left: back.named, leftCount: back.left)
        work.enter(.done(back))
      }
    } catch SyncError.cannotUndo(let reason) {
      work.enter(.refused(reason))
    } catch is CancellationError {
      work.enter(.brokenOff(localized("The console was shut down."), status: 503))
    } catch {
      work.enter(.brokenOff("\(error)", status: StorageProblem(error)?.status ?? 500))
    }
  }

  // MARK: - How far it is

  /// How far it is, what came of it, or the entry that it is about.
  func show(_ entry: Int64, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let work = services.importReversals.work(of: entry) else {
      guard !request.wantsJSON else {
        throw HTTPError(404, localized("Entry \(entry) is not being undone."))
      }
      return .seeOther(Links.auditEntry(entry))
    }
    if request.wantsJSON { return services.pages.respond(json: work.json) }
    let page = ImportProgressPage(work)
    return try await services.pages.page(
      ImportProgressPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: work.store, .table(work.table)), formats: [])
  }

  static func flash(_ back: ImportUndoOutcome, _ table: String) -> Flash {
    let rows = Format.count(back.rows, "row")
    let done = localized("Undone: import of \(rows) of \(table).")
    guard let first = back.named.first else {
      return Flash(
        done,
        detail: localized("New rows were removed, changed rows restored.") + sentenceSpace
          + SendingText.next(rows: back.rows, waiting: back.waiting), offersPush: true)
    }
    let rowsLeft = Format.count(back.left, "row")
    return Flash(
      done,
      detail: back.left == 1
        ? localized("\(rowsLeft) changed since then and was kept. First: \(first).")
        : localized("\(rowsLeft) changed since then and were kept. First: \(first)."),
      kind: .warn, offersPush: true)
  }

  // MARK: - What ends it early

  /// What the audit keeps of one that broke off, in English.
  private static var keptReason: String {
    inEnglish { "The undo was interrupted. \(goesOn)" }
  }

  /// What is true of one that broke off.
  static var goesOn: String {
    localized(
      "Rows already undone stay undone; the others are still imported. Undo the same entry again "
        + "to continue.")
  }

  private static func brokenOff(
    _ reason: String, _ status: Int, _ entry: Int64
  ) -> ConsoleError {
    ConsoleError(
      status, title: localized("Undo of the import was interrupted"),
      reason: [reason, goesOn].joinedAsSentences(), code: "undo_broke_off",
      links: [.init(localized("Audit entry \(entry)"), Links.auditEntry(entry))])
  }

  private static var stopped: ConsoleError {
    ConsoleError(
      503, title: localized("The console is shutting down"), reason: goesOn, code: "stopping",
      links: [.init(localized("Audit"), Links.audit)])
  }
}

extension ImportReversals.Work {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "entry": .integer(entry), "store": .string(store), "table": .string(table),
    ]
    switch stage {
    case .working(let done, let all):
      object["state"] = "working"
      object["done"] = .integer(Int64(done))
      object["rows"] = .integer(Int64(all))
    case .done(let back):
      object["state"] = "done"
      object["done"] = .integer(Int64(back.rows))
      object["rows"] = .integer(Int64(back.rows + back.left))
    case .refused(let reason):
      object["state"] = "refused"
      object["message"] = .string(reason)
    case .brokenOff(let reason, _):
      object["state"] = "broken-off"
      object["message"] = .string(reason)
    }
    return .object(object)
  }
}
