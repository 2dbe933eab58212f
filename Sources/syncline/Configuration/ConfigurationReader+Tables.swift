import JSONKit
import Localization
import Support
import SyncCore

extension ConfigurationReader {
  /// - Parameter kind: Of the store's remote.
  mutating func tables(
    _ value: JSONValue?, at path: String, of kind: JSONValue? = nil
  ) -> [TableSettings] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      report(path, localized("write a list, [ … ], not \(value.kindPhrase)."))
      return []
    }
    var tables: [TableSettings] = []
    for (index, item) in items.enumerated() {
      guard let table = table(item, at: "\(path)[\(index)]", of: kind) else { continue }
      if tables.contains(where: { $0.name.asciiLowercased === table.name.asciiLowercased }) {
        report("\(path)[\(index)].name", localized("\"\(table.name)\" is listed twice."))
      }
      tables.append(table)
    }
    reportMiswritten(tables, at: path)
    reportCircles(of: tables, at: path)
    return tables
  }

  /// A table need not be listed to be waited for, but names that differ by case are two tables.
  private mutating func reportMiswritten(_ tables: [TableSettings], at path: String) {
    let names = tables.map(\.name)
    for (index, table) in tables.enumerated() {
      for name in table.dependsOn where !names.contains(identical: name) {
        guard let meant = names.first(where: { $0.asciiLowercased === name.asciiLowercased }) else {
          continue
        }
        report(
          "\(path)[\(index)].dependsOn",
          localized("\"\(name)\" is listed as \"\(meant)\"; write that."))
      }
    }
  }

  /// Tables that wait for each other have no order; the circle is told once, at its first table.
  private mutating func reportCircles(of tables: [TableSettings], at path: String) {
    let parents = UTF8Dictionary(tables.map { ($0.name, $0.dependsOn) }) { first, _ in first }
    var told: UTF8Set = []
    for (index, table) in tables.enumerated() where !told.contains(table.name) {
      guard let circle = Self.circle(from: table.name, parents) else { continue }
      told.formUnion(circle)
      let way = (circle + [table.name]).joined(separator: " → ")
      report("\(path)[\(index)].dependsOn", localized("\(way) is a cycle; remove one of them."))
    }
  }

  /// The shortest way along `parents` that leads back to `table`; nil when none does.
  private static func circle(from table: String, _ parents: UTF8Dictionary<[String]>) -> [String]? {
    var ways = [[table]]
    var seen: UTF8Set = []
    while !ways.isEmpty {
      let way = ways.removeFirst()
      for next in parents[way[way.count - 1]] ?? [] {
        if next === table { return way }
        if seen.insert(next).inserted { ways.append(way + [next]) }
      }
    }
    return nil
  }

  private mutating func table(
    _ value: JSONValue, at path: String, of kind: JSONValue?
  ) -> TableSettings? {
    let ofKind = kind == "cloudkit" ? Self.zoneMembers : []
    let allowed =
      ["name", "softDelete", "pull", "dependsOn", "masked", "references", "conflictRules"] + ofKind
    guard let members = object(value, at: path, allowed: allowed),
      let name = text(members, "name", at: path, isRequired: true)
    else { return nil }
    if TableSettings.objection(to: name) != nil {
      report("\(path).name", SyncError.invalidTable(name).description)
    }
    var settings = TableSettings(
      name: name, softDelete: softDelete(members["softDelete"], at: "\(path).softDelete"),
      pulls: pulls(members["pull"], at: "\(path).pull"),
      dependsOn: names(
        members["dependsOn"], at: "\(path).dependsOn", localized("write a list of table names.")))
    settings.masked = names(
      members["masked"], at: "\(path).masked", localized("write a list of column names."))
    settings.references = references(members["references"], at: "\(path).references")
    settings.conflictRules = conflictRules(
      members["conflictRules"], at: "\(path).conflictRules")
    return settings
  }

  private mutating func references(_ value: JSONValue?, at path: String) -> UTF8Dictionary<String> {
    guard let value else { return [:] }
    guard case .object(let members) = value, members.allSatisfy({ $0.value.string != nil }) else {
      report(
        path,
        localized("write { \"COLUMN\": \"TABLE\" }, each column with the table it names."))
      return [:]
    }
    return UTF8Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { first, _ in first }
  }

  private mutating func softDelete(_ value: JSONValue?, at path: String) -> SoftDelete {
    switch value {
    case nil, "system": return .system
    case "none": return .none
    case .object(let members):
      _ = object(.object(members), at: path, allowed: ["column", "type"])
      guard let column = text(members, "column", at: path, isRequired: true) else { return .system }
      switch members["type"] {
      case nil, "boolean": return .flag(column: column)
      case "date": return .date(column: column)
      default:
        report("\(path).type", localized("write \"boolean\" or \"date\"."))
        return .flag(column: column)
      }
    default:
      report(path, localized("write \"system\", \"none\" or { \"column\": \"NAME\" }."))
      return .system
    }
  }

  private mutating func pulls(_ value: JSONValue?, at path: String) -> [PullQuery] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      report(
        path,
        localized("write a list of queries, [ { \"queryId\": … } ], not \(value.kindPhrase)."))
      return []
    }
    var queries: [PullQuery] = []
    for (index, item) in items.enumerated() {
      let place = "\(path)[\(index)]"
      guard let members = object(item, at: place, allowed: ["queryId", "filter"]),
        let query = pull(members, at: place)
      else { continue }
      if queries.contains(where: { $0.queryID === query.queryID }) {
        if query.keepsToken {
          report(
            "\(place).queryId",
            localized(
              "\"\(query.queryID)\" is used twice; each query needs its own delta token."))
        } else {
          report(place, localized("the same query without an id is listed twice."))
        }
      }
      queries.append(query)
    }
    return queries
  }

  private mutating func pull(_ members: JSONObject, at place: String) -> PullQuery? {
    let filter = text(members, "filter", at: place)
    if members["queryId"] == .null { return PullQuery(queryID: nil, filter: filter) }
    return text(members, "queryId", at: place, isRequired: true)
      .map { PullQuery(queryID: $0, filter: filter) }
  }

  private mutating func names(
    _ value: JSONValue?, at path: String,
    _ correction: @autoclosure @escaping @Sendable () -> String
  ) -> [String] {
    guard let value else { return [] }
    guard case .array(let items) = value, items.allSatisfy({ $0.string != nil }) else {
      report(path, correction())
      return []
    }
    return items.compactMap(\.string)
  }
}
