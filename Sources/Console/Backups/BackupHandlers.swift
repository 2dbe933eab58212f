import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

/// The list of backups, and making one now.
struct BackupHandlers: Sendable {
  private static let backupsShown = 50

  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let center = try center()
    let text = try ListFilter.text(in: request.query())
    let page = BackupsPage(
      settings: center.settings, running: await center.running,
      backups: try await services.data.backups(text: text, limit: Self.backupsShown), text: text,
      mayMake: context.may(.backupMake), now: context.now)
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    return try await services.pages.page(
      BackupsPage.template, title: localized("Backups"), values: page.values, request, context,
      nav: Nav(.backups))
  }

  @Sendable func make(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let isNew = try await center().start(
      for: BackupCenter.Requester(
        who: context.who, address: context.address, requestID: context.requestID))
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.backups,
      flash: isNew
        ? nil
        : Flash(
          localized("A backup was already in progress."),
          detail: localized("No second one was started."), kind: .warn),
      json: ["started": .bool(isNew), "url": .string(Links.backups)], status: 202)
  }

  private func center() throws -> BackupCenter {
    guard let center = services.backups else {
      throw HTTPError(404, localized("This console makes no backups. Use: syncline backup DIR"))
    }
    return center
  }
}

extension ConsoleServices {
  /// The last backup, if it failed.
  func failedBackup(_ last: BackupRecord?) -> BackupRecord? {
    backups == nil || last?.failure == nil ? nil : last
  }
}
