import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Adds, edits and deletes notes.
struct NoteHandlers: Sendable {
  /// Characters that a note can have.
  static let textMax = 2_000

  let services: ConsoleServices

  // MARK: - Adding

  @Sendable func addToRow(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let (table, id) = (request.parameter("table"), request.parameter("id"))
    var isKnown = try await store.sync.row(table, id) != nil
    if !isKnown { isKnown = try await store.sync.rowFromHistory(table, id) != nil }
    guard isKnown else { throw SyncError.noSuchRow(table: table, id: id) }
    return try await add(to: .row(table: table, id: id), in: store, request, context)
  }

  @Sendable func addToError(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let id = request.parameter("error")
    guard let error = try await store.sync.error(id) else { throw SyncError.noSuchError(id) }
    return try await add(to: NoteSubject(error), in: store, request, context)
  }

  @Sendable func addToRun(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await services.run(request, store)
    return try await add(to: .run(run.id), in: store, request, context)
  }

  private func add(
    to subject: NoteSubject, in store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let place = try await place(of: subject, in: store, request)
    let text = try Self.text(try ActionBody(request), back: place)
    let note = try await services.data.addNote(
      text, to: subject, store: store.name, by: context.who, owner: context.owner)
    let entry = try await record(note, before: nil, after: text, context)
    return try await answer(
      Flash(localized("Note added.")), note.json(for: context), entry, place, request, context,
      status: 201)
  }

  // MARK: - Editing and deleting

  @Sendable func edit(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let note = try await own(request, store, context)
    let place = try await place(of: note.subject, in: store, request)
    let text = try Self.text(try ActionBody(request), back: place)
    guard try await services.data.editNote(note.id, text),
      let edited = try await services.data.note(note.id, store: store.name)
    else { throw Self.missing(note.id) }
    let entry = try await record(note, before: note.text, after: text, context)
    return try await answer(
      Flash(localized("Note saved.")), edited.json(for: context), entry, place, request, context)
  }

  @Sendable func delete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let note = try await own(request, store, context)
    guard try await services.data.removeNote(note.id) else { throw Self.missing(note.id) }
    let entry = try await record(
      note, before: note.text, after: nil, context,
      undo: .note(note.id, owner: note.owner, store: store.name))
    return try await answer(
      Flash(localized("Note deleted."), undoEntry: entry), ["deleted": .integer(note.id)], entry,
      try await place(of: note.subject, in: store, request), request, context)
  }

  /// The note that the address names, if the person wrote it.
  private func own(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> Note {
    let id = try request.number("note")
    guard let note = try await services.data.note(id, store: store.name) else {
      throw Self.missing(id)
    }
    guard note.owner === context.owner else {
      let author = note.author.actorName
      throw ConsoleError(
        403, title: localized("This note is \(author)’s"),
        reason: localized(
          "Only its author can edit or delete a note. Nothing was changed. Add a note of your "
            + "own instead."),
        code: "forbidden",
        links: [.init(localized("Back"), try await place(of: note.subject, in: store, request))])
    }
    return note
  }

  private static func missing(_ id: Int64) -> HTTPError {
    HTTPError(404, localized("Note \(id) does not exist, or was deleted. Nothing was changed."))
  }

  // MARK: - Shared

  private static func text(_ body: ActionBody, back: String) throws -> String {
    let text = (body.text("text") ?? "").replacing("\r\n", with: "\n").trimmed
    let count = text.unicodeScalars.count
    guard !VisibleText.hasNothingToSee(text), count <= textMax else {
      let (most, typed) = (Format.number(textMax), Format.number(count))
      throw ConsoleError(
        422, title: localized("The note was not saved"),
        reason: count > textMax
          ? localized("A note can have \(most) characters; this one has \(typed). Shorten it.")
          : localized("The note is empty. Write a text."),
        code: "invalid", links: [.init(localized("Back"), back)])
    }
    return text
  }

  /// The page that shows the notes of `subject`.
  private func place(
    of subject: NoteSubject, in store: StoreHandle, _ request: HTTPRequest
  ) async throws -> String {
    let list = try ListOrigin(request)
    let page: String
    switch subject {
    case .row(let table, let id):
      let isHere = try await store.sync.row(table, id) != nil
      page =
        isHere
        ? list.on(RowHead.Tab(try request.query()).on(Links.row(store.name, table, id)))
        : Links.history(store.name, table, id)
    case .error(let operation, let table, let id):
      let query = ErrorQuery(operations: .only([operation]), size: 1)
      let error = try await store.sync.errorPage(query).errors.first
      page =
        error.map { list.on(Links.error(store.name, $0.id)) }
        ?? Links.history(store.name, table, id)
    case .run(let run): page = Links.run(store.name, run)
    }
    return page + NotesView.anchor
  }

  private func record(
    _ note: Note, before: String?, after: String?, _ context: PageContext,
    undo: UndoableChange? = nil
  ) async throws -> Int64? {
    let value = { (text: String?) -> JSONValue? in text.map { ["note": .string($0)] } }
    let record = AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.noteEdit.rawValue,
      store: note.store, target: note.subject.name, row: note.subject.row, before: value(before),
      after: value(after), undo: undo?.json, requestID: context.requestID)
    return try await services.audit.write(await services.naming(record))
  }

  private func answer(
    _ flash: Flash, _ json: JSONValue, _ entry: Int64?, _ place: String, _ request: HTTPRequest,
    _ context: PageContext, status: Int = 200
  ) async throws -> HTTPResponse {
    var object = json.object ?? JSONObject()
    object["entry"] = JSONValue(entry)
    return try await services.pages.actionResponse(
      request, context, redirectTo: place, flash: flash, json: .object(object), status: status)
  }
}

extension NoteSubject {
  /// An error by its operation, which keeps its number when it fails again.
  init(_ error: OperationError) {
    self = .error(operation: error.operationID, table: error.table, id: error.itemID)
  }

  /// In the audit: `Country DE`, `operation 12 of Country DE`, `run 7`.
  var name: String {
    switch self {
    case .row(let table, let id): "\(table) \(id)"
    case .error(let operation, let table, let id): "operation \(operation) of \(table) \(id)"
    case .run(let run): "\(Self.runPrefix)\(run)"
    }
  }

  /// Nil for a run.
  var row: AuditRecord.Row? {
    switch self {
    case .row(let table, let id), .error(_, let table, let id): .init(table, id)
    case .run: nil
    }
  }

  private static let runPrefix = "run "

  /// The run that an audit entry with this target is about.
  static func run(target: String) -> Int64? {
    target.hasPrefix(runPrefix) ? Int64(target.dropFirst(runPrefix.count)) : nil
  }
}
