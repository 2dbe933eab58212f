import ConsoleData
import HTTPKit
import JSONKit
import Support
import TemplateKit

/// Who may sign in, with which role, by password or by token.
struct UsersHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/users", .userView, list),
      .post("/users", .userEdit, ["name": .text, "role": .text, "password": .text], add),
      .post("/users/{name}/role", .userEdit, ["role": .text], setRole),
      .post("/users/{name}/password", .userEdit, ["password": .text], setPassword),
      .post("/users/{name}/remove", .userEdit, remove),
    ]
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let users = try await services.data.users()
    let tokens = try await services.data.tokens()
    let sessions = try await services.data.sessions()
    if request.wantsJSON {
      return services.pages.respond(json: [
        "users": .array(users.map(\.json)), "tokens": .array(tokens.map(\.json)),
        "sessions": .array(sessions.map(\.json)),
      ])
    }
    var values: TemplateDictionary = [
      "USERS_URL": Links.users, "API_TOKENS_URL": Links.apiTokens,
      "SUBTITLE": "\(Format.count(users.count, "user")), \(Format.count(tokens.count, "token")), "
        + "\(Format.count(sessions.count, "open session")).",
    ]
    values.add("PERSON", list: users.map { row($0, context) })
    values.show("NOBODY", if: users.isEmpty)
    values.add("KEY", list: tokens.map { row($0, context) })
    values.show("NO_KEY", if: tokens.isEmpty)
    values.add("SESSION", list: sessions.map { SessionsHandlers.row($0, context) })
    values.show("ON_USERS")
    let isConfirmed = context.principal?.isConfirmed(at: context.now) ?? false
    values.add(
      "UNCONFIRMED", list: isConfirmed ? [] : [["CONFIRM_URL": Links.account("confirm")]])
    values.add(
      "STORE_CHOICE", list: services.stores.stores.map { ["CHOICE": $0.name] as TemplateDictionary }
    )
    values.add("ROLE_CHOICE", list: roleChoices(.viewer))
    return try await services.pages.page(
      "users", title: "Users", values: values, request, context, nav: Nav(.users))
  }

  private func row(_ user: User, _ context: PageContext) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "NAME": user.name, "ROLE_URL": Links.user(user.name, action: "role"),
      "PASSWORD_URL": Links.user(user.name, action: "password"),
      "REMOVE_URL": Links.user(user.name, action: "remove"),
    ]
    row.add(
      "CODES",
      list: user.hasSecondFactor ? [["CODES_URL": Links.userSecondFactorRemoval(user.name)]] : [])
    row.show("NO_CODES", if: !user.hasSecondFactor)
    row.add("ROLE_CHOICE", list: roleChoices(user.role))
    row.set(time: "CREATED", user.createdAt, now: context.now)
    row.addTime("SIGNED_IN", user.signedInAt, context)
    return row
  }

  private func row(_ token: APIToken, _ context: PageContext) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "NAME": token.name, "KEY_ROLE": token.role.rawValue, "BY": token.createdBy,
      "KEY_STORE": token.store ?? "all",
      "REVOKE_URL": Links.revokeToken(token.id),
    ]
    row.set(time: "CREATED", token.createdAt, now: context.now)
    row.addTime("USED", token.usedAt, context)
    row.show("OVER", if: token.expiresAt.map { $0 <= context.now } ?? false)
    row.addTime("EXPIRES", token.expiresAt, context)
    return row
  }

  private func roleChoices(_ chosen: Role) -> [TemplateDictionary] {
    Role.allCases.map { role in
      var choice: TemplateDictionary = ["CHOICE": role.rawValue]
      choice.show("CHOSEN", if: role == chosen)
      return choice
    }
  }

  // MARK: - Actions

  @Sendable func add(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = body.text("name") ?? ""
    return try await services.change("user \(name), added", request, context) {
      let role = try body.role()
      try await services.data.addUser(name, role: role, password: body.text("password") ?? "")
      let word = JSONValue.string(role.rawValue)
      return AccountChange(
        text: "\(name) can sign in now", json: ["name": .string(name), "role": word],
        after: ["role": word])
    }
  }

  @Sendable func setRole(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = request.parameter("name")
    return try await services.change("role of \(name)", request, context) {
      let role = try body.role()
      let was = try await services.data.users().first { $0.name == name }?.role
      let json: JSONValue = ["name": .string(name), "role": .string(role.rawValue)]
      guard role != was else {
        return AccountChange(
          text: "\(name) was \(role.rawValue) before; nothing was changed", json: json)
      }
      try await services.data.setRole(role, of: name)
      return AccountChange(
        text: "The role of \(name) is \(role.rawValue) now; \(name) has to sign in again",
        json: json, before: ["role": JSONValue(was?.rawValue)], after: ["role": json["role"] ?? nil]
      )
    }
  }

  @Sendable func setPassword(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let name = request.parameter("name")
    return try await services.change("password of \(name)", request, context) {
      try await services.data.setPassword(body.text("password") ?? "", of: name)
      return AccountChange(
        text: "\(name) has a new password and has to sign in again", json: ["name": .string(name)])
    }
  }

  @Sendable func remove(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let name = request.parameter("name")
    guard request.isConfirmedAction else {
      return .seeOther(Links.user(name, action: "remove"))
    }
    return try await services.change("user \(name), removed", request, context) {
      let was = try await services.data.users().first { $0.name == name }?.role
      let removal = try await services.data.removeUser(name)
      return AccountChange(
        text: "\(name) is removed and signed out", json: ["name": .string(name)],
        undo: .user(name, removal: removal), before: ["role": JSONValue(was?.rawValue)])
    }
  }
}

extension TemplateDictionary {
  /// Shows the section NAME with NAME_AT, or the section NAME_NEVER.
  mutating func addTime(_ name: String, _ time: Timestamp?, _ context: PageContext) {
    show("\(name)_NEVER", if: time == nil)
    guard let time else { return add(name, list: []) }
    var shown: TemplateDictionary = [:]
    shown.set(relativeTime: "\(name)_AT", time, now: context.now)
    add(name, shown)
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
    ]
  }
}
