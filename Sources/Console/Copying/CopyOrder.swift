import Support
package import SyncCore

/// What a copy or a verification is asked to do, beside what every run has.
package struct CopyOrder: Sendable, Equatable {
  /// The store that is read.
  package var source: String
  package var options: CopyOptions
  /// Of who asked for it, for the audit.
  package var address: String
  package var requestID: String

  package init(
    _ source: String, _ options: CopyOptions = CopyOptions(), address: String = "local",
    requestID: String = ""
  ) {
    self.source = source
    self.options = options
    self.address = address
    self.requestID = requestID
  }

  /// True when both ask for the same, whoever asks.
  func isSameWork(as other: CopyOrder?) -> Bool {
    guard let other else { return false }
    return source === other.source && options == other.options
  }
}
