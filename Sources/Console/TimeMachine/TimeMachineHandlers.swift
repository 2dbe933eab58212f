import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// A table as it was at a moment, compared with now or a later one.
struct TimeMachineHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let (store, table) = (actions.store, actions.table)
    let asked = try PastRowsRequest(request, now: context.now)
    let past = try await past(asked, actions)
    if request.wantsJSON { return services.pages.respond(json: past.json(asked)) }
    let page = TimeMachinePage(
      facts: context.facts(store, .rowsEdit), table: table, asked: asked, past: past,
      places: try await places(table, beside: store, context),
      canStage: context.principal?.session != nil, mayUndelete: context.may(.rowsUndelete))
    return try await services.pages.page(
      TimeMachinePage.template, title: localized("\(table) at \(Format.full(asked.at))"),
      values: page.values, request, context, nav: Nav(store: store.name, .table(table)))
  }

  private func past(_ asked: PastRowsRequest, _ actions: RowActions) async throws -> PastRows {
    let (store, table) = (actions.store, actions.table)
    let place: PastComparison
    switch asked.place {
    case .here: place = .ownRows
    case .server: place = .server
    case .store(let name):
      guard actions.context.sees(name), let other = try await services.stores.context(of: name)
      else { throw ConsoleError.noSuchStore(name) }
      place = .store(other)
    }
    do {
      return try await store.sync.pastRows(table, asked.query, beside: place)
    } catch let failure as RemoteError {
      throw ConsoleError.remoteFailed(
        failure, title: localized("The server’s rows could not be read"),
        links: [.init(localized("Back to \(table)"), Links.rows(store.name, table))])
    }
  }

  /// The other stores that have a table of this name, as far as the reader sees them.
  private func places(
    _ table: String, beside store: StoreHandle, _ context: PageContext
  ) async throws -> [String] {
    var names: [String] = []
    for info in services.stores.stores where info.name !== store.name && context.sees(info.name) {
      // A store that cannot be used is compared with nothing.
      guard let other = try? await services.stores.context(of: info.name),
        (try? await other.tableNames())?.contains(identical: table) == true
      else { continue }
      names.append(info.name)
    }
    return names
  }

  /// Stages edits that restore the values that rows had at a time.
  @Sendable func stage(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let (store, table) = (actions.store, actions.table)
    let body = try ActionBody(request)
    guard let at = try body.moment("at") else {
      throw HTTPError(
        422, localized("at is missing: say when the rows had the values. Nothing was staged."))
    }
    guard let ids = body.texts("ids") ?? body.form?.values("id"), !ids.isEmpty else {
      throw HTTPError(422, localized("Select at least one row. Nothing was staged."))
    }
    guard ids.count <= ConsoleData.stagedMax else {
      throw HTTPError(
        422, localized("Stage at most \(ConsoleData.stagedMax) rows at once. Nothing was staged."))
    }
    let back = Links.with(
      Links.pastRows(store.name, table), QueryItems([.init("at", at.wholeSeconds)]))
    try store.demandUncovered(table, back: back)
    var staged = 0
    var left: [(id: String, reason: String)] = []
    for id in ids.unique {
      if let reason = try await stage(id, as: at, actions) {
        left.append((id, reason))
      } else {
        staged += 1
      }
    }
    let skipped = left.first.map { first in
      let (rows, row) = (Format.count(left.count, "row was", "rows were"), first.id)
      return localized("\(rows) skipped. First: \(row) \(first.reason).") + sentenceSpace
    }
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: staged > 0 ? Links.changes(store.name) : back,
      flash: Flash(
        localized("\(Format.count(staged, "row")) staged."),
        detail: (skipped ?? "") + (staged > 0 ? localized("Review and save them together.") : ""),
        kind: left.isEmpty ? .good : .warn),
      json: [
        "staged": .integer(Int64(staged)),
        "left": .array(left.map { ["id": .string($0.id), "reason": .string($0.reason)] }),
      ])
  }

  /// - Returns: Why the row was not staged, to be said of it; nil when it was.
  private func stage(
    _ id: String, as at: Timestamp, _ actions: RowActions
  ) async throws -> String? {
    let (store, table) = (actions.store, actions.table)
    let past = try await store.sync.pastState(table, id, at: at)
    guard case .row(let then) = past else {
      return past == .absent
        ? localized("did not exist at that time") : localized("has no values from that time")
    }
    guard let now = try await actions.rows.read(id: id) else {
      return try await stageInsert(of: then, actions)
    }
    guard !now.deleted else { return localized("is deleted; undelete it first") }
    let writeOnly = store.sync.remote.writeOnlyColumns
    let changes = JSONObject(
      then.changes(from: now).filter { !writeOnly.contains($0.name) }
        .map { ($0.name, $0.value) })
    guard !changes.isEmpty else { return localized("has these values already") }
    guard store.softDelete(of: table).allows(changes, of: now) else {
      return localized("is deleted; undelete it first")
    }
    _ = try await services.data.stage(
      changes, was: JSONObject(changes.names.map { ($0, now.value($0)) }),
      fingerprint: RowFingerprint(content: now).rawValue, store: store.name, table: table,
      itemID: id, owner: actions.context.owner)
    return nil
  }

  /// Stages a row that is not in the store any more, to be inserted again.
  ///
  /// - Returns: As ``stage(_:as:_:)``.
  private func stageInsert(of then: Record, _ actions: RowActions) async throws -> String? {
    let (store, table) = (actions.store, actions.table)
    guard !then.deleted else { return localized("was deleted at that time") }
    guard try await store.sync.row(table, then.id) == nil else {
      return localized(
        "is hard-deleted here, and its delete is not pushed yet; undelete it on its page")
    }
    // Passwords are not known here, and files have to be uploaded again.
    var left = store.sync.remote.writeOnlyColumns
    for column in try await store.columns(of: table) where column.type == .file {
      left.insert(column.name)
    }
    let values = then.values.filter { !$0.value.isNull && !left.contains($0.name) }
    _ = try await services.data.stage(
      JSONObject(values.map { ($0.name, $0.value) }), was: JSONObject(), fingerprint: "",
      store: store.name, table: table, itemID: then.id, owner: actions.context.owner,
      isInsert: true)
    return nil
  }
}
