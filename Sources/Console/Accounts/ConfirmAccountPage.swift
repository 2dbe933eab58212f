import ConsoleData
import TemplateKit

/// Asks before a user, a token or somebody's one-time codes are taken away.
struct ConfirmAccountPage {
  static let template = "Accounts/confirm-account"

  var question: String
  var headline: String
  var text: String
  var facts: [(name: String, value: String)]
  var action: String
  var button: String

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "QUESTION": question, "HEADLINE": headline, "TEXT": text, "ACTION": action,
      "BUTTON": button, "BACK_LINK": Links.users,
    ]
    values.add("FACT", list: facts.map { ["NAME": $0.name, "VALUE": $0.value] })
    return values
  }
}

extension ConfirmAccountPage {
  /// How long and how something can be had back.
  private static let howItComesBack =
    "For \(ConsoleData.removalDaysMax) days Undo, here or in the audit, brings it back as it was."

  /// - Parameter tokens: The names of the API tokens that end with the user.
  static func removal(of user: User, sessions: Int, tokens: [String]) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Remove the user \(user.name)?",
      headline: "\(user.name) is signed out at once and cannot sign in any more.",
      text:
        "What \(user.name) did stays in the audit, and saved views and staged changes are kept. "
        + howItComesBack,
      facts: facts(user, sessions: sessions) + [
        ("Tokens that stop working", tokens.isEmpty ? "none" : tokens.joined(separator: ", "))
      ],
      action: Links.user(user.name, action: "remove"), button: "Remove 1 user, \(user.name)")
  }

  static func codesOff(of user: User, sessions: Int) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Turn the one-time codes of \(user.name) off?",
      headline: "From now on the password alone signs \(user.name) in.",
      text:
        "For somebody who lost the phone and the recovery codes. \(user.name) is signed out, and "
        + "the codes are gone: they are set up anew under Account. This cannot be taken back.",
      facts: facts(user, sessions: sessions),
      action: Links.userSecondFactorRemoval(user.name),
      button: "Turn off 1 user’s codes, \(user.name)")
  }

  static func revocation(of token: APIToken) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Revoke the token \(token.name)?",
      headline: "Scripts that use it are refused from the next request on.",
      text: howItComesBack,
      facts: [
        ("Role", token.role.rawValue), ("Store", token.store ?? "all stores"),
        ("Made", "\(Format.full(token.createdAt)) by \(token.createdBy)"),
        ("Last used", token.usedAt.map { Format.full($0) } ?? "never"),
      ],
      action: Links.revokeToken(token.id), button: "Revoke 1 token, \(token.name)")
  }

  private static func facts(
    _ user: User, sessions: Int
  ) -> [(name: String, value: String)] {
    [
      ("Role", user.role.rawValue), ("Open sessions", "\(sessions)"),
      ("Last signed in", user.signedInAt.map { Format.full($0) } ?? "never"),
      ("One-time codes", user.hasSecondFactor ? "on" : "off"),
    ]
  }
}
