import HTTPKit
import Localization
import Support

/// Limits a kind of long request to one at a time, per owner or per thing that it changes.
final class ConcurrencyLimiter: Sendable {
  /// Whose is under way: a person's or a token's, or the number of what it is done to.
  private let taken = Locked<UTF8Set>([])
  private let refusal: @Sendable () -> ConsoleError

  /// - Parameter refusal: What the second one is told.
  init(refusal: @escaping @autoclosure @Sendable () -> ConsoleError) { self.refusal = refusal }

  /// Holds the place until it is given back, or nothing keeps it any more.
  final class Slot: Sendable {
    private let owner: String
    private let slots: ConcurrencyLimiter
    private let isHeld = Locked(true)

    fileprivate init(_ owner: String, _ slots: ConcurrencyLimiter) {
      self.owner = owner
      self.slots = slots
    }

    func release() {
      let wasHeld = isHeld.withLock { held in
        defer { held = false }
        return held
      }
      if wasHeld { slots.taken.withLock { _ = $0.remove(owner) } }
    }

    deinit { release() }
  }

  /// - Throws: The refusal while another one of the same owner is under way.
  func take(for owner: String) throws(ConsoleError) -> Slot {
    guard taken.withLock({ $0.insert(owner).inserted }) else { throw refusal() }
    return Slot(owner, self)
  }
}

extension ConsoleError {
  static var exportRunning: ConsoleError {
    ConsoleError(
      429, title: localized("Another export of yours is under way"),
      reason: localized(
        "One file at a time is sent to each person and token. Wait until it is here, or cancel it "
          + "in the browser, then try again. Nothing was read."),
      code: "export_running", headers: ["Retry-After": "5"])
  }

  static var undoRunning: ConsoleError {
    ConsoleError(
      409, title: localized("This is being taken back already"),
      reason: localized(
        "Another request takes the same entry back just now, such as a second press of the button. "
          + "What comes of it stands in the audit; this one changed nothing."),
      code: "undo_under_way", links: [.init(localized("Audit"), Links.audit)])
  }

  static var previewRunning: ConsoleError {
    ConsoleError(
      429, title: localized("Another preview of yours is under way"),
      reason: localized(
        "One preview at a time asks the server for each person and token, for half a minute at "
          + "most. Wait until it is here, then try again. Nothing was sent."),
      code: "preview_running", headers: ["Retry-After": "5"])
  }
}
