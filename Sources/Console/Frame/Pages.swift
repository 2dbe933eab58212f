import ConsoleData
package import HTTPKit
package import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
package import TemplateKit
import Zones

/// Makes the console's answers: pages in their frame, JSON, and the answers to actions.
package struct Pages: Sendable {
  let templates: LocalizedTemplates
  let files: StaticFiles
  let configuration: ConsoleConfiguration
  let cookies: CookieNames
  let stores: any StoreRegistry
  let data: ConsoleData
  /// False where stores cannot be added or changed.
  var hasAdministration = false
  /// False where no backups are made.
  var hasBackups = false
  /// False where nothing looks for alerts.
  var hasAlerts = false

  /// A page in the frame.
  ///
  /// - Parameters:
  ///   - template: A template that starts with `{{>frame/_top}}` and ends with
  ///     `{{>frame/_bottom}}`.
  ///   - title: What stands before "– STORE – Syncline" in the browser's title.
  ///   - formats: The other forms that this address has.
  ///   - formatQuery: Their query; nil for the page's own.
  ///   - whole: What files hold, which go over all pages of a list: `All 246 rows`.
  ///   - keepsFlash: True for a page that loads itself again, so that the next one shows the
  ///     message too.
  ///   - revise: What the message has become since it was left; nil drops it.
  package func page(
    _ template: String, title: String, values: TemplateDictionary, _ request: HTTPRequest,
    _ context: PageContext, nav: Nav, formats: [String] = ["json"],
    formatQuery: String? = nil, whole: String = localized("All rows"), status: Int = 200,
    keepsFlash: Bool = false, revise: ((Flash) async throws -> Flash?)? = nil
  ) async throws -> HTTPResponse {
    let summaries = try await summaries(context)
    let current = summaries.first { $0.info.name === nav.store }?.summary
    // For a store that the person does not see, as above the stores.
    let seen = current.flatMap { _ in nav.store }
    let figures = try await frameFigures(of: seen, context)
    let failure = seen.flatMap { figures.failure(of: $0, current) }
    let pageTitle = PageTitle(title, nav, current, isSyncFailing: failure != nil)
    var all = base(pageTitle, context)
    all.set("NAV_WORDS", ifAny: pageTitle.status)
    // What a form was answered with can't be loaded again.
    all.set("NAV_PAGE", ifAny: request.method.isSafe ? nil : Self.pageBefore(request, nav))
    all.merge(try await frame(nav, summaries, figures, context))
    if let failure, let store = nav.store {
      add(
        failure, of: store, isOnline: current?.isOnline ?? true, on: Self.address(of: request),
        context, to: &all)
    }
    all.set("PAGE_BACK", Self.pageBefore(request, nav))
    addZones(
      to: &all, request, context, store: nav.store.flatMap { stores.store($0)?.timeZone })
    assert(
      values.ownNames.isDisjoint(with: all.ownNames),
      "\(template) sets names of the frame: \(values.ownNames.intersection(all.ownNames))")
    all.merge(values)
    addFormats(
      formats, of: Self.address(of: request), query: formatQuery ?? request.rawQuery, whole,
      to: &all)
    let push = pushStep(nav.store.flatMap { stores.store($0) }, current, context)
    if let flash = try await flash(request, context, keepsIt: keepsFlash),
      let flash = if let revise { try await revise(flash) } else { flash }
    {
      all.add("FLASH", shown(flash, context, push))
    }
    let elapsed = context.started.duration(to: .now)
    all.set("RENDER_TIME", Format.duration(milliseconds: Int64(elapsed / .milliseconds(1))))
    return try html(template, all, status: status)
  }

  /// A page without the frame, such as the one to sign in.
  package func barePage(
    _ template: String, title: String, values: TemplateDictionary, _ context: PageContext,
    status: Int = 200
  ) throws -> HTTPResponse {
    var all = values
    all.merge(base(PageTitle(title, Nav(.elsewhere), nil), context))
    return try html(template, all, status: status)
  }

  package func respond(json: JSONValue, status: Int = 200) -> HTTPResponse {
    .json(json.serialized, status: status)
  }

  /// Answers an action: JSON to a program, and to a form a redirect to a page that says `flash`.
  ///
  /// - Parameters:
  ///   - path: An address from ``Links``.
  ///   - status: The status of the JSON.
  package func actionResponse(
    _ request: HTTPRequest, _ context: PageContext, redirectTo path: String, flash: Flash?,
    json: JSONValue, status: Int = 200
  ) async throws -> HTTPResponse {
    let isUnnoted = StoreAction.current?.auditState == .kept
    if request.wantsJSON {
      var response = respond(json: json, status: status)
      if isUnnoted { response.headers["Syncline-Audit"] = "pending" }
      return response
    }
    guard var flash, let session = context.principal?.session else { return .seeOther(path) }
    if isUnnoted {
      flash.detail +=
        " "
        + localized(
          "Its audit entry could not be written yet. It is kept in the store and will be "
            + "written later.")
    }
    do {
      try await data.setFlash(flash.json, session: session.id)
      return .seeOther(path)
    } catch {
      // Done all the same, so the answer has to say so, without the page that comes after it.
      guard StorageProblem(error) != nil else { throw error }
      return try barePage(
        "Frame/done-bare", title: localized("Done"),
        values: [
          "HOME_URL": Links.stores, "HEADLINE": flash.text, "TEXT": flash.detail,
          "NEXT_LINK": path,
        ],
        context)
    }
  }

  /// The request's path as browsers ask for it, without a format's ending.
  static func address(of request: HTTPRequest) -> String {
    let path = Links.below(request.rawPath)
    let ending = ".\(request.format)"
    return !request.format.isEmpty && path.hasSuffix(ending)
      ? String(path.dropLast(ending.utf8.count)) : path
  }

  private func html(
    _ template: String, _ values: TemplateDictionary, status: Int
  ) throws -> HTTPResponse {
    let page = try templates.render(template, values)
    return HTTPResponse(
      status,
      headers: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": TextCatalogue.current.language.tag,
      ],
      body: .bytes(ZonedLinks(PageZone.current)?.page(page) ?? page))
  }

  /// What every page needs, with or without the frame.
  private func base(_ title: PageTitle, _ context: PageContext) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "PAGE_TITLE": title.text,
      "CSS_URL": files.url("app.css"), "SCRIPT_URL": files.scriptURL,
      "STREAM_URL": files.url("stream.js"),
      "ICON_URL": files.url("favicon.svg"), "ICONS_URL": files.url("icons.svg"),
      "LANGUAGE": TextCatalogue.current.language.tag,
      "LANGUAGE_NAME": TextCatalogue.current.language.ownName, "VERSION": configuration.version,
      "REQUEST_ID": context.requestID, "PAGE_ZONE": PageZone.current.shown.name,
      "ZONE_COOKIE": cookies.zone,
      "ZONE_COOKIE_PATH": configuration.prefix.isEmpty ? "/" : configuration.prefix,
    ]
    values.set("THEME", ifAny: context.theme == .system ? nil : context.theme.rawValue)
    return values
  }

  /// Where a button of the frame leads back to: the page, unless a form was sent to its address.
  private static func pageBefore(_ request: HTTPRequest, _ nav: Nav) -> String {
    if request.method.isSafe { return Links.below(request.target) }
    return nav.store.map { Links.store($0) } ?? Links.stores
  }

  /// A button that pushes all that is pending; nil where nothing can be pushed now.
  func pushStep(
    _ store: StoreInfo?, _ summary: StoreSummary?, _ context: PageContext
  ) -> NextStep? {
    guard let store, let summary, store.problem == nil, summary.isOnline,
      summary.counts.sendable > 0, context.may(.syncRun)
    else { return nil }
    return NextStep(
      PushLabel.short(summary.counts.sendable), Links.push(store.name), sending: [])
  }

  /// The session's flash, which is forgotten then; only a page that people see uses it up.
  private func flash(
    _ request: HTTPRequest, _ context: PageContext, keepsIt: Bool
  ) async throws -> Flash? {
    guard request.method == .get, !request.isByPage, let session = context.principal?.session,
      let flash = session.flash.flatMap(Flash.init)
    else { return nil }
    do {
      if !keepsIt { try await data.setFlash(nil, session: session.id) }
    } catch {
      // Better shown twice than a page that is not shown.
      guard StorageProblem(error) != nil else { throw error }
    }
    return flash
  }

  /// - Parameter push: Offered by a message of changed rows.
  private func shown(
    _ flash: Flash, _ context: PageContext, _ push: NextStep?
  ) -> TemplateDictionary {
    var shown: TemplateDictionary = [
      "FLASH_TEXT": flash.text, "FLASH_DETAIL": flash.detail, "FLASH_KIND": flash.kind.rawValue,
    ]
    // Who did it may take it back: the message is for nobody else.
    // What a run is sending can't be taken back.
    if let entry = flash.undoEntry, flash.push == nil, context.may(.viewSave) {
      shown.add(
        "FLASH_UNDO",
        ["FLASH_UNDO_URL": Links.undo(entry), "FLASH_UNDO_ENTRY": "\(entry)"])
    }
    for step in (flash.offersPush ? [push].compactMap(\.self) : []) + flash.steps {
      var values: TemplateDictionary = ["FLASH_URL": step.url, "FLASH_LABEL": step.label]
      guard let fields = step.fields else {
        shown.add("FLASH_LINK", values)
        continue
      }
      values.add("FLASH_FIELD", list: fields.map { ["NAME": $0.name, "VALUE": $0.value] })
      shown.add("FLASH_ACTION", values)
    }
    return shown
  }
}
