import JSONKit
import Support

/// The rows of the demo: the article's four items and the reference tables of Debian's `iso-codes`.
enum DemoRows {
  struct Table: Sendable {
    var name: String
    var rows: [Row]
  }

  struct Row: Sendable {
    var id: String
    var values: JSONObject
  }

  static let isoCodesDirectory = "/usr/share/iso-codes/json"

  static let dean = "5AC9A5AE-A06D-4FA7-9BE1-ABD776E85946"
  static let ricky = "7C028B65-8E95-42F6-98A1-E8FC7BCCD46A"
  static let ralph = "64775A37-C61A-430C-A20B-5A97CBBC9D34"
  static let ivan = "0E6D0F2B-3C57-4E0A-8F0D-2B7F5C1D9E61"

  static func all() throws -> [Table] {
    [todoItems, try countries(), try subdivisions(), try languages()]
  }

  static var todoItems: Table {
    let items: [(String, String, Bool)] = [
      (dean, "Dean", false), (ricky, "Ricky", true), (ralph, "Ralph", false), (ivan, "Ivan", true),
    ]
    return Table(
      name: "TodoItem",
      rows: items.map { id, text, complete in
        Row(id: id, values: ["text": .string(text), "complete": .bool(complete)])
      })
  }

  private static func countries() throws -> Table {
    let columns: UTF8Dictionary<String> = [
      "name": "name", "official_name": "officialName", "alpha_3": "alpha3", "numeric": "numeric",
      "flag": "flag",
    ]
    return Table(name: "Country", rows: try rows("3166-1", id: "alpha_2", columns: columns))
  }

  private static func subdivisions() throws -> Table {
    let columns: UTF8Dictionary<String> = ["name": "name", "type": "type", "parent": "parent"]
    var rows = try rows("3166-2", id: "code", columns: columns)
    for index in rows.indices {
      rows[index].values["country"] = .string(String(rows[index].id.prefix { $0 != "-" }))
    }
    return Table(name: "Subdivision", rows: rows)
  }

  private static func languages() throws -> Table {
    let columns: UTF8Dictionary<String> = [
      "name": "name", "inverted_name": "invertedName", "scope": "scope", "type": "type",
      "alpha_2": "alpha2",
    ]
    return Table(name: "Language", rows: try rows("639-3", id: "alpha_3", columns: columns))
  }

  /// The entries of one standard, by the key that serves as their id.
  private static func rows(
    _ standard: String, id key: String, columns: UTF8Dictionary<String>
  ) throws -> [Row] {
    let path = "\(isoCodesDirectory)/iso_\(standard).json"
    let document: JSONValue
    do {
      document = try JSONValue(parsing: Files.read(path))
    } catch let error as FileError where error.isMissing {
      throw DemoError.noReferenceTables(path)
    }
    return (document[standard]?.array ?? []).compactMap { entry in
      guard let id = entry[key]?.string, let members = entry.object else { return nil }
      var values = JSONObject()
      for (name, value) in members.members {
        if let column = columns[name] { values[column] = value }
      }
      return Row(id: id, values: values)
    }
  }
}

enum DemoError: Error, Equatable, CustomStringConvertible {
  case noReferenceTables(String)
  case refused(table: String, id: String, outcome: String)

  var description: String {
    switch self {
    case .noReferenceTables(let path):
      "The demo's reference tables are not here: \(path) is missing. Install Debian's iso-codes "
        + "(script/server does), or start without --demo."
    case .refused(let table, let id, let outcome):
      "The demo's table service did not take \(table) \(id): \(outcome). Remove the data directory "
        + "and start again."
    }
  }
}
