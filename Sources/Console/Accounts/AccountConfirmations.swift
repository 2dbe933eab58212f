import ConsoleData
import HTTPKit
import JSONKit
import Support
import TemplateKit

/// The questions before users, tokens and codes are taken away; asking changes nothing.
struct AccountConfirmations: Sendable {
  let services: ConsoleServices

  @Sendable func removal(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (user, sessions) = try await services.user(request)
    let tokens = try await services.data.tokens(of: user.name).map(\.name)
    return try await answer(
      .removal(of: user, sessions: sessions, tokens: tokens),
      [
        "user": user.json, "sessions": .integer(Int64(sessions)),
        "tokens": .array(tokens.map { .string($0) }),
      ], request, context)
  }

  @Sendable func codesOff(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (user, sessions) = try await services.user(request)
    // One's own take a code, which is asked for there.
    if user.name === context.principal?.session?.user, !request.wantsJSON {
      return .seeOther(Links.account)
    }
    return try await answer(
      .codesOff(of: user, sessions: sessions),
      ["user": user.json, "sessions": .integer(Int64(sessions))], request, context)
  }

  @Sendable func revocation(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let id = try request.number("id")
    guard let token = try await services.data.tokens().first(where: { $0.id == id }) else {
      throw AccountRefusal.noSuchToken(id)
    }
    return try await answer(
      .revocation(of: token), ["token": token.json], request, context)
  }

  private func answer(
    _ page: ConfirmAccountPage, _ json: JSONValue, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    if request.wantsJSON { return services.pages.respond(json: json) }
    var values = page.values
    values.show("MAY_EDIT", if: context.may(.userEdit))
    return try await services.pages.page(
      ConfirmAccountPage.template, title: page.question, values: values, request, context,
      nav: Nav(.users), formats: [])
  }
}

extension ConsoleServices {
  /// The user that the path names, with the number of open sessions.
  func user(_ request: HTTPRequest) async throws -> (User, sessions: Int) {
    let name = request.parameter("name")
    guard let user = try await data.users().first(where: { $0.name === name }) else {
      throw ConsoleDataError.unknownUser(name)
    }
    return (user, try await data.sessions(of: name).count)
  }
}

extension HTTPRequest {
  /// True when a program asks, or a form that comes from the page with the question.
  var isConfirmedAction: Bool {
    guard !hasJSONBody, !body.isEmpty || !wantsJSON else { return true }
    return (try? form()["confirmed"]) != nil
  }
}
