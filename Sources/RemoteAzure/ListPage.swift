import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// A list as the server answered it.
struct ListPage: Sendable {
  var rows: ListRows
  /// All rows that the filter covers, where the server counts.
  var total: Int?
  /// True when the answer says that nothing follows; false when it says nothing about it.
  var isLast: Bool
  /// The server's clock when it answered, where it says so.
  var serverTime: Timestamp?
  /// The same when it was asked.
  var askedAt: Timestamp?
}

extension Lists {
  /// Finds the rows in any of the forms in which servers of this family wrap a list.
  func page(_ response: RemoteResponse, top: Int?) throws(RemoteError) -> ListPage {
    guard response.isSuccess else { throw client.error(response, purpose) }
    let (rows, wrapper, hasItems) = try rows(response)
    let hasNextLink = wrapper["nextLink"]?.string.map { !$0.isEmpty } ?? false
    if rows.isEmpty && hasNextLink {
      throw .malformed(
        detail: "An empty list says that more rows follow (\(purpose)), so it cannot be trusted.")
    }
    // The toolkit leaves the link out as soon as `$top` is reached, whatever follows.
    let saysEnd = hasItems && wrapper["nextLink"] == .null
    return ListPage(
      rows: rows, total: wrapper["count"]?.integer.map { Int($0) },
      isLast: rows.isEmpty || (saysEnd && top.map { rows.count < $0 } ?? saysEnd),
      serverTime: response.serverTime)
  }

  private typealias Answer = (rows: ListRows, wrapper: JSONObject, hasItems: Bool)

  private func rows(_ response: RemoteResponse) throws(RemoteError) -> Answer {
    do {
      let names = ["items", "results"]
      if let rows = try JSONRows(parsing: response.body, listedUnder: names),
        let list = ListRows(wire: rows)
      {
        return (list, rows.rest, rows.listName == "items" || rows.rest["items"] != nil)
      }
      return try records(JSONValue(parsing: response.body))
    } catch let error as RemoteError {
      throw error
    } catch {
      throw .malformed(
        detail: response.isWebPage
          ? "\(client.host) answered with a web page instead of rows (\(purpose))."
          : "The list of rows is not JSON (\(purpose)): \(error).")
    }
  }

  /// Reads what is no plain list of rows, value by value.
  private func records(_ json: JSONValue) throws(RemoteError) -> Answer {
    let object = json.object
    guard let items = json.array ?? object?["items"]?.array ?? object?["results"]?.array else {
      throw .malformed(
        detail: "The response is not a list of rows (\(purpose)).")
    }
    let objects = items.compactMap(\.object)
    guard objects.count == items.count, let rows = ListRows(objects) else {
      throw .malformed(detail: "The list contains values that are not rows with ids (\(purpose)).")
    }
    return (rows, object ?? JSONObject(), object?["items"] != nil)
  }
}
