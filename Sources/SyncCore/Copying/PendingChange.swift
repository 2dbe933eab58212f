/// A row with a pending change.
struct PendingChange: Sendable {
  var id: String
  /// Who queued the first change.
  var by: String?
  /// What the change was made on; nil for a new row.
  var base: Record?
  /// The row with the change; nil when it was removed.
  var row: Record?
  /// It was removed although its table keeps deleted rows.
  var isRemovedForGood = false
  var isInConflict = false
}
