import HTTPKit
import JSONKit
import Localization
import SyncCore

/// Rows that a program sends as JSON: looked at and written by the same request.
struct ImportRequest: Sendable {
  let services: ConsoleServices
  let actions: RowActions

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.bodyObject()
    guard let rows = body["rows"]?.array else {
      throw HTTPError(400, "The body has no rows: send {\"rows\":[{…}],\"mode\":\"upsert\"}.")
    }
    let adds = body["addColumns"]?.bool
    var form = try ImportForm(mode: body["mode"]?.string, adds: adds ?? false)
    form.body = .memory(JSONValue.array(rows).serialized)
    form.takesExports = false
    var preview = try await rehearse(form)
    if body["skipInvalid"]?.bool == true, body["preview"]?.bool != true, preview.canSkipInvalid {
      preview.skipInvalid()
      form.leftOut = preview.leftOut
    }
    guard preview.canBeWritten, body["preview"]?.bool != true else {
      return services.pages.respond(
        json: .object(ImportDraft.Stage.ready(preview).json),
        status: preview.canBeWritten ? 200 : 422)
    }
    guard adds != nil || preview.plan.unknownColumns.isEmpty else {
      throw unknown(preview.plan.unknownColumns)
    }
    return try await write(form, preview)
  }

  /// Nobody has seen that values would be left out, unless the request itself says so.
  private func unknown(_ columns: [String]) -> HTTPError {
    let names = columns.prefix(10).map { quoted($0) }.joinedAsList()
    let more = columns.count > 10 ? " and \(columns.count - 10) more" : ""
    return HTTPError(
      422,
      "\(actions.table) has no column \(names)\(more). Send \"addColumns\": true to add "
        + "them, or false to ignore them. Nothing was imported.")
  }

  private func rehearse(_ form: ImportForm) async throws -> ImportPreview {
    let columns = try await actions.store.columns(of: actions.table)
    let rehearsal = try await ImportRehearsal(
      form: form, table: actions.table, sync: actions.store.sync, by: actions.context.who,
      references: ImportReferences(columns, of: actions.table, form, in: actions.store),
      progress: { _ in })
    do {
      return try await rehearsal.perform(columns)
    } catch let error as ImportSource.Unreadable {
      throw HTTPError(422, error.sentence)
    } catch is CancellationError {
      throw ImportRefusal.stopping
    }
  }

  private func write(_ form: ImportForm, _ preview: ImportPreview) async throws -> HTTPResponse {
    let writer = ImportWriter(
      services: services, context: actions.context, store: actions.store, table: actions.table,
      form: form)
    let ending = await writer.perform(
      preview, isChecked: true, progress: { _ in }, isUnwanted: { true })
    switch ending.kind {
    case .done:
      return services.pages.respond(json: .object(ImportDraft.Stage.over(ending, of: preview).json))
    case .differs:
      throw HTTPError(
        409, "Rows of \(actions.table) changed meanwhile, so nothing was imported. Try again."
      )
    case .takenBack where Task.isCancelled: throw ImportRefusal.stopped(.over(ending, of: preview))
    case .takenBack(let reason), .brokenOff(let reason):
      if let error = ending.storageError { throw error }
      throw HTTPError(409, [reason, ending.rest].joinedAsSentences())
    }
  }
}
