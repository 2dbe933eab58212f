package import Support

/// How long a server asks to wait, whatever kind of server it is.
package enum RetryAfter {
  /// In seconds; a longer wait counts as this one.
  ///
  /// Whoever is asked again after a day is not pressed, and a server that writes milliseconds, or a
  /// moment as a number, where seconds belong does not hold a store for years.
  package static let longest = 86_400.0

  /// What counts of the seconds that were told; nil for what is no number of them.
  package static func seconds(_ told: Double) -> Double? {
    told.isFinite ? min(max(0, told), longest) : nil
  }

  /// The end of a wait of `told` seconds from `now`; nil if the server named none.
  static func end(_ told: Double?, from now: Timestamp) -> Timestamp? {
    told.flatMap(seconds).map { now.adding(milliseconds: Int64(($0 * 1_000).rounded(.up))) }
  }

  /// Seconds to wait by the text of the field, in either of its forms; nil when not understood.
  ///
  /// - Parameter answeredAt: By the server's clock where it says that, so that a wrong clock here
  ///   does not matter.
  package static func seconds(_ field: String, answeredAt: Timestamp) -> Double? {
    if let told = Double(field) { return seconds(told) }
    return Timestamp(httpDate: field).flatMap { seconds($0.seconds(since: answeredAt)) }
  }
}
