import ConsoleData
import HTTPKit

/// What becomes of a request that came with a session that has ended: nothing is done, and a form's
/// fields are kept until its sender has signed in again.
struct EndedSession: Sendable {
  let services: ConsoleServices

  /// Where signing in leads, and what the page to sign in says about what was sent.
  struct Return: Sendable, Equatable {
    /// Below the console's prefix; nil leads to the stores.
    var path: String?
    /// A form that was not sent on; nil for a page.
    var form: SignInForms.Unsent?
  }

  func way(back request: HTTPRequest) async throws -> Return {
    guard request.method == .post else { return Return(path: request.target) }
    let page = pageOfForm(request)
    guard let session = try await session(of: request),
      request.contentType == "application/x-www-form-urlencoded",
      let fields = try? request.form(), FormToken.isValid(in: request, for: session.formToken)
    else { return Return(path: page, form: .init(user: nil, id: nil)) }
    let id = services.unsentForms.put(
      UnsentForm(path: request.rawPath, fields: fields, back: page), of: session.user)
    return Return(path: page, form: .init(user: session.user, id: id))
  }

  /// The session that the browser still names, though it has ended.
  private func session(of request: HTTPRequest) async throws -> Session? {
    for secret in request.cookies(services.cookies.session).prefix(4) {
      if let session = try await services.data.endedSession(withSecret: secret) { return session }
    }
    return nil
  }

  /// The page of this console that the form stood on.
  func pageOfForm(_ request: HTTPRequest) -> String? {
    guard let host = request.headers["Host"], let referer = request.headers["Referer"] else {
      return nil
    }
    for scheme in ["http", "https"] {
      let start = "\(scheme)://\(host)\(Links.prefix)"
      guard referer.hasPrefix(start) else { continue }
      let path = String(referer.dropFirst(start.count))
      return isOwnPath(path) && !path.hasPrefix("/login") ? path : nil
    }
    return nil
  }
}
