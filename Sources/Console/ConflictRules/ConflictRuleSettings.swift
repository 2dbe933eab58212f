import JSONKit
import Support
import SyncCore

/// The conflict rules of one table within a store's settings.
struct ConflictRuleSettings {
  private(set) var settings: JSONObject
  let table: String

  /// What a table's settings have them under.
  static let member = "conflictRules"

  var rules: [ConflictRule] {
    guard let position else { return [] }
    return (tables[position][Self.member]?.array ?? []).compactMap(ConflictRule.init)
  }

  private var tables: [JSONValue] { settings["tables"]?.array ?? [] }

  private var position: Int? {
    tables.firstIndex { $0["name"]?.string.map { $0 === table } ?? false }
  }

  init(_ settings: JSONObject, table: String) {
    self.settings = settings
    self.table = table
  }

  /// Sets the table's rules.
  mutating func set(_ rules: ConflictRules) {
    var tables = tables
    let place = position ?? tables.count
    if place == tables.count { tables.append(["name": .string(table)]) }
    var entry = tables[place].object ?? JSONObject()
    entry[Self.member] = rules.rules.isEmpty ? nil : .array(rules.rules.map(\.json))
    tables[place] = .object(entry)
    settings["tables"] = .array(tables)
  }
}
