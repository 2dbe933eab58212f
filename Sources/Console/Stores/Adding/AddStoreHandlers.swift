import HTTPKit
import JSONKit
import Localization
import Support

/// Adding a store, in steps: kind, connection, tables, done.
///
/// What was typed travels in the form from step to step; the server keeps nothing before the store is
/// added.
struct AddStoreHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let editing = try SettingsEditing(services, request, context)
    let form = editing.administration.form
    if request.wantsJSON { return services.pages.respond(json: form.json) }
    let query = try request.query()
    if let store = query["added"], let info = services.stores.store(store) {
      return try await respond(.done(try await added(info, context)), editing)
    }
    guard let kind = query["kind"] else {
      return try await respond(.kind(KindStep(kinds: form.kinds)), editing)
    }
    guard form.kinds.contains(where: { $0.kind == kind }) else {
      throw HTTPError(404, localized("Unknown kind of remote “\(kind)”."))
    }
    let draft = SettingsDraft(["remote": ["kind": .string(kind)]])
    return try await respond(.connection(connection(draft, editing)), editing)
  }

  @Sendable func probe(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let editing = try SettingsEditing(services, request, context)
    let order = try SettingsRequest(request, over: JSONObject(), editing.administration.form)
    let test = try await editing.test(order)
    return services.pages.respond(json: test.json)
  }

  @Sendable func add(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let editing = try SettingsEditing(services, request, context)
    let order = try SettingsRequest(request, over: JSONObject(), editing.administration.form)
    switch order.wish {
    case .save: return try await save(order, editing)
    case .probe, .tables: return try await chooseTables(order, editing)
    case .connection, .oneMoreTable:
      return try await respond(.connection(connection(order.draft, editing)), editing)
    }
  }

  // MARK: - Steps

  private func connection(
    _ draft: SettingsDraft, _ editing: SettingsEditing
  ) -> ConnectionStep {
    ConnectionStep(form: editing.administration.form, draft: draft)
  }

  /// On to the tables; back to the connection when something is wrong or the test failed.
  private func chooseTables(
    _ order: SettingsRequest, _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    var step = connection(order.draft, editing)
    step.fields.problems = await editing.administration.problems(
      in: order.draft.settings, of: nil)
    guard step.fields.problems.isEmpty else { return try await respond(.connection(step), editing) }
    guard order.wish == .probe else {
      return try await respond(.tables(TablesStep(fields: step.fields)), editing)
    }
    let test = try await editing.test(order)
    guard test.isPassed, let tables = test.tables else {
      step.test = test
      return try await respond(.connection(step), editing)
    }
    return try await respond(
      .tables(TablesStep(fields: step.fields, tables: tables, test: test)), editing)
  }

  private func save(
    _ order: SettingsRequest, _ editing: SettingsEditing
  ) async throws -> HTTPResponse {
    let administration = editing.administration
    try editing.demandUnlocked()
    var problems = await administration.problems(in: order.draft.settings, of: nil)
    if problems.isEmpty {
      try editing.demandProof(order, before: nil)
      problems = await administration.refusals(of: order.draft.settings, before: nil)
    }
    guard problems.isEmpty else {
      let error = ConsoleError.invalidSettings(problems)
      if editing.request.wantsJSON { return try editing.refusal(error, problems) }
      let step = AddStoreStep(order.draft, problems, administration.form)
      return try await respond(step, editing, status: error.status)
    }
    let written = try await editing.write(order)
    return try await services.pages.actionResponse(
      editing.request, editing.context, redirectTo: Links.storeAdded(written.store),
      flash: Flash(localized("Store “\(written.store)” was added."), undoEntry: written.entry),
      json: written.json, status: 201)
  }

  private func respond(
    _ step: AddStoreStep, _ editing: SettingsEditing, status: Int = 200
  ) async throws -> HTTPResponse {
    try await services.pages.page(
      step.template, title: localized("Add store"), values: step.values, editing.request,
      editing.context,
      nav: Nav(.stores), formats: editing.request.method.isSafe ? ["json"] : [], status: status)
  }
}
