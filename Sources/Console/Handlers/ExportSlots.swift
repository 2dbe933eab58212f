import HTTPKit
import Support

/// Lets everybody read one long file at a time, so that nobody keeps the readers from the others.
final class ExportSlots: Sendable {
  /// Whose export is under way.
  private let taken = Locked<Set<String>>([])

  /// Holds the place of one export until its last part was read, or nothing keeps it any more.
  final class Slot: Sendable {
    private let owner: String
    private let slots: ExportSlots
    private let isHeld = Locked(true)

    fileprivate init(_ owner: String, _ slots: ExportSlots) {
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

  /// - Throws: 429 while another export of the same person is under way.
  func take(for owner: String) throws(ConsoleError) -> Slot {
    guard taken.withLock({ $0.insert(owner).inserted }) else {
      throw ConsoleError(
        429, title: "Another export of yours is under way",
        reason:
          "One file at a time is sent to each person and token. Wait until it is here, or cancel it "
          + "in the browser, then try again. Nothing was read.",
        code: "export_running", headers: ["Retry-After": "5"])
    }
    return Slot(owner, self)
  }
}
