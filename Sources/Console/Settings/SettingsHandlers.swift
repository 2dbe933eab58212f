import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// A store's settings, which stand in the configuration file.
struct SettingsHandlers: Sendable {
  let services: ConsoleServices

  static let members: UTF8Dictionary<Shape> = [
    "store": .map, "serverChange": .text, "ifState": .text,
  ]

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let editing = try SettingsEditing(services, request, context)
    let store = try services.storeInfo(request)
    let settings = try await editing.current(store.name)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "store": .object(settings), "file": .string(editing.administration.file),
        "locked": JSONValue(editing.administration.whyLocked),
        "ifState": .string(SettingsDraft.fingerprint(settings)),
      ])
    }
    var page = page(store, SettingsDraft(settings), editing)
    page.opened = settings
    page.kept = await keptTables(store)
    page.table = try request.query()["table"]
    page.mayChange = context.may(.storeEdit)
    if !page.mayChange { page.blankTables = 0 }
    return try await respond(page, editing)
  }

  private func page(
    _ store: StoreInfo, _ draft: SettingsDraft, _ editing: SettingsEditing
  ) -> SettingsPage {
    SettingsPage(
      store: store.name, file: editing.administration.file,
      fields: SettingsFields(form: editing.administration.form, draft: draft),
      whyLocked: editing.administration.whyLocked)
  }

  private func respond(
    _ page: SettingsPage, _ editing: SettingsEditing, status: Int = 200
  ) async throws -> HTTPResponse {
    try await services.pages.page(
      SettingsPage.template, title: page.title, values: page.values, editing.request,
      editing.context, nav: Nav(store: page.store, .settings),
      formats: editing.request.method.isSafe ? ["json"] : [], status: status)
  }

  // MARK: - Actions

  @Sendable func change(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let editing = try SettingsEditing(services, request, context)
    let administration = editing.administration
    let store = try services.storeInfo(request)
    let before = try await editing.current(store.name)
    var order = try SettingsRequest(request, over: before, administration.form)
    var page = page(store, order.draft, editing)
    page.opened = before
    page.kept = await keptTables(store)
    guard order.wish == .save else { return try await answer(order, before, page, editing) }
    try editing.demandUnlocked()
    let merged = order.changesMeanwhile(before, administration.form)
    let collisions = order.rebase(on: before)
    page.fields.draft = order.draft
    if let collisions {
      page.stale = SettingsPage.Stale(current: collisions, merged: merged)
      return try await refuse(page, .settingsChanged(administration.file), editing)
    }
    page.fields.problems = await administration.problems(in: order.draft.settings, of: store.name)
    guard page.fields.problems.isEmpty else {
      return try await refuse(page, .invalidSettings(page.fields.problems), editing)
    }
    guard order.draft.settings != before || order.serverChange == .other else {
      return try await unchanged(store, before, editing)
    }
    if order.serverChange == nil,
      let change = try await serverChange(
        store, from: SettingsDraft(before), to: order.draft, administration.form)
    {
      page.serverChange = change
      page.isUnanswered = order.askedAddress.map { $0 === change.new } ?? false
      return try await refuse(page, .serverChange(change), editing)
    }
    try editing.demandProof(order, before: before)
    page.fields.problems = await administration.refusals(of: order.draft.settings, before: before)
    guard page.fields.problems.isEmpty else {
      return try await refuse(page, .invalidSettings(page.fields.problems), editing)
    }
    let removed = await removedTables(store, from: SettingsDraft(before), to: order.draft)
    return try await saved(
      editing.write(order, store, before: before), merged: merged, removed, editing)
  }

  /// The form again, with what was asked for beside saving.
  private func answer(
    _ order: SettingsRequest, _ before: JSONObject, _ page: SettingsPage,
    _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    var page = page
    page.opened = order.opened ?? before
    page.state = order.state
    if order.wish == .oneMoreTable {
      page.blankTables = 2
      return try await respond(page, editing)
    }
    guard order.wish == .probe else { return try await respond(page, editing) }
    page.fields.problems = await editing.administration.problems(
      in: order.draft.settings, of: page.store)
    if page.fields.problems.isEmpty {
      page.test = try await editing.test(order, before: before)
    }
    return try await respond(page, editing)
  }

  /// The page again with what is wrong; an error to a program.
  private func refuse(
    _ page: SettingsPage, _ error: ConsoleError, _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    guard !editing.request.wantsJSON else {
      return try editing.refusal(error, page.fields.problems)
    }
    return try await respond(page, editing, status: error.status)
  }

  /// What it means when the store is to talk to another address; nil when that means nothing.
  private func serverChange(
    _ store: StoreInfo, from before: SettingsDraft, to draft: SettingsDraft, _ form: StoreForm
  ) async throws -> SettingsPage.ServerChange? {
    let paths = form.kinds.first { $0.kind == before.kind }?.address ?? []
    let address = { (draft: SettingsDraft) in
      draft.texts(at: paths).joined(separator: " ")
    }
    guard address(before) != address(draft) || before.kind != draft.kind else { return nil }
    let sync = try await services.open(store).sync
    let counts = try await sync.counts()
    let (rows, tokens) = (counts.live + counts.deleted, try await sync.deltaTokens())
    guard rows + counts.queued + tokens.count > 0 else { return nil }
    return SettingsPage.ServerChange(
      old: address(before), new: address(draft), rows: rows, sendable: counts.sendable,
      needAttention: counts.needYou, unsent: counts.queued)
  }

  /// Settings that are in the file already are neither written nor recorded.
  private func unchanged(
    _ store: StoreInfo, _ settings: JSONObject, _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    let current = SettingsEditing.Written(
      store: store.name, settings: settings, entry: nil, reset: 0)
    return try await services.pages.actionResponse(
      editing.request, editing.context, redirectTo: Links.settings(store.name),
      flash: Flash(localized("No changes."), kind: .plain), json: current.json)
  }

  /// - Parameters:
  ///   - merged: The labels of settings that changed while these were edited.
  ///   - removed: Tables whose settings were removed.
  private func saved(
    _ written: SettingsEditing.Written, merged: [String], _ removed: [KeptTable],
    _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    let deltaTokens = Format.count(written.reset, "delta token")
    var details = removed.map(\.message)
    if !merged.isEmpty {
      details.append(localized("Changes saved meanwhile are kept: \(merged.joinedAsList())."))
    }
    details.append(
      written.reset == 0
        ? localized("A run in progress finishes with the previous settings.")
        : localized("\(deltaTokens) reset: the next pull reads all rows."))
    let flash = Flash(
      localized("Settings of \(written.store) saved."), detail: details.joinedAsSentences(),
      undoEntry: written.entry)
    return try await services.pages.actionResponse(
      editing.request, editing.context, redirectTo: Links.settings(written.store), flash: flash,
      json: written.json)
  }
}
