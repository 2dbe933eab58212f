import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// Tokens for scripts: made, shown once, revoked.
struct APITokenHandlers: Sendable {
  let services: ConsoleServices

  /// Answers the POST itself with the page that shows the secret: it is stored nowhere, so there is
  /// no address to redirect to.
  @Sendable func add(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = body.text("name") ?? ""
    let target = "API token \(name), created"
    let secret: String
    let made: AccountChange
    AuditIntent.current?.record.target = target
    do {
      let (role, days, store) = (try body.role(), try days(body), try store(body))
      secret = try await services.data.addToken(
        name, role: role, by: context.who, days: days, store: store,
        maker: context.principal?.session.flatMap { $0.isByLink ? nil : $0.user })
      let added = try await services.data.tokens().first { $0.name === name }
      made = AccountChange(
        text: "", json: nil, undo: added.map { .addedToken(name, id: $0.id) },
        after: [
          "role": .string(role.rawValue), "store": JSONValue(store),
          "days": days.map { .integer(Int64($0)) } ?? nil,
        ])
    } catch let error as any HTTPResponseError {
      return try await services.change(target, request, context, ids: UsersPage.tokenIDs) {
        throw error
      }
    }
    let entry = try await services.note(target, context, .done, nil, made)
    if request.wantsJSON {
      return services.pages.respond(
        json: ["name": .string(name), "token": .string(secret)], status: 201)
    }
    let values: TemplateDictionary = [
      "NAME": name, "SECRET": secret, "USERS_URL": Links.users, "UNDO_URL": Links.undo(entry),
    ]
    return try await services.pages.page(
      "Accounts/api-token", title: localized("API token \(name)"), values: values, request, context,
      nav: Nav(.users),
      formats: [])
  }

  /// How long the token is good; nil until it is revoked.
  private func days(_ body: ActionBody) throws -> Int? {
    let given = body.json?["days"]
    let number = given?.integer.map { "\($0)" }
    let text = body.form?["days"] ?? given?.string ?? number
    guard let text, !text.isEmpty, text != "never" else { return nil }
    guard let days = Int(text), (1...3_650).contains(days) else {
      throw FieldError("days", AccountRefusal.wrongDays(text))
    }
    return days
  }

  private func store(_ body: ActionBody) throws -> String? {
    guard let name = body.text("store"), !name.isEmpty else { return nil }
    guard services.stores.store(name) != nil else {
      throw FieldError("store", AccountRefusal.noSuchStore(name))
    }
    return name
  }

  @Sendable func revoke(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let id = try request.number("id")
    guard request.isConfirmedAction else { return .seeOther(Links.revokeToken(id)) }
    let name = try await services.data.tokens().first { $0.id == id }?.name ?? "\(id)"
    return try await services.change("API token \(name), revoked", request, context) {
      guard let removal = try await services.data.revokeToken(id) else {
        throw AccountRefusal.noSuchToken(id)
      }
      return AccountChange(
        text: localized("API token \(name) revoked."), json: ["id": .integer(id)],
        undo: .token(name, removal: removal))
    }
  }
}
