import ConsoleData
import HTTPKit
import JSONKit
import Support

/// What belongs to a browser that is not signed in yet: its CSRF token and where it wanted to go.
///
/// The browser keeps it, sealed, in a cookie. So there is nothing here that strangers could fill or
/// push out, and, as the browser cannot write it, nobody is sent to another site.
struct SignInForms: Sendable {
  struct Form: Sendable, Equatable {
    let csrfToken: String
    let createdAt: Timestamp
    var returnPath: String?
    /// Who showed the right password and owes a one-time code.
    var passed: Passed?
    /// What came when the session had ended, hence this form.
    var unsent: Unsent?
  }

  /// A form that was not taken, as nobody was signed in.
  struct Unsent: Sendable, Equatable {
    /// Who sent it; nil when that is not known.
    let user: String?
    /// Of the ``UnsentForm``; nil when its fields could not be kept.
    let id: String?
    /// Rows or a file for an import, which are to be sent anew where they were not kept.
    var isUpload = false

    /// The name to sign in with again; nil for who came by a one-time link.
    var name: String? { user == ConsoleData.linkUser ? nil : user }
  }

  struct Passed: Sendable, Equatable {
    let user: String
    let at: Timestamp
  }

  private static let purpose = "sign-in form"
  static let lifeSeconds = 3_600
  private static let passedSeconds = 300.0
  /// Browsers keep cookies of 4 kB at most.
  private static let returnBytesMax = 1_500

  let data: ConsoleData
  let time: any TimeSource
  let random: RandomSource

  func start() -> Form {
    Form(csrfToken: Base64.encodeForURL(random.bytes(32)), createdAt: time.now)
  }

  /// The form that one of these cookies holds, unless it is too old.
  func find(_ cookies: [String]) -> Form? {
    let now = time.now
    return cookies.prefix(4).lazy.compactMap { data.open($0, for: Self.purpose) }
      .compactMap { Form(sealed: $0) }
      .first { now.seconds(since: $0.createdAt) < Double(Self.lifeSeconds) }
  }

  /// The form for its cookie.
  func sealed(_ form: Form) -> String {
    var form = form
    // Too long to come back; the person begins at the stores.
    if let path = form.returnPath, path.utf8.count > Self.returnBytesMax { form.returnPath = nil }
    return data.seal(form.json.serializedText, for: Self.purpose)
  }

  /// Who owes a code, unless the password was typed too long ago.
  func owing(_ form: Form) -> String? {
    guard let passed = form.passed, time.now.seconds(since: passed.at) < Self.passedSeconds
    else { return nil }
    return passed.user
  }
}

extension SignInForms.Form {
  fileprivate var json: JSONValue {
    [
      "token": .string(csrfToken), "createdAt": .integer(createdAt.milliseconds),
      "returnPath": JSONValue(returnPath), "passed": passed?.json ?? .null,
      "unsent": unsent?.json ?? .null,
    ]
  }

  fileprivate init?(sealed text: String) {
    guard let json = try? JSONValue(parsing: text), let token = json["token"]?.string,
      let createdAt = json["createdAt"]?.integer
    else { return nil }
    self.init(
      csrfToken: token, createdAt: Timestamp(milliseconds: createdAt),
      returnPath: json["returnPath"]?.string,
      passed: json["passed"].flatMap(SignInForms.Passed.init),
      unsent: json["unsent"].flatMap(SignInForms.Unsent.init))
  }
}

extension SignInForms.Passed {
  fileprivate var json: JSONValue { ["user": .string(user), "at": .integer(at.milliseconds)] }

  fileprivate init?(_ json: JSONValue) {
    guard let user = json["user"]?.string, let at = json["at"]?.integer else { return nil }
    self.init(user: user, at: Timestamp(milliseconds: at))
  }
}

extension SignInForms.Unsent {
  fileprivate var json: JSONValue {
    ["user": JSONValue(user), "id": JSONValue(id), "isUpload": .bool(isUpload)]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let isUpload = json["isUpload"]?.bool else { return nil }
    self.init(user: json["user"]?.string, id: json["id"]?.string, isUpload: isUpload)
  }
}
