import Support

/// Failures of the server on one operation that were answered alike, one after the other.
///
/// A server that fails on its own account may succeed the next time; one that fails in the same way
/// every time does so because of the change, such as an unknown column of a fixed table.
struct RepeatedFailures: Sendable, Hashable {
  /// So many equal failures make an error for a person.
  static let countMax = 5

  private(set) var status: Int?
  private(set) var message: String?
  private(set) var count = 0

  init() {}

  /// - Parameter attempts: Of earlier runs, oldest first.
  init(_ attempts: [AttemptInfo]) {
    for attempt in attempts where attempt.wasSent {
      if attempt.outcome == SendOutcome.failed.name {
        add(status: attempt.status, message: attempt.ownMessage)
      } else {
        self = RepeatedFailures()
      }
    }
  }

  var isPermanent: Bool { count >= Self.countMax }

  /// Such as `500 (“No such column”)`.
  var answer: String {
    let status = status.map(String.init) ?? "with a failure"
    return message.map { "\(status) (“\($0.asRemark)”)" } ?? status
  }

  mutating func add(_ result: SendResult) {
    guard case .failed = result.outcome else {
      self = RepeatedFailures()
      return
    }
    add(status: result.answer?.status, message: result.answer?.message)
  }

  private mutating func add(status: Int?, message: String?) {
    if status != self.status || message != self.message { count = 0 }
    (self.status, self.message) = (status, message)
    count += 1
  }
}
