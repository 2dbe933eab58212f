internal import JSONKit
internal import SQLiteKit
internal import Support
package import SyncCore

/// What conflict rules would decide on the conflicts of a table, without changing anything.
package struct ConflictRehearsal: Sendable {
  /// How what rules would do compares with what was done.
  package enum Comparison: Sendable, Hashable {
    case same
    case different
    /// The rules leave it to a person.
    case open(ConflictVerdict.OpenReason)
    /// It waits for a decision, and the rules would resolve it.
    case waiting
  }

  package struct Row: Sendable {
    package var conflict: Conflict
    package var verdict: ConflictVerdict
    package var comparison: Comparison
    /// What was decided; nil for a conflict that waits now.
    package var decided: DecidedConflict?
    /// The error entry of a conflict that waits now.
    package var errorID: String?
    package var operationID: Int64?
    /// What stands to be decided about a conflict that waits now.
    package var revision: Revision?
  }

  /// Those that wait first, then those that were decided otherwise, then the newest.
  package var rows: [Row] = []
  /// False when the table has more conflicts than were looked at.
  package var isComplete = true

  package func count(_ isCounted: (Row) -> Bool) -> Int { rows.count(where: isCounted) }

  /// The waiting ones that the rules would resolve.
  package var resolvable: [Row] { rows.filter { $0.comparison == .waiting } }
}

extension SyncContext {
  /// Rehearses rules on the conflicts that wait and on those decided in the last
  /// `DecidedConflicts.days` days.
  ///
  /// - Parameters:
  ///   - column: Only conflicts that the rule for this column has a say in; nil stands for the rule
  ///     for every other column.
  ///   - limit: Conflicts to look at, of either kind.
  package func rehearse(
    _ rules: ConflictRules, for column: String?, of table: String, limit: Int = 5_000
  ) async throws -> ConflictRehearsal {
    let cover = cover
    let since = time.now.adding(seconds: -Int64(DecidedConflicts.days) * 86_400)
    return try await database.read { connection in
      let past = try DecidedConflicts.some(
        "\"table\" = ? AND at >= ? AND undoneAt IS NULL ORDER BY id DESC LIMIT \(limit)",
        [.text(table), .text(since.description)], on: connection)
      let page = try ErrorPager(connection: connection).page(
        ErrorQuery(table: table, kind: .conflict, size: limit))
      let waiting = try page.errors.compactMap { error in
        try ConflictRehearsal.Row(waiting: error, rules, on: connection)
      }
      let rows = (waiting + past.map { ConflictRehearsal.Row(decided: $0, rules, column) })
        .filter { $0.verdict.concerns(column) }
      let ordered = rows.enumerated().sorted {
        ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
      }
      return ConflictRehearsal(
        rows: ordered.map { row in cover.map(row.element.covered) ?? row.element },
        isComplete: page.next == nil && past.count < limit)
    }
  }
}

extension ConflictRehearsal.Row {
  fileprivate init?(
    waiting error: OperationError, _ rules: ConflictRules, on connection: Connection
  ) throws {
    guard let conflict = try Conflict(operationID: error.operationID, on: connection) else {
      return nil
    }
    let verdict = rules.verdict(on: conflict)
    self.init(
      conflict: conflict, verdict: verdict,
      comparison: verdict.resolution == nil ? .open(verdict.open ?? .noRule) : .waiting,
      errorID: error.id, operationID: error.operationID,
      revision: try Revision.all(of: [error.operationID], on: connection)[error.operationID])
  }

  fileprivate init(decided: DecidedConflict, _ rules: ConflictRules, _ column: String?) {
    let verdict = rules.verdict(on: decided.conflict)
    var comparison = ConflictRehearsal.Comparison.open(verdict.open ?? .noRule)
    if verdict.resolution != nil {
      comparison = verdict.agrees(with: decided, in: column) ? .same : .different
    }
    self.init(
      conflict: decided.conflict, verdict: verdict, comparison: comparison, decided: decided)
  }

  fileprivate var rank: Int {
    switch (errorID == nil, comparison) {
    case (false, .waiting): 0
    case (false, _): 1
    case (true, .different): 2
    case (true, _): 3
    }
  }

  fileprivate func covered(_ cover: ValueMasking) -> Self {
    var row = self
    row.conflict = conflict.covered(cover)
    row.decided = decided?.covered(cover)
    row.verdict = verdict.covered(cover.columns(of: conflict.table))
    return row
  }
}

extension ConflictVerdict {
  /// Whether the rule for this column has a say in it; nil is the rule for every other column.
  fileprivate func concerns(_ column: String?) -> Bool {
    guard let column else {
      return columns.isEmpty || columns.contains { $0.rule == nil || $0.rule?.column == nil }
    }
    return columns.contains { $0.name === column }
  }

  /// Whether the row would have become what it became, in one column or as a whole.
  fileprivate func agrees(with decided: DecidedConflict, in column: String?) -> Bool {
    if let column, let wanted = columns.first(where: { $0.name === column })?.outcome,
      case .value(let value) = wanted
    {
      guard let result = decided.result, !result.deleted else { return false }
      return Record(id: "", values: [column: value])
        .changes(from: Record(id: "", values: [column: result.values[column] ?? .null])).isEmpty
    }
    guard case .merge(let values)? = resolution, let server = decided.conflict.server else {
      return resolution.map { $0.name === decided.resolution } ?? false
    }
    guard let result = decided.result, !result.deleted else { return false }
    var expected = server
    for (name, value) in values { expected.values[name] = value }
    return expected.changes(from: result).isEmpty
  }

  fileprivate func covered(_ names: UTF8Set) -> ConflictVerdict {
    var covered = self
    for index in columns.indices where names.contains(columns[index].name) {
      covered.columns[index].local = .string(ValueMasking.block)
      covered.columns[index].server = .string(ValueMasking.block)
      if columns[index].open == nil {
        covered.columns[index].outcome = .value(.string(ValueMasking.block))
      }
    }
    return covered
  }
}

extension Conflict {
  fileprivate func covered(_ cover: ValueMasking) -> Conflict {
    var covered = self
    covered.base = cover.record(base, table)
    covered.local = cover.record(local, table)
    covered.server = cover.record(server, table)
    return covered
  }
}

extension DecidedConflict {
  func covered(_ cover: ValueMasking) -> DecidedConflict {
    var covered = self
    covered.conflict = conflict.covered(cover)
    covered.result = cover.record(result, conflict.table)
    return covered
  }
}
