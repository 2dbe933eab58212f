import CZone
public import Support

/// A time zone: what clocks show there at a moment, and which moment a clock means.
///
/// A reading of a clock is a ``Timestamp`` at which a clock of UTC shows the same.
public struct Zone: Sendable, Equatable {
  /// As the time zone database names it, such as `Europe/Berlin`.
  public let name: String
  /// Nil for UTC, which needs no rules.
  private let rules: Rules?

  public static let utc = Zone(name: "UTC", rules: nil)

  init(name: String, rules: Rules?) {
    self.name = name
    self.rules = rules
  }

  public var isUTC: Bool { rules == nil }

  public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  /// Seconds that clocks are ahead of UTC.
  public func offset(at moment: Timestamp) -> Int64 {
    rules?.offset(at: moment.wholeSecondsSinceEpoch) ?? 0
  }

  /// What clocks show at `moment`.
  public func reading(at moment: Timestamp) -> Timestamp {
    rules == nil ? moment : moment.adding(seconds: offset(at: moment))
  }

  /// The moment at which clocks show `reading`.
  ///
  /// Of a time that clocks show twice, as summer time ends, the first is meant. A time that they
  /// skip, as summer time begins, is as long after the change as it says: in a night in which 3:00
  /// follows 1:59, 2:30 means 3:30.
  public func moment(showing reading: Timestamp) -> Timestamp {
    guard let rules else { return reading }
    let local = reading.wholeSecondsSinceEpoch
    return reading.adding(seconds: rules.moment(showing: local) - local)
  }

  /// Whether clocks show `reading` twice, so that only an offset says which moment is meant.
  public func showsTwice(_ reading: Timestamp) -> Bool {
    rules?.showsTwice(reading.wholeSecondsSinceEpoch) ?? false
  }
}

/// Rules that the library keeps as long as the program runs.
///
/// `@unchecked`: what the pointer leads to never changes, and any thread may read it.
struct Rules: @unchecked Sendable {
  private let pointer: OpaquePointer

  init?(path: String) {
    guard let pointer = czone_load(path) else { return nil }
    self.pointer = pointer
  }

  func offset(at seconds: Int64) -> Int64 { Int64(czone_offset(pointer, seconds)) }

  func moment(showing local: Int64) -> Int64 { czone_moment(pointer, local) }

  func showsTwice(_ local: Int64) -> Bool { czone_is_repeated(pointer, local) != 0 }
}
