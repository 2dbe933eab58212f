import ConsoleData
package import HTTPKit
import Localization

/// A failure with a page of its own: a headline, what it means, and where to go from there.
package struct ConsoleError: HTTPResponseError {
  package struct Link: Sendable, Equatable {
    package let label: String
    package let url: String

    package init(_ label: String, _ url: String) {
      self.label = label
      self.url = url
    }
  }

  package let status: Int
  /// The page's heading, such as "There is no row with this id".
  package let title: String
  package let reason: String
  /// What a page says instead of ``reason``, which programs get; nil for the same.
  package let pageReason: String?
  package let code: String
  /// Shown as buttons, the first as the primary one.
  package let links: [Link]
  package let headers: HTTPHeaders

  package init(
    _ status: Int, title: String, reason: String, pageReason: String? = nil, code: String,
    links: [Link] = [], headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.title = title
    self.reason = reason
    self.pageReason = pageReason
    self.code = code
    self.links = links
    self.headers = headers
  }
}

extension ConsoleError {
  static var signedOut: ConsoleError {
    ConsoleError(
      401, title: localized("Sign in first"),
      reason: localized(
        "Nothing was read or changed. Sign in, or send a token as “Authorization: Bearer TOKEN”."),
      code: "signed_out", headers: ["WWW-Authenticate": "Bearer"])
  }

  static var readOnly: ConsoleError {
    ConsoleError(
      403, title: localized("This console is read-only"),
      reason: localized("It was started with --read-only. Nothing was changed."),
      code: "read_only")
  }

  static var foreignPage: ConsoleError {
    ConsoleError(
      403, title: localized("This request came from another page"),
      reason: localized(
        "Another web site, or another page than the console’s own, sent this request with your "
          + "browser. Nothing was changed."),
      code: "cross_site")
  }

  static var staleForm: ConsoleError {
    ConsoleError(
      403, title: localized("This form is not valid any more"),
      reason: localized(
        "It belongs to another session or to none. Nothing was changed. Go back, reload the page "
          + "and try again."),
      code: "form_token")
  }

  static func otherStore(_ store: String) -> ConsoleError {
    ConsoleError(
      403, title: localized("This token opens one store"),
      reason: localized(
        "It was made for the store \(store) alone. Nothing was read or changed."),
      code: "forbidden", links: [.init(localized("Store \(store)"), Links.store(store))])
  }

  static func otherEntry(_ store: String) -> ConsoleError {
    ConsoleError(
      403, title: localized("This token opens one store"),
      reason: localized(
        "Of the audit it may read and undo what it did itself in the store \(store). Nothing was "
          + "read or changed."),
      code: "forbidden", links: [.init(localized("Store \(store)"), Links.store(store))])
  }

  /// - Parameter isOfValues: Of a row, of which one may be large.
  static func tooLarge(_ bytesMax: Int, isOfValues: Bool) -> ConsoleError {
    ConsoleError(
      413, title: localized("This is too much at once"),
      reason:
        localized(
          "This request may bring \(Format.bytes(bytesMax)), and brings more. Nothing was changed.")
        + sentenceSpace
        + (isOfValues
          ? localized("Large values come in with an import of the row.")
          : localized("Send it in parts.")),
      code: "too_large")
  }

  static func forbidden(_ action: ConsoleAction, _ principal: Principal) -> ConsoleError {
    let storeOfToken = action.isOpenToOneStore ? nil : principal.onlyStore
    // A higher role does not help a token of one store.
    let isOfRole = storeOfToken == nil && principal.role < action.leastRole
    let reason =
      if let store = storeOfToken {
        localized(
          "This token was made for the store \(store) alone, and settings name secrets and "
            + "addresses that are the whole console’s. Nothing was changed.")
      } else if !isOfRole {
        localized("A token may not do this. Sign in with a browser. Nothing was changed.")
      } else {
        localized(
          "This requires the \(action.leastRole.word) role; \(principal.name) has the "
            + "\(principal.role.word) role. Nothing was changed. An admin can change roles.")
      }
    return ConsoleError(
      403,
      title: isOfRole
        ? localized("You need the \(action.leastRole.word) role")
        : localized("You may not do this"),
      reason: reason, pageReason: isOfRole ? missingRole(action, principal.role) : nil,
      code: "forbidden")
  }

  private static func missingRole(_ action: ConsoleAction, _ role: Role) -> String {
    let current = localized("Your role, \(role.word), does not allow this.")
    let outcome = action.isChange ? localized("Nothing was changed.") : nil
    return [current, outcome, localized("Ask an admin to change your role.")]
      .compactMap(\.self).joinedAsSentences()
  }
}
