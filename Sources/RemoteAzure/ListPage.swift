import HTTPKit
import JSONKit
import Support
import SyncCore

/// A list as the server answered it.
struct ListPage: Sendable {
  var rows: [Row]
  /// All rows that the filter covers, where the server counts.
  var total: Int?
  /// True when the answer says that nothing follows; false when it says nothing about it.
  var isLast: Bool
  /// The server's clock, where it says so.
  var serverTime: Timestamp?

  struct Row: Sendable {
    var record: Record
    var stamp: Timestamp?
  }
}

extension Outcomes {
  /// Finds the rows in any of the forms in which servers of this family wrap a list.
  func list(_ response: AzureResponse, _ purpose: String, top: Int?) throws(RemoteError) -> ListPage
  {
    guard response.isSuccess else { throw error(response, purpose) }
    let json: JSONValue
    do { json = try JSONValue(parsing: response.body) } catch {
      throw .malformed(
        detail: response.isWebPage
          ? "\(host) answered with a web page instead of rows (\(purpose))."
          : "The list of rows is not JSON (\(purpose)): \(error).")
    }
    let object = json.object
    guard let items = json.array ?? object?["items"]?.array ?? object?["results"]?.array else {
      throw .malformed(
        detail: "A list of rows was asked for (\(purpose)), and \(json.kindName) came.")
    }
    var rows: [ListPage.Row] = []
    rows.reserveCapacity(items.count)
    for item in items {
      guard case .object(let row) = item, let record = Record(row: row) else {
        throw .malformed(detail: "A row without an id is in the list (\(purpose)).")
      }
      rows.append(ListPage.Row(record: record, stamp: record.updatedAt.flatMap { Timestamp($0) }))
    }
    let hasNextLink = object?["nextLink"]?.string.map { !$0.isEmpty } ?? false
    if rows.isEmpty && hasNextLink {
      throw .malformed(
        detail: "An empty list says that more rows follow (\(purpose)), so it cannot be trusted.")
    }
    // The toolkit leaves the link out as soon as `$top` is reached, whatever follows.
    let saysEnd = object?["items"] != nil && object?["nextLink"] == .null
    return ListPage(
      rows: rows, total: object?["count"]?.integer.map { Int($0) },
      isLast: rows.isEmpty || (saysEnd && top.map { rows.count < $0 } ?? saysEnd),
      serverTime: response.headers["Date"].flatMap { Timestamp(httpDate: $0) })
  }
}
