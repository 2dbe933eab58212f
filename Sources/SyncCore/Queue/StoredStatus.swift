/// What the HTTP status of a stored attempt or error says.
///
/// The tables keep no more of an answer than the Azure Mobile Apps SDKs do, which decide by the
/// status. What a push decides does not depend on it: ``SendOutcome`` and ``RemoteError`` say that.
enum StoredStatus {
  static let missing = 404

  static func isMissing(_ status: Int?) -> Bool { status == missing || status == 410 }

  /// True for a request to wait that was answered before any work.
  static func isBeforeWork(_ status: Int?) -> Bool { status.map { $0 < 500 } ?? false }

  /// The status of a conflict's entry.
  ///
  /// - Parameter answers: The last one, and the one that turned the change down before the row was
  ///   read.
  static func ofConflict(_ kind: OperationKind, answers: [ServerAnswer?]) -> Int {
    if let last = answers.first, let last { return last.status }
    let refusal = answers.lazy.compactMap(\.?.status).first { $0 == exists || $0 == otherVersion }
    return refusal ?? (kind == .insert ? exists : otherVersion)
  }

  static func code(ofConflict status: Int, hasMessage: Bool) -> Int {
    if status == otherVersion { return OperationError.Code.conflict }
    return hasMessage ? OperationError.Code.withMessage : OperationError.Code.withoutMessage
  }

  private static let exists = 409
  private static let otherVersion = 412
}
