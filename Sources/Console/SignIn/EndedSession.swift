import ConsoleData
import HTTPKit
import Support

/// What becomes of a request that came with a session that has ended: nothing is done, and a form's
/// fields are kept until its sender has signed in again, files excepted.
struct EndedSession: Sendable {
  let services: ConsoleServices

  /// Where signing in leads, and what the page to sign in says about what was sent.
  struct Return: Sendable, Equatable {
    /// Below the console's prefix; nil leads to the stores.
    var path: String?
    /// A form that was not sent on; nil for a page.
    var form: SignInForms.Unsent?
  }

  /// An upload may be this long to be kept: a form that is sent again is short, and longer encoded.
  static let uploadBytesMax = 256 << 10

  func way(back request: HTTPRequest) async throws -> Return {
    guard request.method == .post else { return Return(path: request.target) }
    // The form of an upload stands where it is sent to.
    let page = pageOfForm(request) ?? (request.isUpload ? request.rawPath : nil)
    guard let fields = fields(of: request), let sender = try await sender(of: request) else {
      return Return(path: page, form: .init(user: nil, id: nil, isUpload: request.isUpload))
    }
    let id = services.unsentForms.put(
      UnsentForm(path: request.rawPath, fields: fields, back: page), of: sender)
    return Return(path: page, form: .init(user: sender, id: id))
  }

  /// Whose form this is: of the session that the browser names, or of one that was ended in another
  /// tab.
  private func sender(of request: HTTPRequest) async throws -> String? {
    if let session = try await session(of: request),
      try CSRFToken.isValid(in: request, for: session.csrfToken)
    {
      return session.user
    }
    return try services.closedSessions.user(ofFormIn: request)
  }

  /// Room for a short upload whose session has ended, which would not be read otherwise; nil for any
  /// other.
  func room(for head: HTTPRequest) async throws -> UploadedForm? {
    guard let length = head.announcedBytes, length <= Self.uploadBytesMax,
      let user = try await userWithoutSession(head)
    else { return nil }
    let file = try services.imports.file(of: user, announced: length, now: services.time.now)
    return UploadedForm(file, contentType: head.headers["Content-Type"] ?? "")
  }

  /// Whose session has ended; one that was ended in another tab is not named any more, but the browser
  /// is known.
  private func userWithoutSession(_ head: HTTPRequest) async throws -> String? {
    if let session = try await session(of: head) { return session.user }
    guard head.cookies(services.cookies.session).isEmpty,
      let browser = services.knownBrowser(head)
    else { return nil }
    return services.closedSessions.user(among: browser.users)
  }

  /// Nil where a file was chosen, too, or the form is broken.
  private func fields(of request: HTTPRequest) -> QueryItems? {
    guard let upload = request.upload else {
      return request.contentType == "application/x-www-form-urlencoded" ? try? request.form() : nil
    }
    var fields = QueryItems()
    for part in upload.parts ?? [] {
      guard part.fileName?.isEmpty != false else { return nil }
      guard part.fileName == nil else { continue }
      guard let bytes = try? upload.file.read(at: part.range.lowerBound, limit: part.range.count),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      fields.add(part.name, text)
    }
    return fields.isEmpty ? nil : fields
  }

  /// The session that the browser still names, though it has ended.
  func session(of request: HTTPRequest) async throws -> Session? {
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
