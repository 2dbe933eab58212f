internal import JSONKit
package import Support
package import SyncCore

/// What a row was at one time.
package enum PastState: Sendable, Hashable {
  case row(Record)
  /// There was no such row yet, or it was gone.
  case absent
  /// The row was there, with values that were not kept.
  case unknown
}

/// A row at one time, and at a later one.
package struct RowAtTime: Sendable, Hashable {
  package enum Change: String, Sendable, Hashable, CaseIterable {
    case same, changed, added, removed, unknown
  }

  @UTF8Key package var id: String
  package var then: PastState
  package var later: PastState
  /// The entry of the history that holds the row as it was; nil when the row itself does.
  package var entry: Int64?

  /// How the row came from the first state to the second.
  package var change: Change {
    switch (then, later) {
    case (.unknown, _), (_, .unknown): .unknown
    case (.absent, .absent): .same
    case (.absent, .row): .added
    case (.row, .absent): .removed
    case (.row(let old), .row(let new)):
      old.deleted == new.deleted && new.changes(from: old).isEmpty ? .same : .changed
    }
  }

  /// The columns in which it differs, by name.
  package var differing: [String] {
    guard case .row(let old) = then, case .row(let new) = later else { return [] }
    return new.changes(from: old).names.sortedByBytes()
  }
}

/// What is known of a row's past: its history, oldest first, and the row as it is.
struct RowPast {
  let entries: [HistoryEntry]
  /// Nil when the store has no such row.
  let now: Record?

  /// - Returns: The entry too that holds the state.
  func state(at moment: Timestamp) -> (state: PastState, entry: Int64?) {
    guard let index = entries.lastIndex(where: { $0.at <= moment }) else {
      return (beforeHistory(at: moment), nil)
    }
    let entry = entries[index]
    if isGone(behind: index) { return (.absent, nil) }
    return (entry.record.map { .row($0) } ?? .unknown, entry.id)
  }

  /// Whether the row was gone after an entry, which then holds its last values.
  private func isGone(behind index: Int) -> Bool {
    entries.indices.contains(index + 1) ? entries[index + 1].beginsAgain : now == nil
  }

  /// Rows of a table's first pull leave no entry: the server's stamps tell of them.
  private func beforeHistory(at moment: Timestamp) -> PastState {
    guard let record = entries.first?.record ?? now else { return .unknown }
    if let first = entries.first, first.isOfNewRow { return .absent }
    if let created = record.createdAt.flatMap({ Timestamp($0) }), created > moment {
      return .absent
    }
    guard entries.isEmpty || isGone(behind: 0),
      let updated = record.updatedAt.flatMap({ Timestamp($0) }),
      updated <= moment
    else { return .unknown }
    return .row(record)
  }
}

extension HistoryEntry {
  /// True when the row was not there before.
  fileprivate var beginsAgain: Bool { kind == Self.returned || isOfNewRow }

  /// True for the first entry of a row that was made here, or came with a later pull of its table.
  fileprivate var isOfNewRow: Bool {
    switch source {
    case .local: kind == OperationKind.insert.name
    case .pull: kind == Self.pulledNew
    case .push, .resolve: false
    }
  }
}
