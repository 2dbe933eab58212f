import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension ParseRemote: RowCountRemote {
  /// The ids of a class in the server's own order, every one of them or an error.
  ///
  /// Rows that are missing from this list may be taken away in the store. So the master key is proven
  /// first, the class has to exist, and the rows that came are counted against the server's number.
  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    var walk: IdentityWalk
    if let cursor {
      walk = try IdentityWalk(cursor)
    } else {
      try await proveMasterKey()
      try await proveClass(table)
      walk = IdentityWalk(counted: try await counted(table))
    }
    let conditions: [JSONValue] =
      walk.last.map { [["objectId": ["$gt": .string($0)]]] } ?? []
    var query = ParseQuery(conditions, order: "objectId", limit: max(1, pageSize))
    query.keys = "objectId"
    let rows = try await rows(table, query).rows
    let identities = rows.compactMap { row -> RowIdentity? in
      guard let record = ParseValues.record(row) else { return nil }
      return RowIdentity(id: record.id, version: record.version, updatedAt: record.updatedAt)
    }
    guard !rows.isEmpty else {
      try await checkEnd(walk, table)
      return IdentityPage(identities: [])
    }
    // Without an id to go on from, all rows that have one follow.
    let last = rows.last { $0["objectId"]?.string != nil }.flatMap { $0["objectId"]?.string } ?? ""
    guard last !== walk.last else {
      throw .malformed(detail: "The list of ids of \(table) gives the same rows again.")
    }
    walk.last = last
    walk.delivered += rows.count
    return IdentityPage(
      identities: identities, next: walk.text,
      warnings: Set(rows.compactMap { UnusableID($0["objectId"]) }).warnings(table))
  }

  /// A class that is not there lists like one that is empty.
  private func proveClass(_ table: String) async throws(RemoteError) {
    let path = "/schemas/" + table.filter { $0 != "/" && $0 != "?" && $0 != "#" }
    let answer = try await client.response(to: requests.get(path))
    if answer.code == .noSuchClass {
      throw .notFound(
        status: answer.status,
        detail: "The server has no class \(table), so an empty list says nothing about its rows.")
    }
    guard answer.isSuccess else { throw client.error(answer, "the class \(table)") }
  }

  package func rowCount(of table: String) async throws(RemoteError) -> Int? {
    // Without a condition a server on PostgreSQL answers the planner's estimate.
    var query = ParseQuery([["objectId": ["$exists": true]]], limit: 0)
    query.counts = true
    return try await rows(table, query).count
  }

  private func counted(_ table: String) async throws(RemoteError) -> Int {
    guard let count = try await rowCount(of: table) else {
      throw .malformed(detail: "The server does not count the rows of \(table).")
    }
    return count
  }

  /// Rows may come and go while the list is read, but not more than the counts say.
  private func checkEnd(_ walk: IdentityWalk, _ table: String) async throws(RemoteError) {
    let after = try await counted(table)
    guard walk.delivered >= min(walk.counted, after) else {
      throw .malformed(
        detail: "The server counts \(after) rows of \(table) (\(walk.counted) before) and listed "
          + "only \(walk.delivered). Compare again; nothing was concluded.")
    }
  }
}

private struct IdentityWalk: Sendable {
  var counted: Int
  var delivered = 0
  var last: String?

  init(counted: Int) { self.counted = counted }

  var text: String {
    var json: JSONObject = [
      "counted": .integer(Int64(counted)), "delivered": .integer(Int64(delivered)),
    ]
    json["last"] = last.map(JSONValue.string)
    return JSONValue.object(json).serializedText
  }

  init(_ text: String) throws(RemoteError) {
    let json = try JSONObject(cursor: text, restart: "Start anew.")
    guard let counted = json["counted"]?.integer, let delivered = json["delivered"]?.integer else {
      throw .foreignCursor(restart: "Start anew.")
    }
    self.counted = Int(counted)
    self.delivered = Int(delivered)
    last = json["last"]?.string
  }
}
