import HTTPKit
import JSONKit
import TemplateKit

/// Asks a person to show the password again before users, tokens, or where secrets go are changed.
struct ProofNeeded: HTTPResponseError {
  /// What is wrong with what was shown; nil while nothing was.
  var problem: (any HTTPResponseError)?
  /// What differs in how a store reaches its server; empty where that is not what it is about.
  var changes: [Change] = []

  struct Change: Equatable {
    /// As the configuration calls it, such as `apiKeyEnv`.
    var name: String
    /// Nil for none.
    var before: String?
    var after: String?
  }

  static func changes(from old: JSONObject, to new: JSONObject) -> [Change] {
    let words: (JSONValue?) -> String? = { $0.map { $0.string ?? $0.serializedText } }
    let names = new.map(\.name) + old.map(\.name).filter { new[$0] == nil }
    return names.filter { old[$0] != new[$0] }
      .map { Change(name: $0, before: words(old[$0]), after: words(new[$0])) }
  }

  var status: Int { problem?.status ?? 403 }
  var code: String { "unconfirmed" }
  var headers: HTTPHeaders { problem?.headers ?? HTTPHeaders() }

  var reason: String {
    problem?.reason
      ?? "You signed in a while ago, and \(about) only by who shows the password again. Nothing was "
      + "changed."
  }

  private var about: String {
    changes.isEmpty
      ? "users and tokens are changed" : "another server, or another secret for it, is named"
  }
}

/// A form that waits until the person showed the password, with what was typed in it.
///
/// It goes to where the first one went, with the password in a field of its own.
struct ProofPage {
  static let template = "prove"
  static let title = "Show that it is you"
  /// Where the form has the password of who sends it.
  static let field = "_password"
  private static let fieldID = "own-pass"

  let request: HTTPRequest
  let form: QueryItems
  let error: ProofNeeded

  var values: TemplateDictionary {
    let what = words
    var values: TemplateDictionary = [
      "WHAT": what, "BUTTON": what, "ACTION": Links.below(request.rawPath),
      "BACK_LINK": backLink,
    ]
    values.set(
      "WHY",
      isOfStore
        ? "Another server, or another secret for it, takes your password again: what this program "
          + "knows is sent there."
        : "Changing users and tokens takes your password again.")
    values.set(kept: form, showing: isOfStore ? error.changes.map(Self.fact) : nil)
    values.show("BEGIN", if: error.problem == nil)
    values.set(
      refused: error.problem.map {
        RefusedForm(FieldError(Self.field, $0), request, ids: [Self.field: Self.fieldID])
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

  private var isOfStore: Bool { first == "s" || first == "stores" }

  private static func fact(_ change: ProofNeeded.Change) -> (name: String, value: String) {
    (change.name, "\(change.after ?? "none"), before \(change.before ?? "none")")
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
    if form["do"] == "probe" { return "Test the connection" }
    switch (parts.first, parts.count, parts.last) {
    case ("stores", _, _): return "Add the store \(name)"
    case ("s", 3, "settings"): return "Save the settings of \(parts[1])"
    case ("undo", _, let entry?): return "Undo entry \(entry)"
    case ("users", 1, _): return "Add the user \(name)"
    case ("users", 2, "tokens"): return "Make the token \(name)"
    case ("users", 4, "revoke"): return "Revoke the token"
    case ("users", 4, _): return "Turn off the one-time codes of \(parts[1])"
    case ("users", 3, "role"): return "Set the role of \(parts[1])"
    case ("users", 3, "password"): return "Set the password of \(parts[1])"
    case ("users", 3, "remove"): return "Remove the user \(parts[1])"
    default: return "Go on"
    }
  }
}
