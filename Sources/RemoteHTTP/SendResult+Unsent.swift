internal import Localization
package import SyncCore

extension SendResult {
  package static var cancelledUnsent: SendResult {
    SendResult(.unreachable(localized("cancelled before it was sent")))
  }

  /// A change that can't be sent as it is; `reason` is a whole sentence.
  package static func unsendable(_ reason: String) -> SendResult {
    SendResult(.refused, answer: ServerAnswer(status: 0, message: reason))
  }
}
