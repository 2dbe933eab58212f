import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension ParseRemote {
  /// All classes but the server's own; with the master key, as only that may ask.
  ///
  /// Without it the known classes' columns are told from some of their rows.
  package func schema(_ known: [String]) async throws(RemoteError) -> [RemoteTable] {
    guard configuration.masterKey != nil else { return try await inferred(known) }
    let answer = try await client.response(to: requests.get("/schemas"))
    guard answer.status != 403 else { return try await inferred(known) }
    guard answer.isSuccess, let classes = answer.json?["results"]?.array else {
      throw client.error(answer, "the list of classes")
    }
    return classes.compactMap { item in
      guard let name = item["className"]?.string, let fields = item["fields"]?.object,
        !name.hasPrefix("_") || known.contains(name)
      else { return nil }
      return table(name, fields)
    }
  }

  /// Only the master key may list the classes.
  package func tables() async throws(RemoteError) -> [RemoteTable]? {
    guard configuration.masterKey != nil else { return nil }
    return try await schema([])
  }

  /// Takes in which columns of a class hold dates, and makes the store's description of it.
  @discardableResult
  private func table(_ name: String, _ fields: JSONObject) -> RemoteTable {
    let system = ["objectId", "createdAt", "updatedAt", "ACL"]
    var table = RemoteTable(name: name, columns: [])
    for (field, value) in fields
    where !system.contains(field) && !ParseValues.secretFields.contains(field) {
      let column = ParseValues.storeName(field)
      let type = value["type"]?.string ?? ""
      learned.withLock { learned in
        if type == "Date" {
          learned.dates[name, default: []].formUnion([column])
        } else {
          learned.others[name, default: []].formUnion([column])
        }
      }
      table.columns.append(Column(column, Self.columnType(type)))
    }
    return table
  }

  private static func columnType(_ type: String) -> ColumnType {
    switch type {
    case "String": .text
    case "Number": .number
    case "Boolean": .boolean
    case "Date": .date
    case "File": .file
    default: .json
    }
  }

  private func inferred(_ known: [String]) async throws(RemoteError) -> [RemoteTable] {
    var tables: [RemoteTable] = []
    for name in known {
      let rows: [JSONObject]
      do {
        rows = try await self.rows(name, ParseQuery(order: "-updatedAt", limit: 100)).rows
      } catch {
        // One class that this sign-in may not see hides no other.
        guard error.answer != nil else { throw error }
        continue
      }
      var fields = JSONObject()
      for row in rows {
        for (field, value) in row where fields[field] == nil {
          guard let type = Self.typeName(value) else { continue }
          fields[field] = ["type": .string(type)]
        }
      }
      tables.append(table(name, fields))
    }
    return tables
  }

  private static func typeName(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .bool: "Boolean"
    case .integer, .real, .number: "Number"
    case .string: "String"
    case .array: "Array"
    case .object(let object): object["__type"]?.string ?? "Object"
    }
  }

  // MARK: Dates

  /// Which columns of `values` hold dates on the server, asked for only where a value leaves doubt.
  func dateColumns(
    of table: String, in values: JSONObject
  ) async throws(RemoteError) -> UTF8Set {
    let (dates, others) = learned.withLock { ($0.dates[table] ?? [], $0.others[table] ?? []) }
    let doubtful = values.filter { ParseValues.looksLikeDate($0.value) }.map(\.name)
      .filter { !dates.contains($0) && !others.contains($0) }
    guard !doubtful.isEmpty else { return dates }
    try await learnTypes(of: table, doubtful)
    return learned.withLock { $0.dates[table] ?? [] }
  }

  private func learnTypes(of name: String, _ columns: [String]) async throws(RemoteError) {
    if configuration.masterKey != nil {
      let answer = try await client.response(
        to: requests.get("/schemas/" + name.filter { $0 != "/" && $0 != "?" && $0 != "#" }))
      if answer.isSuccess, let fields = answer.json?["fields"]?.object {
        table(name, fields)
        return note(columns, of: name)
      }
      // A class that does not exist yet has no dates.
      if answer.code == .noSuchClass { return }
    }
    for column in columns {
      var query = ParseQuery(
        [.object([ParseValues.serverName(column): ["$exists": true]])], limit: 1)
      query.keys = ParseValues.serverName(column)
      for row in try await rows(name, query).rows { _ = record(row, name) }
    }
  }

  /// What the schema does not name is a new column, whose type its first value decides.
  private func note(_ columns: [String], of table: String) {
    learned.withLock { learned in
      let dates = learned.dates[table] ?? []
      learned.others[table, default: []].formUnion(columns.filter { !dates.contains($0) })
    }
  }
}
