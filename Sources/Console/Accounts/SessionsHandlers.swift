import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// One's own sessions: where one is signed in, and signing out there.
struct SessionsHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let sessions = try await services.data.sessions(of: context.who)
    if request.wantsJSON {
      let own = context.principal?.session?.id
      return services.pages.respond(json: [
        "sessions": .array(sessions.map { $0.json(isOwn: $0.id == own) })
      ])
    }
    let (who, openSessions) = (context.who.actorName, Format.count(sessions.count, "open session"))
    let owned = localized("\(who) has \(openSessions).")
    let ends = localized("A session ends after 12 hours, or after 30 minutes of inactivity.")
    var values: TemplateDictionary = ["SUBTITLE": [owned, ends].joinedAsSentences()]
    values.add(
      "OTHERS",
      list: sessions.count > 1 && context.may(.sessionEnd)
        ? [["OTHERS_URL": Links.endOtherSessions, "OTHERS": "\(sessions.count - 1)"]] : [])
    values.add("SESSION", list: sessions.map { Self.row($0, context) })
    values.show("MAY_END_ANY", if: context.may(.sessionEnd))
    return try await services.pages.page(
      "Accounts/sessions", title: localized("Sessions"), values: values, request, context,
      nav: Nav(.sessions))
  }

  /// Ends one's own session; an admin may end any.
  @Sendable func end(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = request.parameter("id")
    let isAdmin = context.may(.userEdit)
    let sessions = try await services.data.sessions(of: isAdmin ? nil : context.who)
    guard let number = Int64(id), let session = sessions.first(where: { $0.id == number }),
      try await services.end(session)
    else {
      throw ConsoleError(
        404, title: localized("Session not found"),
        reason: localized("Session \(id) has ended, or it is not yours."),
        code: "no_such_session", links: [.init(localized("Sessions"), Links.sessions)])
    }
    try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.sessionEnd.rawValue,
        target: "session \(number)", requestID: context.requestID))
    let back = try request.form()["back"] == "users" && isAdmin ? Links.users : Links.sessions
    return try await services.pages.actionResponse(
      request, context, redirectTo: back, flash: Flash(localized("Session ended.")),
      json: ["id": .integer(number)])
  }

  /// For somebody who left a browser open elsewhere.
  @Sendable func endOthers(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let session = try context.ownSession
    let others = try await services.data.sessions(of: session.user)
    let ended = try await services.data.endOtherSessions(than: session.id, of: session.user)
    for other in others where other.id != session.id { services.closedSessions.add(other) }
    try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.sessionEnd.rawValue,
        target: "all other sessions", count: ended, requestID: context.requestID))
    let sessions = Format.count(ended, "session")
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.sessions,
      flash: Flash(localized("\(sessions) ended.")),
      json: ["ended": .integer(Int64(ended))])
  }

  static func row(_ session: Session, _ context: PageContext) -> TemplateDictionary {
    let (header, browser) = (session.agent, UserAgent(text: session.agent).words)
    var row: TemplateDictionary = [
      "NAME": session.user.actorName, "SESSION_ROLE": session.role.word,
      "ADDRESS": session.address, "AGENT": header.isEmpty ? "–" : browser,
      "END_URL": Links.endSession(session.id),
    ]
    row.set("USER_AGENT", ifAny: header == browser ? nil : header)
    row.set(time: "CREATED", session.createdAt, now: context.now)
    row.set(time: "SEEN", session.seenAt, now: context.now)
    let isThisOne = session.id == context.principal?.session?.id
    var end: TemplateDictionary = [:]
    end.show("THIS_ONE", if: isThisOne)
    end.show("ANOTHER", if: !isThisOne)
    row.add("MAY_END", list: context.may(.sessionEnd) ? [end] : [])
    return row
  }
}

extension Session {
  /// Without its secrets.
  ///
  /// - Parameter isOwn: The session of who asks.
  func json(isOwn: Bool) -> JSONValue {
    [
      "id": .integer(id), "current": .bool(isOwn), "user": .string(user),
      "role": .string(role.rawValue),
      "address": .string(address), "agent": .string(agent),
      "createdAt": .string(createdAt.description), "seenAt": .string(seenAt.description),
    ]
  }
}
