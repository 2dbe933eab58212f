import ConsoleData
import Localization
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
  private static var howItComesBack: String {
    let days = ConsoleData.removalDaysMax
    return localized("You can undo this for \(days) days, here or in the audit log.")
  }

  /// - Parameter tokens: The names of the API tokens that end with the user.
  static func removal(of user: User, sessions: Int, tokens: [String]) -> ConfirmAccountPage {
    let name = user.name
    let kept = localized("Audit entries, saved views and staged changes of \(name) are kept.")
    return ConfirmAccountPage(
      question: localized("Remove user \(name)?"),
      headline: localized("\(name) is signed out immediately and can no longer sign in."),
      text: [kept, howItComesBack].joinedAsSentences(),
      facts: facts(user, sessions: sessions) + [
        (
          localized("API tokens that stop working"),
          tokens.isEmpty ? localized("none") : tokens.joinedAsList()
        )
      ],
      action: Links.user(name, action: "remove"), button: localized("Remove user \(name)"))
  }

  static func codesOff(of user: User, sessions: Int) -> ConfirmAccountPage {
    let name = user.name
    return ConfirmAccountPage(
      question: localized("Turn off two-factor authentication for \(name)?"),
      headline: localized("\(name) can then sign in with the password alone."),
      text: localized(
        "Use this when both the phone and the recovery codes are lost. \(name) is signed out "
          + "and can set it up again under Account. This cannot be undone."),
      facts: facts(user, sessions: sessions),
      action: Links.userSecondFactorRemoval(name),
      button: localized("Turn off for \(name)"))
  }

  static func revocation(of token: APIToken) -> ConfirmAccountPage {
    let (name, maker) = (token.name, token.createdBy.actorName)
    let created = Format.full(token.createdAt)
    return ConfirmAccountPage(
      question: localized("Revoke API token \(name)?"),
      headline: localized("Scripts that use it lose access immediately."),
      text: howItComesBack,
      facts: [
        (localized("Role"), token.role.word),
        (localized("Store"), token.store ?? localized("all stores")),
        (localized("Created"), localized("\(created) by \(maker)")),
        (localized("Last used"), token.usedAt.map { Format.full($0) } ?? localized("never")),
      ],
      action: Links.revokeToken(token.id), button: localized("Revoke API token \(name)"))
  }

  private static func facts(
    _ user: User, sessions: Int
  ) -> [(name: String, value: String)] {
    [
      (localized("Role"), user.role.word), (localized("Open sessions"), "\(sessions)"),
      (localized("Last signed in"), user.signedInAt.map { Format.full($0) } ?? localized("never")),
      (
        localized("Two-factor authentication"),
        user.hasSecondFactor ? localized("on") : localized("off")
      ),
    ]
  }
}
