package import JSONKit
package import Support
package import SyncCore

/// A table server in memory, for one or more ``FakeRemote`` clients.
///
/// Writes check versions as `If-Match` does, `updatedAt` strictly increases (unless
/// ``Rules/stampStep`` is 0), versions never repeat, deleted rows stay as tombstones.
package final class FakeServer: Sendable {
  package struct Rules: Sendable {
    /// Tables whose deleted rows vanish instead of becoming tombstones.
    package var hardDeleteTables: UTF8Set = []
    /// Milliseconds from one stamp to the next; 0 gives every row the same stamp.
    package var stampStep: Int64 = 1
    package var pageMax = 1_000
    /// What a pull that begins now reads from the server's clock; nil for a server that shows none.
    package var clock: Timestamp?
    /// Lists a whole table by id, with a token at its end alone and a place on every page.
    package var readsTablesByID = false
    /// Does that without the places.
    package var hidesPlaces = false
    /// Answers 409 and 412 without the row.
    package var hidesConflictingRows = false
    /// Answers 204 instead of the row.
    package var answersWithoutRow = false
    /// Reading a tombstone answers "none".
    package var hidesTombstones = false
    /// What each filter text means; another text is refused.
    package var filters: UTF8Dictionary<@Sendable (Record) -> Bool> = [:]
    /// What is said of a table's columns beside their values.
    package var columns: UTF8Dictionary<[RemoteColumn]> = [:]

    package init() {}
  }

  /// One change that the server made.
  package struct Commit: Sendable {
    package var client: String
    package var kind: OperationKind
    package var table: String
    package var record: Record
    /// The version that the change was made on.
    package var previousVersion: String?
  }

  struct State {
    var tables: UTF8Dictionary<UTF8Dictionary<Record>> = [:]
    var rules: Rules
    var stamp: Int64 = 1_700_000_000_000
    var lastVersion = 0
    var commits: [Commit] = []
  }

  let state: Locked<State>

  package init(_ rules: Rules = Rules()) { state = Locked(State(rules: rules)) }

  package var commits: [Commit] { state.withLock { $0.commits } }
  package var rules: Rules { state.withLock { $0.rules } }

  package func change(_ body: @Sendable (inout Rules) -> Void) {
    state.withLock { body(&$0.rules) }
  }

  package func row(_ table: String, _ id: String) -> Record? {
    state.withLock { $0.tables[table]?[id] }
  }

  /// Every row of the table, tombstones included, by id.
  package func rows(_ table: String) -> [Record] {
    state.withLock { ($0.tables[table] ?? [:]).values.sorted { $0.id.utf8Key < $1.id.utf8Key } }
  }

  /// Writes a row as another client would, whatever is there.
  @discardableResult
  package func put(
    _ table: String, _ id: String, _ values: JSONObject, deleted: Bool = false
  ) -> Record {
    state.withLock { state in
      var record = state.tables[table]?[id] ?? Record(id: id)
      for (name, value) in values { record.values[name] = value }
      record.deleted = deleted
      return state.commit(record, table: table, kind: .update, client: "somebody else")
    }
  }

  /// Changes values as an administrator does: the row has the same version and stamp as before.
  package func edit(_ table: String, _ id: String, _ values: JSONObject) {
    state.withLock { state in
      for (name, value) in values { state.tables[table]?[id]?.values[name] = value }
    }
  }

  /// Removes a row behind everyone's back: no tombstone, no stamp.
  package func remove(_ table: String, _ id: String) {
    state.withLock { _ = $0.tables[table]?.removeValue(forKey: id) }
  }

  /// Removes a column as an administrator does: rows change without a new version or stamp.
  package func dropColumn(_ table: String, _ name: String) {
    state.withLock { state in
      for id in (state.tables[table] ?? [:]).keys {
        state.tables[table]?[id]?.values[name] = nil
      }
    }
  }

  func apply(_ change: Change, client: String) -> SendOutcome {
    state.withLock { state in
      let outcome = state.apply(change, client: client)
      return state.rules.hidesConflictingRows ? outcome.withoutConflictingRow : outcome
    }
  }
}

extension FakeServer.State {
  fileprivate mutating func commit(
    _ record: Record, table: String, kind: OperationKind, client: String
  ) -> Record {
    var record = record
    let previous = record.version
    lastVersion += 1
    stamp += rules.stampStep
    record.version = "v\(lastVersion)"
    record.updatedAt = Timestamp(milliseconds: stamp).description
    record.createdAt = record.createdAt ?? record.updatedAt
    tables[table, default: [:]][record.id] = record
    commits.append(
      FakeServer.Commit(
        client: client, kind: kind, table: table, record: record, previousVersion: previous))
    return record
  }

  fileprivate mutating func apply(_ change: Change, client: String) -> SendOutcome {
    let present = tables[change.table]?[change.id]
    if change.kind == .insert {
      if let present { return .exists(present) }
      return accepted(
        commit(
          Record(id: change.id, values: change.values), table: change.table, kind: .insert,
          client: client))
    }
    guard var record = present else { return .missing }
    guard record.deleted == (change.kind == .undelete) else {
      return change.kind == .undelete ? .conflict(record) : .missing
    }
    if let version = change.version, version != record.version { return .conflict(record) }
    if change.kind == .delete, rules.hardDeleteTables.contains(change.table) {
      record.deleted = true
      record = commit(record, table: change.table, kind: .delete, client: client)
      tables[change.table]?[change.id] = nil
      return .accepted(nil)
    }
    record.deleted = change.kind == .delete
    for (name, value) in change.values { record.values[name] = value }
    return accepted(
      commit(record, table: change.table, kind: change.kind, client: client))
  }

  private func accepted(_ record: Record) -> SendOutcome {
    .accepted(rules.answersWithoutRow ? nil : record)
  }
}

extension SendOutcome {
  fileprivate var withoutConflictingRow: SendOutcome {
    switch self {
    case .exists: .exists(nil)
    case .conflict: .conflict(nil)
    default: self
    }
  }
}
