extension String {
  /// `ML` of `Mira Lindqvist`; empty for a schedule or an API token, which are not people.
  var initials: String {
    self == Scheduler.name || self == "–" || hasPrefix("token ") ? "" : Pages.initials(of: self)
  }
}
