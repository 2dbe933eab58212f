package import Support

/// One change of a row.
package struct HistoryEntry: Sendable, Hashable {
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case local, pull, push, resolve
  }

  package var id: Int64
  package var at: Timestamp
  package var source: Source
  /// The kind of a pull's entry for a row that had left the store and came again.
  package static let returned = "return"

  /// The kind of a pull's entry for a row that was not in the store before.
  ///
  /// First pulls of a table leave none.
  package static let pulledNew = "new"

  /// The kind of a push's entry for an insert that was sent more than once, and may have made the row
  /// each time.
  package static let createdAgain = "insert-again"

  /// The kind of an entry for a decision or a change that was undone.
  package static let undone = "undo"

  /// `insert`, `update`, `delete`, `undelete`, ``returned``, ``pulledNew``, ``createdAgain``; of
  /// ``Source/resolve`` the name of a resolution, of a queue decision or of a repair, or ``undone``.
  package var kind: String
  /// Who did it; nil for the sync itself.
  package var by: String?
  /// The row after the change; its last values when it went.
  package var record: Record?

  package init(
    id: Int64, at: Timestamp, source: Source, kind: String, by: String? = nil,
    record: Record? = nil
  ) {
    self.id = id
    self.at = at
    self.source = source
    self.kind = kind
    self.by = by
    self.record = record
  }

  /// How a conflict or an error was resolved; nil for other entries.
  package var resolution: Resolution.Kind? {
    source == .resolve ? Resolution.Kind(rawValue: kind) : nil
  }
}
