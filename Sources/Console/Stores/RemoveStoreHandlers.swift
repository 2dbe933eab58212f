import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Taking a store out of the console, and bringing it back.
struct RemoveStoreHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/remove"

  @Sendable func ask(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try services.storeInfo(request)
    _ = try services.requiredAdministration()
    let counts = await counts(of: store)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "store": .string(store.name), "counts": counts?.json ?? .null,
        "unsent": counts.map { .integer(Int64($0.queued)) } ?? .null,
      ])
    }
    return try await ask(store, counts, request, context)
  }

  /// Nil for a store whose file cannot be used, which can be removed all the same.
  private func counts(of store: StoreInfo) async -> StoreCounts? {
    let summary = await services.stores.standing(of: store.name)
    return summary.trouble == nil ? summary.counts : nil
  }

  private static func headline(_ unsent: Int?) -> String {
    switch unsent {
    case nil:
      return localized(
        "The store’s file cannot be read, so the number of pending changes is unknown.")
    case 0?: return localized("The store’s file is moved aside, not deleted.")
    case let unsent?:
      let changes = Format.count(unsent, "change")
      return unsent == 1
        ? localized("\(changes) of this store has not been pushed.")
        : localized("\(changes) of this store have not been pushed.")
    }
  }

  private func ask(
    _ store: StoreInfo, _ counts: StoreCounts?, _ request: HTTPRequest, _ context: PageContext,
    wrong typed: String? = nil
  ) async throws -> HTTPResponse {
    let unsent = counts?.queued
    let number = { (count: Int?) in count.map { Format.number($0) } ?? localized("unknown") }
    var page = ConfirmActionPage(
      facts: context.facts(store, .storeEdit),
      question: localized("Remove store \(store.name) from this console?"),
      headline: Self.headline(unsent),
      text: localized(
        "Its settings are removed from the configuration file, and its file moves to "
          + "stores/removed in the data directory, with rows, queue and history. The server is not "
          + "changed. You can undo this in the audit log."),
      action: Links.removeStore(store.name), button: localized("Remove store \(store.name)"),
      backLink: Links.settings(store.name), backName: localized("Settings"))
    page.isDangerous = unsent != 0
    page.problem = typed.map { _ in Self.problem(store) }
    page.known = [
      (localized("Server"), store.remoteURL),
      (localized("Rows here"), number(counts.map { $0.live + $0.deleted })),
      (localized("Pending operations"), number(counts?.pending)),
      (localized("Rejected and in conflict"), number(counts?.needYou)),
    ]
    page.input = ConfirmActionPage.Input(
      label: localized("Type \(store.name) to confirm"), name: "confirm", value: typed ?? "",
      hint: unsent == 0
        ? localized("Other programs using this data directory lose the store too.")
        : localized("Its pending changes are not pushed while it is removed."),
      isWrong: typed != nil)
    return try await services.pages.page(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .settings), formats: [], status: typed == nil ? 200 : 422)
  }

  private static func problem(_ store: StoreInfo) -> String {
    localized("Nothing was removed: type \(store.name) to confirm.")
  }

  @Sendable func remove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try services.storeInfo(request)
    let administration = try services.requiredAdministration()
    let body = try ActionBody(request)
    let counts = await counts(of: store)
    guard body.text("confirm")?.trimmed == store.name else {
      guard !request.wantsJSON else { throw HTTPError(422, Self.problem(store)) }
      return try await ask(store, counts, request, context, wrong: body.text("confirm") ?? "")
    }
    if let why = administration.whyLocked { throw ConsoleError.locked(administration.file, why) }
    try context.demandProof(of: .stores)
    AuditIntent.current?.record.target = AuditRecord.storeRemoved
    let removed = try await services.data.keepingIntent {
      try await administration.remove(store.name)
    }
    let entry = try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.storeEdit.rawValue,
        store: store.name, target: AuditRecord.storeRemoved,
        count: counts.map { $0.live + $0.deleted },
        reason: body.text("reason"), before: .object(removed.settings), undo: removed.json,
        requestID: context.requestID))
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.stores,
      flash: Flash(
        localized("Store \(store.name) removed."),
        detail: removed.file.map { file in localized("Its file was moved to \(file).") }
          ?? localized("It had no file."),
        undoEntry: entry),
      json: [
        "removed": .string(store.name), "file": JSONValue(removed.file), "undo": .integer(entry),
      ])
  }
}
