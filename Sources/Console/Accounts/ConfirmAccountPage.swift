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
    "You can undo this for \(ConsoleData.removalDaysMax) days, here or in the audit log."

  /// - Parameter tokens: The names of the API tokens that end with the user.
  static func removal(of user: User, sessions: Int, tokens: [String]) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Remove user \(user.name)?",
      headline: "\(user.name) is signed out immediately and can no longer sign in.",
      text:
        "Audit entries, saved views and staged changes of \(user.name) are kept. "
        + howItComesBack,
      facts: facts(user, sessions: sessions) + [
        ("API tokens that stop working", tokens.isEmpty ? "none" : tokens.joined(separator: ", "))
      ],
      action: Links.user(user.name, action: "remove"), button: "Remove user \(user.name)")
  }

  static func codesOff(of user: User, sessions: Int) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Turn off two-factor authentication for \(user.name)?",
      headline: "\(user.name) can then sign in with the password alone.",
      text:
        "Use this when both the phone and the recovery codes are lost. \(user.name) is signed out "
        + "and can set it up again under Account. This cannot be undone.",
      facts: facts(user, sessions: sessions),
      action: Links.userSecondFactorRemoval(user.name),
      button: "Turn off for \(user.name)")
  }

  static func revocation(of token: APIToken) -> ConfirmAccountPage {
    ConfirmAccountPage(
      question: "Revoke API token \(token.name)?",
      headline: "Scripts that use it lose access immediately.",
      text: howItComesBack,
      facts: [
        ("Role", token.role.rawValue), ("Store", token.store ?? "all stores"),
        ("Created", "\(Format.full(token.createdAt)) by \(token.createdBy)"),
        ("Last used", token.usedAt.map { Format.full($0) } ?? "never"),
      ],
      action: Links.revokeToken(token.id), button: "Revoke API token \(token.name)")
  }

  private static func facts(
    _ user: User, sessions: Int
  ) -> [(name: String, value: String)] {
    [
      ("Role", user.role.rawValue), ("Open sessions", "\(sessions)"),
      ("Last signed in", user.signedInAt.map { Format.full($0) } ?? "never"),
      ("Two-factor authentication", user.hasSecondFactor ? "on" : "off"),
    ]
  }
}
