import JSONKit
import Support

/// A row as the database holds it.
struct StoredRow: Sendable {
  var id: String
  var createdAt: String
  var updatedAt: String
  var version: String
  var deleted: Bool
  /// The columns that rows brought, in the schema's order.
  var values: [(name: String, value: JSONValue)]

  /// The row as it goes over the wire.
  func json(for version: APIVersion) -> JSONValue {
    var members: [(String, JSONValue)] = [("id", .string(id))]
    if version == .v2 { members.append(("createdAt", .string(createdAt))) }
    members += [
      ("updatedAt", .string(updatedAt)), ("version", .string(self.version)),
      ("deleted", .bool(deleted)),
    ]
    return .object(JSONObject(members + values.map { ($0.name, $0.value) }))
  }

  var entityTag: String { "\"\(version)\"" }
}
