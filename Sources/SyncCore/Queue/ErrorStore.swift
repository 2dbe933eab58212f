internal import JSONKit
package import SQLiteKit
internal import Support

/// Error entries, in the form of the SDKs' `MS_TableOperationErrors`.
package enum ErrorStore {
  static let domain = "com.Microsoft.MicrosoftAzureMobile.ErrorDomain"

  package struct Entry: Sendable, Hashable {
    var id: String
    package var operationID: Int64
    var table: String
    var itemID: String
    var kind: OperationKind
    var code: Int
    var status: Int
    var message: String
    /// What was sent.
    var item: Record?
    var server: Record?
    /// True when the push found that the server does not have the row.
    var isMissingThere: Bool
    var at: Timestamp

    init(
      id: String, operation: StoredOperation, code: Int, status: Int, message: String,
      item: Record? = nil, server: Record? = nil, isMissingThere: Bool = false, at: Timestamp
    ) {
      self.id = id
      operationID = operation.id
      table = operation.table
      itemID = operation.itemID
      kind = operation.kind
      self.code = code
      self.status = status
      self.message = message
      self.item = item
      self.server = server
      self.isMissingThere = isMissingThere
      self.at = at
    }

    /// What it has in common with other errors.
    var cause: String {
      let columns = (item?.values.names ?? []) + (server?.values.names ?? [])
      return ErrorCause(table: table, itemID: itemID, columns: UTF8Set(columns), status: status)
        .text(of: message)
    }
  }

  /// Adds an entry in place of earlier ones of the same operation.
  static func put(_ entry: Entry, on connection: Connection) throws {
    try removeAll(of: entry.operationID, on: connection)
    try connection.execute(
      """
      INSERT INTO MS_TableOperationErrors(id, operationId, tableKind, properties)
      VALUES (?, ?, 0, ?)
      """, [.text(entry.id), .integer(entry.operationID), .blob(entry.properties)])
    try connection.execute(
      """
      INSERT OR REPLACE INTO syncline_errors(errorId, operationId, status, cause, at)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(entry.id), .integer(entry.operationID), .integer(Int64(entry.status)),
        .text(entry.cause),
        .text(entry.at.description),
      ])
    try connection.execute(
      """
      UPDATE syncline_operations SET failedSince = coalesce(failedSince, ?) WHERE operationId = ?
      """, [.text(entry.at.description), .integer(entry.operationID)])
  }

  static func removeAll(of operationID: Int64, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM MS_TableOperationErrors WHERE operationId = ?", [.integer(operationID)])
  }

  package static func fetch(_ id: String, on connection: Connection) throws -> Entry? {
    try connection.first(
      "SELECT id, operationId, properties FROM MS_TableOperationErrors WHERE id = ?", [.text(id)]
    ) { (row) throws(SQLiteError) in try Entry(row) }
  }

  static func of(_ operationID: Int64, on connection: Connection) throws -> [Entry] {
    try connection.query(
      "SELECT id, operationId, properties FROM MS_TableOperationErrors WHERE operationId = ?",
      [.integer(operationID)]
    ) { (row) throws(SQLiteError) in try Entry(row) }
  }

  /// Oldest operation first.
  static func all(_ table: String?, on connection: Connection) throws -> [Entry] {
    try connection.query(
      """
      SELECT e.id, e.operationId, e.properties FROM MS_TableOperationErrors e
      JOIN syncline_operations s ON s.operationId = e.operationId
      WHERE ?1 IS NULL OR s."table" = ?1 ORDER BY e.operationId, e.id
      """, [.init(table)]
    ) { (row) throws(SQLiteError) in try Entry(row) }
  }
}

extension ErrorStore.Entry {
  var properties: [UInt8] {
    var object: JSONObject = [
      "code": .integer(Int64(code)), "domain": .string(ErrorStore.domain),
      "description": .string(message), "table": .string(table),
      "operation": .integer(Int64(kind.rawValue)), "itemId": .string(itemID),
      "statusCode": .integer(Int64(status)),
    ]
    object["item"] = item.map { .object(RecordCoding.object($0)) }
    object["serverItem"] = server.map { .object(RecordCoding.object($0)) }
    object["isMissing"] = .bool(isMissingThere)
    object["at"] = .string(at.description)
    return JSONValue.object(object).serialized
  }

  fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
    id = try row.decode(at: 0)
    operationID = try row.decode(at: 1)
    let bytes: [UInt8] = try row.decode(at: 2)
    let object = (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
    table = object["table"]?.string ?? ""
    itemID = object["itemId"]?.string ?? ""
    kind = object["operation"]?.integer.flatMap { OperationKind(rawValue: Int($0)) } ?? .update
    code = Int(object["code"]?.integer ?? 0)
    status = Int(object["statusCode"]?.integer ?? 0)
    message = object["description"]?.string ?? ""
    item = object["item"]?.object.flatMap(RecordCoding.record)
    server = object["serverItem"]?.object.flatMap(RecordCoding.record)
    // Entries of other programs, and those from before, say the status alone.
    isMissingThere = object["isMissing"]?.bool ?? StoredStatus.isMissing(status)
    at = Timestamp(stored: object["at"]?.string ?? "")
  }
}
