import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// Who may sign in, with which role, by password or by token.
struct UsersHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    if request.wantsJSON {
      let data = services.data
      let text = try ListFilter.text(in: try request.query())
      let own = context.principal?.session?.id
      return services.pages.respond(json: [
        "users": .array(try await data.users().filter { $0.contains(text) }.map(\.json)),
        "tokens": .array(try await data.tokens().filter { $0.contains(text) }.map(\.json)),
        "sessions": .array(
          try await data.sessions().filter { $0.contains(text) }
            .map { $0.json(isOwn: $0.id == own) }),
      ])
    }
    return try await services.usersPage(request, context)
  }

  // MARK: - Actions

  @Sendable func add(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = body.text("name") ?? ""
    return try await services.change(
      "user \(name), added", request, context, ids: UsersPage.addIDs
    ) {
      let role = try body.role()
      try await services.data.addUser(name, role: role, password: body.text("password") ?? "")
      let word = JSONValue.string(role.rawValue)
      let added = try await services.data.users().first { $0.name === name }
      return AccountChange(
        text: localized("User \(name) added."), json: ["name": .string(name), "role": word],
        undo: added.map { .addedUser(name, at: $0.createdAt, role: role) }, after: ["role": word])
    }
  }

  @Sendable func setRole(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = request.parameter("name")
    let users = try await services.data.users()
    let index = users.firstIndex { $0.name === name }
    let ids = index.map { UTF8Dictionary([("role", UsersPage.roleID($0))]) }
    return try await services.change("role of \(name)", request, context, ids: ids) {
      let role = try body.role()
      let was = index.map { users[$0].role }
      let json: JSONValue = ["name": .string(name), "role": .string(role.rawValue)]
      let roleName = role.word
      guard role != was else {
        return AccountChange(
          text: localized("\(name) already has the \(roleName) role; nothing was changed."),
          json: json)
      }
      try await services.data.setRole(role, of: name)
      let limited = try await services.data.tokens(of: name).count { $0.role > role }
      let tokens = Format.count(limited, "API token")
      return AccountChange(
        text: limited == 0
          ? localized("Role of \(name) set to \(roleName). \(name) must sign in again.")
          : localized(
            "Role of \(name) set to \(roleName). \(name) must sign in again, and \(tokens) of "
              + "\(name) are limited to that role."),
        json: json, undo: was.map { .role($0, left: role, user: name) },
        before: ["role": JSONValue(was?.rawValue)], after: ["role": json["role"] ?? nil])
    }
  }

  @Sendable func setPassword(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = request.parameter("name")
    let again = { (error: any HTTPResponseError) in
      try await passwordPage(request, context, error)
    }
    return try await services.change(
      "password of \(name)", request, context, refused: again
    ) {
      try await services.data.setPassword(body.text("password") ?? "", of: name)
      return AccountChange(
        text: localized("Password of \(name) changed. \(name) must sign in again."),
        json: ["name": .string(name)])
    }
  }

  /// Says what a new password means before it is set: nothing brings the old one back.
  @Sendable func askPassword(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    if request.wantsJSON {
      let (user, sessions) = try await services.user(request)
      return services.pages.respond(json: [
        "user": user.json, "sessions": .integer(Int64(sessions)),
      ])
    }
    return try await passwordPage(request, context, nil)
  }

  private func passwordPage(
    _ request: HTTPRequest, _ context: PageContext, _ error: (any HTTPResponseError)?
  ) async throws -> HTTPResponse {
    let (user, sessions) = try await services.user(request)
    let name = user.name
    let refused = error.map { InvalidForm($0, request, ids: ["password": "n-pass"]) }
    let ended = Format.count(sessions, "open session ends", "open sessions end")
    var values: TemplateDictionary = [
      "NAME": name, "USERS_URL": Links.users,
      "ENDS": sessions == 0
        ? localized("\(name) has no open sessions.")
        : localized("\(name) is signed out immediately: \(ended)."),
      "PASSWORD_URL": Links.user(name, action: "password"),
      "BUTTON": localized("Change password of \(name)"),
    ]
    values.show("MAY_EDIT", if: context.may(.userEdit))
    values.set(refused: refused, ids: ["n-pass"])
    return try await services.pages.page(
      "Accounts/user-password", title: localized("Change password of \(name)"), values: values,
      request,
      context,
      nav: Nav(.users), refused: refused)
  }

  @Sendable func remove(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let name = request.parameter("name")
    guard request.isConfirmedAction else {
      return .seeOther(Links.user(name, action: "remove"))
    }
    return try await services.change("user \(name), removed", request, context) {
      let was = try await services.data.users().first { $0.name === name }?.role
      let tokens = try await services.data.tokens(of: name).map { JSONValue.string($0.name) }
      let removal = try await services.data.removeUser(name)
      var before: JSONObject = ["role": JSONValue(was?.rawValue)]
      if !tokens.isEmpty { before["tokens"] = .array(tokens) }
      let ended = Format.count(tokens.count, "API token")
      return AccountChange(
        text: tokens.isEmpty
          ? localized("User \(name) removed and signed out.")
          : localized(
            "User \(name) removed and signed out; \(ended) of \(name) no longer work."),
        json: ["name": .string(name)], undo: .user(name, removal: removal),
        before: .object(before))
    }
  }
}

extension User {
  var json: JSONValue {
    [
      "name": .string(name), "role": .string(role.rawValue),
      "createdAt": .string(createdAt.description),
      "signedInAt": signedInAt.map { .string($0.description) } ?? nil,
      "secondFactor": .bool(hasSecondFactor),
    ]
  }
}

extension APIToken {
  var json: JSONValue {
    [
      "id": .integer(id), "name": .string(name), "role": .string(role.rawValue),
      "createdAt": .string(createdAt.description), "createdBy": .string(createdBy),
      "usedAt": usedAt.map { .string($0.description) } ?? nil,
      "expiresAt": JSONValue(expiresAt), "store": JSONValue(store),
      "currentRole": isEnded ? nil : .string(currentRole.rawValue),
    ]
  }
}
