import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Lists the ids of a table, completely or not at all.
///
/// Reconcile concludes from an id that is not listed that the row is gone, so every doubt about
/// the list is an error: an order of ids that cannot be walked, and fewer ids than the server counts.
struct Identities: Sendable {
  let lists: Lists
  let pageSize: Int

  /// A server that does not know one of these columns answers with an empty list or a refusal.
  private static let columns = "id,version,updatedAt,deleted"

  private struct Cursor {
    var walk = KeysetWalk()
    var selects = true
    var expected: Int?
    var listed = 0

    init() {}

    init(_ text: String) throws(RemoteError) {
      let json = try JSONObject(cursor: text, restart: "Start anew.")
      guard let walk = json["walk"]?.object else { throw .foreignCursor(restart: "Start anew.") }
      self.walk = KeysetWalk(json: walk)
      selects = json["selects"]?.bool ?? false
      expected = json["expected"]?.integer.map { Int($0) }
      listed = Int(json["listed"]?.integer ?? 0)
    }

    var text: String {
      var json: JSONObject = [
        "walk": .object(walk.json), "selects": .bool(selects), "listed": .integer(Int64(listed)),
      ]
      json["expected"] = expected.map { .integer(Int64($0)) }
      return JSONValue.object(json).serializedText
    }
  }

  func page(after text: String?) async throws(RemoteError) -> IdentityPage {
    var cursor: Cursor
    let page: ListPage
    if let text {
      cursor = try Cursor(text)
      page = try await lists.page(query(cursor), [.tableQuery])
    } else {
      cursor = Cursor()
      page = try await first(&cursor)
      cursor.expected = page.total
    }
    try cursor.walk.advance(over: page, lists.purpose)
    cursor.listed += page.rows.count
    if page.isLast { try await checkComplete(cursor) }
    let identities = page.rows.map { row in
      guard let record = row.record else { return RowIdentity(id: row.id) }
      return RowIdentity(
        id: record.id, version: record.version, updatedAt: record.updatedAt,
        deleted: record.deleted)
    }
    return IdentityPage(
      identities: identities, next: page.isLast ? nil : cursor.text,
      warnings: page.rows.unusable.warnings(lists.table))
  }

  private func query(_ cursor: Cursor, counts: Bool = false) -> ListQuery {
    ListQuery(
      conditions: cursor.walk.condition(lists.dialect), orderBy: "id", top: max(1, pageSize),
      select: cursor.selects ? Self.columns : nil, counts: counts)
  }

  private func first(_ cursor: inout Cursor) async throws(RemoteError) -> ListPage {
    do {
      let page = try await lists.page(query(cursor, counts: true), [.tableQuery])
      if !page.rows.isEmpty { return page }
    } catch let error where [400, 500].contains(error.answer?.status) {
      // The whole rows, below, show whether it was the choice of columns that it refused.
    }
    cursor.selects = false
    let page = try await lists.page(query(cursor, counts: true), [.tableQuery])
    if page.rows.isEmpty, try await lists.anyRow() != nil {
      throw .malformed(
        detail: "The server lists no row in the order of ids, yet it has rows "
          + "(\(lists.purpose)). Nothing follows from such a list.")
    }
    return page
  }

  private func checkComplete(_ cursor: Cursor) async throws(RemoteError) {
    guard let expected = cursor.expected, cursor.listed < expected else { return }
    // Rows may have gone meanwhile, so the present number decides.
    let now = try await lists.page(ListQuery(top: 1, counts: true), [.tableQuery]).total
    guard let now, cursor.listed < now else { return }
    throw .malformed(
      detail: "The server listed \(cursor.listed) ids of \(now) rows (\(lists.purpose)). Nothing "
        + "follows from an incomplete list; try again when fewer changes are made.")
  }
}
