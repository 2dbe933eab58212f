import ConsoleData
import Localization

extension SignInHandlers.Note {
  /// What the page to sign in says of a one-time link that does not sign in.
  init(_ state: SignInLinkState) {
    switch state {
    case .used(let at):
      let time = Format.clock(at)
      self.init(
        headline: localized("This one-time link was already used."),
        detail: localized(
          "It was used at \(time) UTC. If that was not you, tell your "
            + "administrator. Sign in with your name and password."))
    case .expired:
      self.init(
        headline: localized("This one-time link has expired."),
        detail: localized(
          "Links expire after 10 minutes. Restart the server for a new one, or sign in "
            + "with your name and password."))
    case .unknown, .valid:
      self.init(
        headline: localized("This one-time link is not valid."),
        detail: localized("It may be incomplete. Sign in with your name and password."))
    }
  }
}
