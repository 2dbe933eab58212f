import JSONKit
import Support

/// The conditions of a pull, as a server would check them on the real, fine stamps.
struct QuirkyFilter {
  static let systemColumns = ["id", "updatedAt", "version", "deleted"]

  private struct Condition {
    var column: String
    var comparison: String
    var literal: String
  }

  private var conditions: [Condition] = []
  private let quirks: QuirkyServer.Quirks

  var columns: [String] { conditions.map(\.column) }

  /// Reads `(a op literal) and (b op literal)`; nil for anything else.
  init?(_ text: String, _ quirks: QuirkyServer.Quirks) {
    self.quirks = quirks
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix(" and ") { rest = rest.dropFirst(5) }
      guard rest.hasPrefix("("), let group = Self.group(&rest) else { return nil }
      let parts = group.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      conditions.append(
        Condition(
          column: String(parts[0]), comparison: String(parts[1]), literal: String(parts[2])))
    }
  }

  /// The text inside the parentheses at the front, which are taken off.
  private static func group(_ rest: inout Substring) -> Substring? {
    var depth = 0
    var isQuoted = false
    for index in rest.indices {
      switch rest[index] {
      case "'": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted:
        depth -= 1
        if depth == 0 {
          let group = rest[..<index].dropFirst()
          rest = rest[index...].dropFirst()
          return group
        }
      default: break
      }
    }
    return nil
  }

  func matches(_ row: QuirkyServer.StoredRow) -> Bool {
    conditions.allSatisfy { holds($0, row) }
  }

  private func holds(_ condition: Condition, _ row: QuirkyServer.StoredRow) -> Bool {
    switch condition.column {
    case "updatedAt":
      if quirks.ignoresStampCondition { return true }
      guard let stamp = row.updatedAt, let other = Self.stamp(condition.literal) else {
        return false
      }
      return condition.comparison == "ge" ? stamp >= other : stamp < other
    case "id":
      let other = Self.text(condition.literal)
      switch condition.comparison {
      case "gt": return quirks.ignoresIDCondition || Self.precedes(other, row.id, quirks)
      case "le": return !Self.precedes(other, row.id, quirks)
      case "ne": return row.id != other
      default: return row.id == other
      }
    default:
      return row.values[condition.column]?.serializedText
        == condition.literal.replacing("'", with: "\"")
    }
  }

  private static func stamp(_ literal: String) -> Timestamp? {
    if literal.hasPrefix("datetimeoffset'") { return Timestamp(literal.dropFirst(15).dropLast()) }
    guard literal.hasPrefix("cast("), literal.hasSuffix(",Edm.DateTimeOffset)") else { return nil }
    return Timestamp(literal.dropFirst(5).dropLast(20))
  }

  private static func text(_ literal: String) -> String {
    String(literal.dropFirst().dropLast()).replacing("''", with: "'")
  }

  static func precedes(_ left: String, _ right: String, _ quirks: QuirkyServer.Quirks) -> Bool {
    quirks.foldsIDs
      ? left.lowercased().utf8.lexicographicallyPrecedes(right.lowercased().utf8)
      : left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
