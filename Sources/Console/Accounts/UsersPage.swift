import ConsoleData
import HTTPKit
import Localization
import Support
import TemplateKit

/// Who may come in: users, tokens for scripts, and the sessions that are open.
struct UsersPage {
  static let template = "Accounts/users"
  static let addIDs: UTF8Dictionary<String> = [
    "name": "u-name", "role": "u-role", "password": "u-pass",
  ]
  static let tokenIDs: UTF8Dictionary<String> = [
    "name": "k-name", "role": "k-role", "store": "k-store", "days": "k-days",
  ]
  static let proofIDs: UTF8Dictionary<String> = ["password": "c-pass"]

  let users: [User]
  let tokens: [APIToken]
  let sessions: [Session]
  let stores: [String]
  let context: PageContext
  /// Only users, tokens and sessions with this text are listed.
  var text: String?
  /// A form of this page that was refused.
  var refused: InvalidForm?

  private var mayEdit: Bool { context.may(.userEdit) }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["SUBTITLE": subtitle]
    values.set(
      refused: refused,
      ids: [Self.addIDs, Self.tokenIDs, Self.proofIDs].flatMap(\.values))
    addSearch(to: &values)
    // A user's number is that among all of them: so a form of a role is told from the others.
    values.add(
      "PERSON",
      list: users.enumerated().filter { $0.element.contains(text) }
        .map { row($0.element, $0.offset) })
    values.show("NOBODY", if: users.isEmpty)
    values.show("MAY_ADD", if: mayEdit)
    values.set("USER_SPAN", mayEdit ? "6" : "5")
    values.set("TOKEN_SPAN", mayEdit ? "8" : "7")
    values.add("KEY", list: tokens.filter { $0.contains(text) }.map(row))
    values.show("NO_KEY", if: tokens.isEmpty)
    values.add(
      "SESSION",
      list: sessions.filter { $0.contains(text) }.map { SessionsHandlers.row($0, context) })
    values.show("MAY_END_ANY", if: context.may(.sessionEnd))
    values.show("ON_USERS")
    let isConfirmed = context.principal?.isConfirmed(at: context.now) ?? false
    values.add(
      "UNCONFIRMED",
      list: isConfirmed || !mayEdit ? [] : [["CONFIRM_URL": Links.account("confirm")]])
    values.add("ADD_USER", list: mayEdit ? [userForm] : [])
    values.add("ADD_KEY", list: mayEdit ? [tokenForm] : [])
    return values
  }

  // MARK: - Search

  /// How many there are of each, and how many of them are listed.
  private var subtitle: String {
    func part(_ lines: [some Searchable], _ count: String) -> String {
      guard text != nil else { return count }
      return localized("\(Format.number(lines.count { $0.contains(text) })) of \(count)")
    }
    let parts = [
      part(users, Format.count(users.count, "user")),
      part(tokens, Format.count(tokens.count, "token")),
      part(sessions, Format.count(sessions.count, "open session")),
    ]
    return parts.joinedAsSentence()
  }

  private func addSearch(to values: inout TemplateDictionary) {
    let filter = ListFilter(
      name: localized("Users and tokens"), path: Links.users, items: QueryItems(), text: text,
      label: localized("Search users, tokens and sessions"),
      hint: localized("Search users and tokens"), cleared: text == nil ? nil : Links.users)
    filter.add(to: &values)
    values.set("CLEAR_LINK", Links.users)
    func add(_ section: String, _ lines: [some Searchable]) {
      let isNone = !lines.isEmpty && !lines.contains { $0.contains(text) }
      values.set(section, ifAny: isNone ? text : nil)
    }
    add("NO_USERS", users)
    add("NO_TOKENS", tokens)
    add("NO_SESSIONS", sessions)
    values.set("SESSION_SPAN", context.may(.sessionEnd) ? "7" : "6")
  }

  // MARK: - Forms

  private var userForm: TemplateDictionary {
    var form: TemplateDictionary = [
      "USERS_URL": Links.users, "U_NAME": refused?.typed("u-name") ?? "",
    ]
    form.add("ROLE_CHOICE", list: roles(refused?.typed("u-role")))
    return form
  }

  private var tokenForm: TemplateDictionary {
    var form: TemplateDictionary = [
      "API_TOKENS_URL": Links.apiTokens, "K_NAME": refused?.typed("k-name") ?? "",
    ]
    form.add("ROLE_CHOICE", list: roles(refused?.typed("k-role")))
    let store = refused?.typed("k-store")
    form.add("STORE_CHOICE", list: stores.map { Self.choice($0, $0 == store) })
    let days = refused?.typed("k-days")
    form.add(
      "DAYS_CHOICE",
      list: Self.days.map { value, words in
        var choice = Self.choice(words, value == days)
        choice.set("VALUE", value)
        return choice
      })
    return form
  }

  private static var days: [(value: String, words: String)] {
    [
      ("30", localized("30 days")), ("90", localized("90 days")), ("365", localized("1 year")),
      ("never", localized("No expiration")),
    ]
  }

  private func roles(_ chosen: String?) -> [TemplateDictionary] {
    let chosen = chosen.flatMap(Role.init(rawValue:)) ?? .viewer
    return Role.allCases.map { Self.choice($0.rawValue, $0 == chosen) }
  }

  private static func choice(_ word: String, _ isChosen: Bool) -> TemplateDictionary {
    var choice: TemplateDictionary = ["CHOICE": word]
    choice.show("CHOSEN", if: isChosen)
    return choice
  }

  // MARK: - Lines

  /// The field of a user's role.
  static func roleID(_ index: Int) -> String { "r-\(index)" }

  private func row(_ user: User, _ index: Int) -> TemplateDictionary {
    let id = Self.roleID(index)
    var row: TemplateDictionary = [
      "NAME": user.name, "INITIALS": user.name.initials,
      "ROLE_URL": Links.user(user.name, action: "role"), "ROLE_ID": id,
      "ROLE_WORD": user.role.word,
      "PASSWORD_URL": Links.user(user.name, action: "password"),
      "REMOVE_URL": Links.user(user.name, action: "remove"),
    ]
    row.show("MAY_EDIT", if: mayEdit)
    row.show("MAY_LOOK", if: !mayEdit)
    var codes: TemplateDictionary = ["CODES_URL": Links.userSecondFactorRemoval(user.name)]
    // Once more: a section sees the names of the place where it was shown.
    codes.show("MAY_EDIT", if: mayEdit)
    row.add("CODES", list: user.hasSecondFactor ? [codes] : [])
    row.show("NO_CODES", if: !user.hasSecondFactor)
    let isWrong = refused?.fieldID == id
    row.add("ROLE_ERROR", list: isWrong ? [["TEXT": refused?.error.reason ?? ""]] : [])
    row.add("ROLE_CHOICE", list: roles(isWrong ? refused?.typed(id) : user.role.rawValue))
    row.set(time: "CREATED", user.createdAt, now: context.now)
    row.addTime("SIGNED_IN", user.signedInAt, context)
    return row
  }

  private func row(_ token: APIToken) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "NAME": token.name, "KEY_ROLE": token.role.word, "BY": token.createdBy.actorName,
      "KEY_STORE": token.store ?? localized("all"),
      "REVOKE_URL": Links.revokeToken(token.id),
    ]
    row.show("MAY_EDIT", if: mayEdit)
    row.set(time: "CREATED", token.createdAt, now: context.now)
    row.addTime("USED", token.usedAt, context)
    row.set("KEY_LIMIT", ifAny: Self.limit(token))
    row.show("OVER", if: token.isEnded || token.expiresAt.map { $0 <= context.now } ?? false)
    row.addTime("EXPIRES", token.expiresAt, context)
    return row
  }
}

