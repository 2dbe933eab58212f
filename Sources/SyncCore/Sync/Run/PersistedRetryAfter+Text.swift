internal import Localization
package import Support

extension PersistedRetryAfter {
  /// What a pause means for runs that begin now, as a sentence.
  package static func effect(until: Timestamp, at now: Timestamp) -> String {
    until.seconds(since: now) <= SyncContext.pauseMax
      ? localized("New runs wait until then.")
      : localized("New runs end at once without contacting the server.")
  }
}
