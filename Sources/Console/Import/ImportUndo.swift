import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// Takes an import back, whole or broken off, of however many rows.
struct ImportUndo: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let entry: AuditEntry

  func takeBack(
    _ number: Int64, _ detail: UndoDetail, _ sync: SyncContext, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard try await services.data.markUndone(entry.id) else {
      throw UndoHandlers.refusal("Entry \(entry.id) was taken back before. Nothing was changed.")
    }
    let back: ImportTakenBack
    do {
      back = try await sync.takeBackImport(number, by: context.who)
    } catch {
      // What is not taken back yet can be taken back by the same entry.
      try await services.data.unmarkUndone(entry.id)
      guard case SyncError.cannotTakeBack(let reason) = error else { throw error }
      throw UndoHandlers.refusal("\(reason) Nothing was changed.")
    }
    try await ActionNotes(services: services, context: context, store: detail.store).note(
      .actionUndo, "entry \(entry.id), \(entry.record.target)", count: back.rows)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.rows(detail.store, detail.table),
      flash: flash(back, detail),
      json: [
        "undone": .integer(entry.id), "changed": .integer(Int64(back.rows)),
        "left": .array(
          back.named.map { ["table": .string(detail.table), "id": .string($0)] }),
      ])
  }

  private func flash(_ back: ImportTakenBack, _ detail: UndoDetail) -> Flash {
    let done = "Taken back: \(Format.count(back.rows, "row")) of \(detail.table)."
    guard let first = back.named.first else {
      return Flash(
        done,
        detail: "New rows are gone here, changed ones are as they were. "
          + SendingWords.next(rows: back.rows, waiting: back.waiting))
    }
    let stay = Format.count(back.left, "row")
    return Flash(
      done,
      detail: "\(stay) changed since and stayed as \(back.left == 1 ? "it is" : "they are"). "
        + "The first: \(first).", kind: .warn)
  }
}
