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
        "Each user or API token can download one file at a time. Wait until the other "
          + "download is done, or cancel it in the browser, then try again. Nothing was read."),
      code: "export_running", headers: ["Retry-After": "5"])
  }

  static var undoRunning: ConsoleError {
    ConsoleError(
      409, title: localized("Undo already in progress"),
      reason: localized(
        "Another request, such as a second click, is undoing the same entry. The audit "
          + "log shows its result. This request changed nothing."),
      code: "undo_under_way", links: [.init(localized("Audit"), Links.audit)])
  }

  static var previewRunning: ConsoleError {
    ConsoleError(
      429, title: localized("Another preview of yours is under way"),
      reason: localized(
        "Each user or API token can run one preview against the server at a time, for "
          + "at most 30 seconds. Wait until it is done, then try again. Nothing was sent."),
      code: "preview_running", headers: ["Retry-After": "5"])
  }
}
