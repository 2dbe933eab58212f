import SyncCore
import TestSupport

/// What clients do in some histories only, with random numbers of their own.
///
/// A history without any is the same as before these were added.
package enum HistoryAction: Sendable, Hashable, CaseIterable {
  /// Conflict rules decide conflicts during a push.
  case conflictRules
  /// A push or a pull is previewed.
  case previews
  /// Rows are imported batch by batch, and imports are undone.
  case imports
}

/// Draws values from a seed, one after the other.
struct Choices {
  private var random: SplitMix64

  init(_ seed: UInt64) { random = SplitMix64(seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random.next() % UInt64(values.count))]
  }
}

extension HistoryAction {
  /// The actions of a seed; with a planted bug only the one that the bug needs.
  static func of(_ seed: UInt64, _ bug: PlantedBug?) -> Set<HistoryAction> {
    if let bug { return Set([bug.action].compactMap(\.self)) }
    var choices = Choices(seed &* 0x6c62 &+ 0x2b)
    return Set(allCases.filter { _ in choices.pick([true, false, false]) })
  }
}

extension ConflictRule {
  /// Random rules for the columns of a history, at least one.
  static func random(_ seed: UInt64) -> [ConflictRule] {
    var choices = Choices(seed &* 0x85eb &+ 0x35)
    let texts: [Choice?] = [nil, .keepLocal, .takeServer, .newest, .ask]
    let numbers: [Choice?] = [.sum, .larger, .newest, .keepLocal, nil]
    let others: [Choice?] = [nil, .keepLocal, .takeServer, .newest]
    var rules: [ConflictRule] = []
    for (column, allowed) in [("w", texts), ("m", texts), ("n", numbers)] {
      guard let choice = choices.pick(allowed) else { continue }
      rules.append(ConflictRule(column: column, choice, ifNull: choices.pick([.ask, .takeOther])))
    }
    if let choice = choices.pick(others) { rules.append(ConflictRule(choice)) }
    return rules.isEmpty ? [ConflictRule(.takeServer)] : rules
  }
}
