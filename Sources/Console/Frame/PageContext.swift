package import ConsoleData
package import HTTPKit
import Localization
package import Support

/// What a handler knows about the request beside the request: who asks, and how the page looks.
package struct PageContext: Sendable {
  package enum Theme: String, Sendable, CaseIterable {
    case system, light, dark

    var label: String {
      switch self {
      case .system: localized("System")
      case .light: localized("Light")
      case .dark: localized("Dark")
      }
    }
  }

  /// Nil on the few pages that need no signing in.
  package internal(set) var principal: Principal?
  /// True where the console was started to be looked at only.
  package let isReadOnly: Bool
  package let theme: Theme
  package let requestID: String
  /// The address of the other end.
  package let address: String
  /// When the request came.
  package let now: Timestamp
  package let started: ContinuousClock.Instant
  let random: RandomSource
  let found = RequestCache()
  /// The session's new id, for the cookie, once this request renewed it.
  let renewedSession = Locked<String?>(nil)

  /// For the audit; a dash when nobody is signed in.
  package var who: String { principal?.name ?? "–" }

  package var role: Role? { principal?.role }

  /// Whose saved views and staged changes are shown.
  var owner: String { principal?.owner ?? "" }

  /// Goes into every form as `_token`, other words on every page; empty for a token, which needs none.
  package var csrfToken: String {
    principal?.session.map { CSRFToken.masked($0.csrfToken, random) } ?? ""
  }

  /// Goes as `_key` into the forms that make something, other words on every page.
  var formKey: String { hexadecimal(random.bytes(16)) }

  /// Whether this person may know of the store at all.
  package func sees(_ store: String) -> Bool { principal?.onlyStore.map { $0 == store } ?? true }

  /// Whether this person may do this here; pages leave out what may not be done, and it is asked
  /// again before it is done.
  package func may(_ action: ConsoleAction) -> Bool {
    principal?.may(action) == true && !(isReadOnly && action.isChange)
  }

  /// What keeps this person from `action`, to stand behind a colon; nil when nothing does.
  func whyNot(_ action: ConsoleAction) -> String? {
    guard !may(action) else { return nil }
    return principal?.may(action) == true
      ? localized("this console is read-only")
      : localized("you need the \(action.leastRole.word) role")
  }

  /// Refuses what may not be done.
  func demand(_ action: ConsoleAction) throws(ConsoleError) {
    guard !may(action) else { return }
    guard let principal else { throw .signedOut }
    throw principal.may(action) ? .readOnly : .forbidden(action, principal)
  }
}

/// A handler of the console: what it answers to one request of one person.
extension Role {
  /// What people call it.
  var word: String {
    switch self {
    case .viewer: localized("viewer")
    case .operate: localized("operator")
    case .admin: localized("admin")
    }
  }
}

package typealias ConsoleHandler = @Sendable (HTTPRequest, PageContext) async throws -> HTTPResponse

/// One line of the console's route table.
package struct ConsoleRoute: Sendable {
  enum Access: Sendable, Equatable {
    /// Needs no signing in.
    case open
    case action(ConsoleAction)
  }

  let method: HTTPMethod
  let pattern: String
  let access: Access
  /// What a JSON body may hold; anything else is refused, as a misspelt member would widen the action.
  var members: UTF8Dictionary<Shape> = [:]
  /// True above the stores where a token of one store sees no more than it may.
  var isOpenToOneStore = false
  /// True where a form may bring files along.
  var takesFiles = false
  /// True where such a form goes to the disk rather than into memory.
  var takesUploads = false
  /// The forms that this page has beside HTML and JSON.
  var files: UTF8Set = []
  let handler: ConsoleHandler

  /// The same route, also for tokens of one store.
  func openToOneStore() -> ConsoleRoute {
    var route = self
    route.isOpenToOneStore = true
    return route
  }

  /// The same list, also as a file of rows.
  var asFiles: ConsoleRoute {
    var route = self
    route.files = ["csv", "ndjson"]
    return route
  }

  /// The same address, whose content is a CSV file.
  var asCSV: ConsoleRoute {
    var route = self
    route.files = ["csv"]
    return route
  }

  /// The same action, whose form may bring files along.
  var acceptingFiles: ConsoleRoute {
    var route = self
    route.takesFiles = true
    return route
  }

  /// The same action, whose form may bring a file that does not fit into memory.
  var acceptingUploads: ConsoleRoute {
    var route = acceptingFiles
    route.takesUploads = true
    return route
  }

  /// A page that `action` allows to see.
  static func get(
    _ pattern: String, _ action: ConsoleAction = .storeOpen, _ handler: @escaping ConsoleHandler
  ) -> ConsoleRoute {
    ConsoleRoute(method: .get, pattern: pattern, access: .action(action), handler: handler)
  }

  /// An action; the CSRF token, the role and the kind of body are checked before the handler runs.
  ///
  /// - Parameter members: What a JSON body may hold.
  static func post(
    _ pattern: String, _ action: ConsoleAction, _ members: UTF8Dictionary<Shape>,
    _ handler: @escaping ConsoleHandler
  ) -> ConsoleRoute {
    ConsoleRoute(
      method: .post, pattern: pattern, access: .action(action), members: members, handler: handler)
  }

  /// An action that needs no more than its address; a JSON body may hold nothing.
  static func post(
    _ pattern: String, _ action: ConsoleAction, _ handler: @escaping ConsoleHandler
  ) -> ConsoleRoute {
    post(pattern, action, [:], handler)
  }

  static func open(
    _ method: HTTPMethod, _ pattern: String, _ handler: @escaping ConsoleHandler
  ) -> ConsoleRoute {
    ConsoleRoute(method: method, pattern: pattern, access: .open, handler: handler)
  }
}
