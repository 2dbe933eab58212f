import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
package import SyncCore

/// The tables of the project's own table service; the protocol itself has no list of tables.
extension AzureRemote: TableListRemote {
  package func tables() async throws(RemoteError) -> [RemoteTable]? {
    let request = ClientRequest(
      .get, requests.configuration.url + "/$tables", headers: requests.headers([]))
    let response = try await client.response(to: request)
    switch response.status {
    case 401, 403, 429: throw client.error(response, "the list of tables")
    case 200: return response.json?["tables"]?.array.map { $0.compactMap(RemoteTable.init) }
    default: return nil
    }
  }
}

extension AzureRemote: RowCountRemote {
  package func rowCount(of table: String) async throws(RemoteError) -> Int? {
    let query = ListQuery(top: 1, counts: true, includesDeleted: false)
    return try await Lists(table: table, remote: self).page(query, [.tableQuery]).total
  }
}

extension RemoteTable {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    self.init(
      name: name,
      columns: (json["columns"]?.array ?? []).compactMap { column in
        column["name"]?.string.map {
          Column($0, column["type"]?.string.flatMap(ColumnType.init) ?? .text)
        }
      })
  }
}
