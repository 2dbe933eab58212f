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

  /// Who it was, for the pages: whoever came by a one-time link has no name, and neither have the
  /// programs of the console, whose names no user can have.
  var actorName: String {
    if self === ConsoleData.linkUser { return localized("one-time link") }
    if self === Scheduler.name { return localized("schedule", context: "who started a run") }
    if self === LiveCenter.name { return localized("live", context: "who started a run") }
    return self
  }
}
