import HTTPKit
import Localization
import Support
import TemplateKit

/// Asks a person to show the password again before something that a browser left open must not do.
struct ReauthenticationRequired: HTTPResponseError {
  /// What takes the password.
  enum Subject: Equatable {
    /// Users and API tokens.
    case accounts
    /// How a store reaches its server, with which secrets.
    case server
    /// Removing a store, and undoing a change of stores or their settings.
    case stores
  }

  /// Nil where that is not known, as with a password that turned out to be wrong.
  var subject: Subject?
  /// What is wrong with what was shown; nil while nothing was.
  var problem: (any HTTPResponseError)?
  /// What differs in how a store reaches its server; empty where that is not what it is about.
  var changes: [SettingsChanges.Change] = []

  var status: Int { problem?.status ?? 403 }
  var code: String { "unconfirmed" }
  var headers: HTTPHeaders { problem?.headers ?? HTTPHeaders() }

  var reason: String {
    if let problem { return problem.reason }
    return switch subject {
    case .accounts:
      localized(
        "Enter your password again to change users and API tokens. Nothing was changed.")
    case .server:
      localized(
        "Enter your password again to change the server or its secret. Nothing was changed.")
    case .stores:
      localized(
        "Enter your password again to remove stores or undo settings. Nothing was changed.")
    case nil: localized("Enter your password again to continue. Nothing was changed.")
    }
  }
}

extension ReauthenticationRequired.Subject {
  /// Nil for what is brought back without a password.
  init?(undoOf kept: UndoableChange) {
    switch kept.action {
    case .userEdit: self = .accounts
    case .storeEdit: self = .stores
    default: return nil
    }
  }
}

extension PageContext {
  /// Refuses a session whose person has not shown the password for a while.
  func demandProof(
    of subject: ReauthenticationRequired.Subject, changes: [SettingsChanges.Change] = []
  ) throws {
    guard principal?.isConfirmed(at: now) != true else { return }
    throw ReauthenticationRequired(subject: subject, changes: changes)
  }
}

/// A form that waits until the person showed the password, with what was typed in it.
///
/// It goes to where the first one went, with the password in a field of its own.
struct ReauthenticationPage {
  static let template = "SignIn/reauthenticate"
  static var title: String { localized("Confirm your password") }
  /// Where the form has the password of who sends it.
  static let field = "_password"
  private static let fieldID = "own-pass"

  let request: HTTPRequest
  let form: QueryItems
  let error: ReauthenticationRequired

  var values: TemplateDictionary {
    let what = words
    var values: TemplateDictionary = [
      "WHAT": what, "BUTTON": what, "ACTION": Links.below(request.rawPath),
      "BACK_LINK": backLink,
    ]
    values.set("WHY", why)
    values.set(kept: form, showing: isOfSettings ? error.changes.map(Self.fact) : nil)
    values.show("BEGIN", if: error.problem == nil)
    values.set(
      refused: error.problem.map {
        InvalidForm(FieldError(Self.field, $0), request, ids: [Self.field: Self.fieldID])
      }, ids: [Self.fieldID])
    return values
  }

  /// Where the form stood.
  var nav: Nav {
    switch first {
    case "undo": Nav(.audit)
    case "s": Nav(store: request.parameters["store"], .settings)
    case "stores": Nav(.stores)
    default: Nav(.users)
    }
  }

  private var first: Substring? { request.rawPath.split(separator: "/").first }

  private var isOfSettings: Bool {
    first == "stores" || first == "s" && request.rawPath.hasSuffix("/settings")
  }

  private var why: String {
    switch error.subject {
    case .accounts: localized("Changing users and API tokens requires your password.")
    case .server:
      localized(
        "Changing the server or its secret requires your password, because credentials are "
          + "sent there.")
    case .stores: localized("Removing a store and undoing settings require your password.")
    case nil: localized("This requires your password.")
    }
  }

  private static func fact(_ change: SettingsChanges.Change) -> ResubmittedValue {
    let none = localized("none")
    return ResubmittedValue(
      name: change.label, value: "\(change.before ?? none) → \(change.after ?? none)")
  }

  private var backLink: String {
    switch first {
    case "undo": Links.audit
    case "s": Links.below(request.rawPath)
    case "stores": Links.stores
    default: Links.users
    }
  }

  /// What the form does, as its button says it.
  private var words: String {
    let parts = request.rawPath.split(separator: "/").map {
      PercentEncoding.decode(String($0)) ?? String($0)
    }
    let name = form["name"] ?? ""
    if form["do"] == "probe" { return localized("Test connection") }
    // The store or the user whose address it is.
    let subject = parts.dropFirst().first ?? ""
    switch (parts.first, parts.count, parts.last) {
    case ("stores", _, _): return localized("Add store \(name)")
    case ("s", 3, "remove"): return localized("Remove store \(subject)")
    case ("s", 3, "settings"): return localized("Save settings of \(subject)")
    case ("undo", _, let entry?): return localized("Undo entry \(entry)")
    case ("users", 1, _): return localized("Add user \(name)")
    case ("users", 2, "tokens"): return localized("Create API token \(name)")
    case ("users", 4, "revoke"): return localized("Revoke API token")
    case ("users", 4, _): return localized("Turn off two-factor authentication of \(subject)")
    case ("users", 3, "role"): return localized("Save role of \(subject)")
    case ("users", 3, "password"): return localized("Change password of \(subject)")
    case ("users", 3, "remove"): return localized("Remove user \(subject)")
    default: return localized("Continue")
    }
  }
}
