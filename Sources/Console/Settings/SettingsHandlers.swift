import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// Adding a store and changing its settings, which stand in the configuration file.
struct SettingsHandlers: Sendable {
  let services: ConsoleServices

  static let members: UTF8Dictionary<Shape> = [
    "store": .map, "serverChange": .text, "ifState": .text,
  ]

  // MARK: - Pages

  @Sendable func showNew(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let administration = try services.requiredAdministration()
    if request.wantsJSON {
      return services.pages.respond(json: administration.form.json)
    }
    let kinds = administration.form.kinds.map(\.kind)
    let asked = try request.query()["kind"]
    guard let kind = asked ?? kinds.first, kinds.contains(kind) else {
      throw HTTPError(404, "Unknown kind of remote “\(asked ?? "")”.")
    }
    let draft = SettingsDraft(["remote": ["kind": .string(kind)]])
    return try await respond(page(nil, draft, administration), request, context)
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let administration = try services.requiredAdministration()
    let store = try services.storeInfo(request)
    let settings = try await current(store.name, administration)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "store": .object(settings), "file": .string(administration.file),
        "locked": JSONValue(administration.whyLocked),
        "ifState": .string(SettingsDraft.fingerprint(settings)),
      ])
    }
    var page = page(store.name, SettingsDraft(settings), administration)
    page.fingerprint = SettingsDraft.fingerprint(settings)
    page.mayChange = context.may(.storeEdit)
    if !page.mayChange { page.blankTables = 0 }
    return try await respond(page, request, context)
  }

  private func current(
    _ store: String, _ administration: any StoreAdministration
  ) async throws -> JSONObject {
    guard let settings = try await administration.settings(of: store) else {
      throw ConsoleError(
        409, title: "\(store) is no longer in the configuration file",
        reason: "It was removed from \(administration.file). Nothing was changed.",
        code: "settings_changed", links: [.init("All stores", Links.stores)])
    }
    return settings
  }

  private func page(
    _ store: String?, _ draft: SettingsDraft, _ administration: any StoreAdministration
  ) -> SettingsPage {
    SettingsPage(
      store: store, form: administration.form, file: administration.file, draft: draft,
      whyLocked: administration.whyLocked)
  }

  private func respond(
    _ page: SettingsPage, _ request: HTTPRequest, _ context: PageContext, status: Int = 200
  ) async throws -> HTTPResponse {
    try await services.pages.page(
      SettingsPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: page.store, page.store == nil ? .stores : .settings),
      formats: request.method.isSafe ? ["json"] : [], status: status)
  }

  // MARK: - Actions

  @Sendable func add(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    try await save(nil, request, context)
  }

  @Sendable func change(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try await save(try services.storeInfo(request), request, context)
  }

  @Sendable func probe(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let administration = try services.requiredAdministration()
    let order = try SettingsRequest(request, over: JSONObject(), administration.form)
    let findings = try await findings(order, nil, administration, context)
    return services.pages.respond(json: ["checks": .array(findings.map(\.json))])
  }

  /// Asks the server that the settings name, with the secrets that they name.
  private func findings(
    _ order: SettingsRequest, _ before: JSONObject?, _ administration: any StoreAdministration,
    _ context: PageContext
  ) async throws -> [ProbeFinding] {
    try demandProof(order, before, context)
    try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.storeEdit.rawValue,
        store: before?["name"]?.string, target: "connection, tested",
        after: ["remote": order.draft.settings["remote"] ?? nil], requestID: context.requestID))
    return await administration.probe(order.draft.settings)
  }

  /// Where secrets are sent, and which, is for somebody who is there, not for a browser left open.
  private func demandProof(
    _ order: SettingsRequest, _ before: JSONObject?, _ context: PageContext
  ) throws {
    guard order.draft.settings["remote"] != before?["remote"] else { return }
    try context.demandProof(
      of: .server,
      changes: ReauthenticationRequired.changes(
        from: before?["remote"]?.object ?? JSONObject(),
        to: order.draft.settings["remote"]?.object ?? JSONObject()))
  }

  private func save(
    _ store: StoreInfo?, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let administration = try services.requiredAdministration()
    let before: JSONObject?
    if let store { before = try await current(store.name, administration) } else { before = nil }
    let order = try SettingsRequest(request, over: before ?? JSONObject(), administration.form)
    var page = page(store?.name, order.draft, administration)
    page.fingerprint = SettingsDraft.fingerprint(before)
    switch order.wish {
    case .oneMoreTable:
      page.blankTables = 2
      page.fingerprint = order.state ?? page.fingerprint
      return try await respond(page, request, context)
    case .probe:
      // A test needs no name; everything else has to be right before a server is asked.
      page.problems = await administration.problems(in: order.draft.settings, of: store?.name)
        .filter { $0.path != "name" }
      if page.problems.isEmpty {
        page.findings = try await findings(order, before, administration, context)
      }
      page.fingerprint = order.state ?? page.fingerprint
      return try await respond(page, request, context)
    case .save: break
    }
    if let why = administration.whyLocked { throw ConsoleError.locked(administration.file, why) }
    if let before, let state = order.state, state != page.fingerprint {
      page.stale = SettingsPage.Stale(current: before)
      return try await refuse(
        page, .settingsChanged(administration.file), request, context)
    }
    page.problems = await administration.problems(in: order.draft.settings, of: store?.name)
    guard page.problems.isEmpty else {
      return try await refuse(page, .invalidSettings(page.problems), request, context)
    }
    if let store, let before, order.serverChange == nil,
      let change = try await serverChange(
        store, from: SettingsDraft(before), to: order.draft, administration.form)
    {
      page.serverChange = change
      return try await refuse(page, .serverChange(change), request, context)
    }
    try demandProof(order, before, context)
    page.problems = await administration.refusals(of: order.draft.settings, before: before)
    guard page.problems.isEmpty else {
      return try await refuse(page, .invalidSettings(page.problems), request, context)
    }
    return try await write(order, store, before, administration, request, context)
  }

  /// The page again with what is wrong; an error to a program.
  private func refuse(
    _ page: SettingsPage, _ error: ConsoleError, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    guard request.wantsJSON else {
      return try await respond(page, request, context, status: error.status)
    }
    guard !page.problems.isEmpty else { throw error }
    return services.pages.respond(
      json: [
        "error": [
          "code": .string(error.code), "message": .string(error.reason),
          "requestId": .string(context.requestID), "problems": .array(page.problems.map(\.json)),
        ]
      ], status: error.status)
  }

  /// What it means when the store is to talk to another address; nil when that means nothing.
  private func serverChange(
    _ store: StoreInfo, from before: SettingsDraft, to draft: SettingsDraft, _ form: StoreForm
  ) async throws -> SettingsPage.ServerChange? {
    let paths = form.kinds.first { $0.kind == before.kind }?.address ?? []
    let address = { (draft: SettingsDraft) in
      paths.map { draft[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    guard address(before) != address(draft) || before.kind != draft.kind else { return nil }
    let sync = try await services.open(store).sync
    let counts = try await sync.counts()
    let (rows, tokens) = (counts.live + counts.deleted, try await sync.deltaTokens())
    guard rows + counts.queued + tokens.count > 0 else { return nil }
    return SettingsPage.ServerChange(
      old: address(before), new: address(draft), rows: rows, unsent: counts.queued)
  }

  private func write(
    _ order: SettingsRequest, _ store: StoreInfo?, _ before: JSONObject?,
    _ administration: any StoreAdministration, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let settings = order.draft.settings
    let name = store?.name ?? order.draft["name"]
    let forgotten = try await services.changeSettings(
      of: store, order.serverChange == .other ? .forgetting : .keeping
    ) {
      try await administration.save(settings, of: store?.name, expecting: before)
    }
    let left = SettingsDraft.fingerprint(try await administration.settings(of: name))
    var undo = UndoableChange.addedStore(name, left: left)
    if let before {
      undo = .settings(PreviousSettings(store: name, was: before, left: left, tokens: forgotten))
    }
    let entry = try await ActionAudit(services: services, context: context, store: name).note(
      .storeEdit, store == nil ? "added" : "settings", before: before.map { .object($0) },
      after: .object(settings), undo: undo)
    let flash =
      store == nil
      ? Flash("Store \(name) added.", detail: "Pull to fetch its rows.", undoEntry: entry)
      : Flash(
        "Settings of \(name) saved.",
        detail: forgotten.isEmpty
          ? "A running run finishes with the old settings."
          : "\(Format.count(forgotten.count, "delta token")) reset: the next pull reads all "
            + "rows.",
        undoEntry: entry)
    return try await services.pages.actionResponse(
      request, context, redirectTo: store == nil ? Links.store(name) : Links.settings(name),
      flash: flash,
      json: [
        "name": .string(name), "url": .string(Links.store(name)), "store": .object(settings),
        "undo": JSONValue(entry),
      ], status: store == nil ? 201 : 200)
  }
}
