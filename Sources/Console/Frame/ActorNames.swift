import ConsoleData
import Localization
import Support

extension String {
  /// `ML` of `Mira Lindqvist`; empty for a schedule or an API token, which are not people.
  var initials: String {
    guard self != Scheduler.name, self != "–", !hasPrefix("token ") else { return "" }
    return actorName.split { !$0.isLetter && !$0.isNumber }.prefix(2)
      .map { $0.prefix(1).uppercased() }.joined()
  }

  /// Who it was, for the pages: whoever came by a one-time link has no name.
  var actorName: String { self === ConsoleData.linkUser ? localized("one-time link") : self }
}
