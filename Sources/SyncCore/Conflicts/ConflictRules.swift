package import JSONKit
package import Support

/// The conflict rules of one table.
package struct ConflictRules: Sendable, Hashable {
  package var rules: [ConflictRule]

  package init(_ rules: [ConflictRule]) { self.rules = rules }

  /// The rule for `column`; nil asks for the one that holds for every other column.
  package subscript(column: String?) -> ConflictRule? {
    rules.first { $0.isFor(column) }
  }

  /// These with another rule for its column.
  package func with(_ rule: ConflictRule) -> ConflictRules {
    ConflictRules(without(rule.column).rules + [rule])
  }

  /// These without the rule for `column`.
  package func without(_ column: String?) -> ConflictRules {
    ConflictRules(rules.filter { !$0.isFor(column) })
  }

  private func rule(for column: String) -> ConflictRule? { self[column] ?? self[nil] }

  /// What the rules make of a conflict.
  package func verdict(on conflict: Conflict) -> ConflictVerdict {
    guard conflict.server != nil else { return ConflictVerdict(open: .noServerCopy) }
    if conflict.hasOtherOperations { return ConflictVerdict(open: .furtherOperations) }
    if conflict.isOfDeletion { return verdict(onDeletion: conflict) }
    var verdict = ConflictVerdict()
    var values = JSONObject()
    for difference in conflict.differences {
      guard difference.isChangedHere else { continue }
      guard difference.isChangedThere else {
        values[difference.column] = difference.local
        continue
      }
      let rule = rule(for: difference.column)
      let outcome = rule?.outcome(difference, conflict) ?? .open(.noRule)
      verdict.columns.append(
        .init(
          name: difference.column, local: difference.local, server: difference.server, rule: rule,
          outcome: outcome))
      if case .value(let value) = outcome, !value.means(difference.server) {
        values[difference.column] = value
      }
    }
    if let open = verdict.columns.compactMap(\.open).first {
      verdict.open = open
    } else if verdict.columns.isEmpty, self[nil] == nil || self[nil]?.choice == .ask {
      // Nobody allowed to merge changes of different columns.
      verdict.open = .noRule
    } else {
      verdict.resolution = .merge(values)
      verdict.rules = verdict.columns.compactMap(\.rule).unique
      if verdict.rules.isEmpty { verdict.rules = [self[nil]].compactMap { $0 } }
    }
    return verdict
  }

  private func verdict(onDeletion conflict: Conflict) -> ConflictVerdict {
    guard let rule = self[nil] else { return ConflictVerdict(open: .noRule) }
    var verdict = ConflictVerdict()
    switch rule.choice {
    case .keepLocal: verdict.resolution = .keepLocal
    case .takeServer: verdict.resolution = .takeServer
    case .newest:
      switch conflict.isNewerHere {
      case .success(let isNewer): verdict.resolution = isNewer ? .keepLocal : .takeServer
      case .failure(let reason): verdict.open = reason
      }
    case .ask: verdict.open = .ruleAsks
    case .larger, .sum, .union: verdict.open = .deletion
    }
    if verdict.resolution != nil { verdict.rules = [rule] }
    return verdict
  }
}

/// What rules make of one conflict.
package struct ConflictVerdict: Sendable, Hashable {
  /// A column that both sides changed.
  package struct Column: Sendable, Hashable {
    @UTF8Key package var name: String
    package var local: JSONValue
    package var server: JSONValue
    package var rule: ConflictRule?
    package var outcome: Outcome

    package var open: OpenReason? {
      if case .open(let reason) = outcome { reason } else { nil }
    }
  }

  package enum Outcome: Sendable, Hashable {
    case value(JSONValue)
    case open(OpenReason)
  }

  /// Why a conflict waits for a person.
  package enum OpenReason: String, Sendable, Error, CaseIterable {
    /// No rule holds for what both sides changed.
    case noRule = "no-rule"
    case ruleAsks = "rule-asks"
    case oneSideIsNull = "null"
    /// The rule needs numbers, dates or lists, and one side is something else.
    case valueDoesNotFit = "type"
    /// A sum needs to know what both sides changed.
    case noBase = "no-base"
    case noTime = "no-time"
    case sameTime = "same-time"
    case tooManyDigits = "digits"
    case deletion
    case noServerCopy = "no-server-copy"
    case furtherOperations = "further-operations"
  }

  package var columns: [Column] = []
  /// Nil leaves the conflict to a person.
  package var resolution: Resolution?
  package var open: OpenReason?
  /// The rules that decided.
  package var rules: [ConflictRule] = []

  init(open: OpenReason? = nil) { self.open = open }
}
