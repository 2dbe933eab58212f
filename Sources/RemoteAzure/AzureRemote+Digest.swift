import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
package import Support
package import SyncCore

/// The digests of the project's own table service.
///
/// Every other server answers 404 or something else that makes no sense here, and is then asked for
/// a complete listing.
extension AzureRemote: DigestRemote {
  package func digest(_ table: String, buckets: Int) async -> RowDigest? {
    guard let json = await answer(requests.digest(table, buckets: buckets)),
      let rows = json["rows"]?.integer.flatMap({ Int(exactly: $0) }), rows >= 0,
      let sums = sums(json["sums"]), sums.count == buckets
    else { return nil }
    return RowDigest(rows: rows, sums: sums)
  }

  package func identities(
    _ table: String, inBuckets buckets: [Int], of count: Int
  ) async -> [RowIdentity]? {
    guard let json = await answer(requests.digestRows(table, buckets, of: count)),
      let sums = sums(json["sums"]), sums.count == buckets.count, let rows = json["rows"]?.array
    else { return nil }
    var digest = RowDigest(buckets: count)
    var identities: [RowIdentity] = []
    for row in rows {
      guard let row = row.array, row.count == 4, let id = row[0].string,
        let deleted = row[3].bool
      else { return nil }
      let identity = RowIdentity(
        id: id, version: row[1].string, updatedAt: row[2].string, deleted: deleted)
      identity.add(to: &digest)
      identities.append(identity)
    }
    // A row that was lost on the way would pass for one that the server does not have.
    guard buckets.map({ digest.sums[$0] }) == sums else { return nil }
    return identities
  }

  private func answer(_ request: ClientRequest) async -> JSONValue? {
    guard let response = try? await client.send(request), response.status == 200 else {
      return nil
    }
    return response.json
  }

  /// Eight bytes for each sum, the highest first, in base64.
  private func sums(_ json: JSONValue?) -> [UInt64]? {
    guard let bytes = json?.string.flatMap(Base64.decode), bytes.count % 8 == 0 else { return nil }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension AzureRequests {
  fileprivate func digest(_ table: String, buckets: Int) -> ClientRequest {
    ClientRequest(.get, digestURL(table) + "?buckets=\(buckets)", headers: headers([]))
  }

  fileprivate func digestRows(_ table: String, _ buckets: [Int], of count: Int) -> ClientRequest {
    let body: JSONValue = [
      "buckets": .integer(Int64(count)), "list": .array(buckets.map { .integer(Int64($0)) }),
    ]
    return ClientRequest(
      .post, digestURL(table), headers: headers([], body: true), body: body.serialized)
  }

  private func digestURL(_ table: String) -> String {
    configuration.url + "/$digest/" + PercentEncoding.encodeSegment(table)
  }
}