extension UsersPage {
  /// What the token's maker keeps it from; nil where it may do all that its role says.
  fileprivate static func limit(_ token: APIToken) -> String? {
    let (maker, makersRole) = (token.createdBy, token.currentRole.word)
    if token.isEnded { return localized("no longer works: \(maker) was removed") }
    guard token.currentRole < token.role else { return nil }
    return localized("limited to \(makersRole), the role of \(maker)")
  }
}

extension User: Searchable {
  var texts: [String] { [name, role.rawValue, role.word] }
}

extension APIToken: Searchable {
  var texts: [String] { [name, role.rawValue, role.word, createdBy, store ?? ""] }
}

extension Session: Searchable {
  var texts: [String] {
    [user, role.rawValue, role.word, address, agent, UserAgent(text: agent).words]
  }
}

extension ConsoleServices {
  /// The page Users, also in place of the answer to a form of it that was refused.
  func usersPage(
    _ request: HTTPRequest, _ context: PageContext, refused: InvalidForm? = nil
  ) async throws -> HTTPResponse {
    let page = UsersPage(
      users: try await data.users(), tokens: try await data.tokens(),
      sessions: try await data.sessions(), stores: stores.stores.map(\.name), context: context,
      text: try ListFilter.text(in: try request.query()), refused: refused)
    return try await pages.page(
      UsersPage.template, title: localized("Users and tokens"), values: page.values, request,
      context,
      nav: Nav(.users), refused: refused)
  }
}
