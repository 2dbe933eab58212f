import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension CloudKitRemote {
  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    var walk = try request.cursor.map(QueryWalk.init) ?? QueryWalk()
    let clock = RequestClock()
    let answer = try await ask(
      try queryBody(request, until: walk.end, marker: walk.marker), about: request.table)
    if request.cursor == nil { walk.asOf = clock.sentAt(answer.serverTime) }
    let (records, unusable) = try self.records(of: request.table, in: answer)
    walk.take(records)
    var page = PullPage(
      records: records, columns: types.columns(of: records, in: request.table), asOf: walk.asOf,
      warnings: unusable.warnings(request.table))
    if let marker = answer.marker {
      guard marker != walk.marker else {
        throw .malformed(detail: "The list of \(request.table) leads to the same page again.")
      }
      walk.marker = marker
      // A longer walk begins again with an end, so that it ends while others go on writing: the
      // mark of the next page belongs to the conditions that it was made for. A server that names
      // a stamp before those that came did not sort as it was asked to.
      if walk.end == nil, let end = try await newestStamp(request), walk.newest ?? end <= end {
        (walk.end, walk.marker) = (end, nil)
      }
      page.next = walk.text
      return page
    }
    // Only now is everything up to the newest stamp here: the order of a query is not vouched for.
    page.token =
      walk.newest.flatMap { newest in
        guard let stored = request.token.flatMap({ Timestamp($0) }) else { return newest }
        return newest > stored ? newest : nil
      }?.description
    return page
  }

  /// The newest stamp that the server has of the query now; nil when it has no record.
  private func newestStamp(_ request: PullRequest) async throws(RemoteError) -> Timestamp? {
    var newest = request
    newest.pageSize = 1
    let answer = try await ask(try queryBody(newest, ascending: false), about: request.table)
    return try records(of: request.table, in: answer).records.first?.updatedAt
      .flatMap { Timestamp($0) }
  }

  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    guard !configuration.hasFeed else {
      return try await feedIdentities(table, after: cursor, pageSize: pageSize)
    }
    var body = envelope(table, [:], marker: cursor, pageSize: pageSize)
    body["desiredKeys"] = []
    let answer = try await ask(body, about: table)
    let (records, unusable) = try records(of: table, in: answer)
    guard answer.marker == nil || answer.marker != cursor else {
      throw .malformed(detail: "The list of \(table) leads to the same page again.")
    }
    return IdentityPage(
      identities: records.map(RowIdentity.init), next: answer.marker,
      warnings: unusable.warnings(table))
  }

  /// The zone's feed from its beginning: complete, and without any index.
  private func feedIdentities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    let zone = layout.zone(of: table)
    let entry = try await changes(of: zone, after: cursor, pageSize: pageSize, keys: [])
    guard !entry.isTokenLost else {
      throw .malformed(detail: "The server lost the place in the list of \(table). Compare again.")
    }
    guard !entry.hasMore || entry.token != cursor else {
      throw .malformed(detail: "The list of \(table) leads to the same page again.")
    }
    let records = entry.lastStates.compactMap(reader(zone).record)
      .filter { $0.table === table && !$0.record.deleted }
    let type = layout.recordType(of: table)
    let unusable = entry.lastStates.filter { $0["recordType"]?.string === type }
      .compactMap { UnusableID($0["recordName"]) }
    return IdentityPage(
      identities: records.map { RowIdentity($0.record) },
      next: entry.hasMore ? entry.token : nil, warnings: Set(unusable).warnings(table))
  }

  // MARK: - Steps

  private func queryBody(
    _ request: PullRequest, until end: Timestamp? = nil, marker: String? = nil,
    ascending: Bool = true
  ) throws(RemoteError) -> JSONObject {
    var filters = try QueryFilter.parsed(request.filter)
    for (comparator, moment) in [
      ("GREATER_THAN_OR_EQUALS", request.start), ("LESS_THAN_OR_EQUALS", end),
    ] {
      guard let moment else { continue }
      filters.append([
        "systemFieldName": "modifiedTimestamp", "comparator": .string(comparator),
        "fieldValue": ["value": .integer(moment.milliseconds), "type": "TIMESTAMP"],
      ])
    }
    var query = JSONObject()
    if !filters.isEmpty { query["filterBy"] = .array(filters.map { .object($0) }) }
    query["sortBy"] = [["systemFieldName": "modifiedTimestamp", "ascending": .bool(ascending)]]
    return envelope(request.table, query, marker: marker, pageSize: request.pageSize)
  }

  private func envelope(
    _ table: String, _ conditions: JSONObject, marker: String?, pageSize: Int
  ) -> JSONObject {
    var query: JSONObject = ["recordType": .string(layout.recordType(of: table))]
    for (name, value) in conditions { query[name] = value }
    var body: JSONObject = [
      "query": .object(query), "zoneID": .object(layout.zone(of: table).json),
      "resultsLimit": .integer(Int64(min(max(pageSize, 1), Self.recordsMax))),
    ]
    body["continuationMarker"] = marker.map { .string($0) }
    return body
  }

  private func records(
    of table: String, in answer: QueryAnswer
  ) throws(RemoteError) -> (records: [Record], unusable: Set<UnusableID>) {
    try answer.records(of: table, reader(layout.zone(of: table)), connection)
  }

  private func ask(_ body: JSONObject, about table: String) async throws(RemoteError) -> QueryAnswer
  {
    do throws(CallFailure) {
      let answer = try await connection.call("records/query", body)
      return QueryAnswer(object: answer.object, serverTime: answer.response.serverTime)
    } catch {
      if case .refused(let response) = error, response.errorCode == "BAD_REQUEST" {
        let told = connection.client.message(in: response) ?? "BAD_REQUEST"
        throw .rejected(
          status: 400,
          detail:
            "\(told.asClause). A query needs indexes: in CloudKit Console, recordName and every "
            + "field of the filter must be queryable for \(table), and modifiedTimestamp queryable "
            + "and sortable.")
      }
      throw connection.error(error)
    }
  }
}

private struct QueryAnswer {
  var object: JSONObject
  /// The server's clock, where it says so.
  var serverTime: Timestamp?

  var marker: String? { object["continuationMarker"]?.string }

  func records(
    of table: String, _ reader: RecordReader, _ connection: CloudKitConnection
  ) throws(RemoteError) -> (records: [Record], unusable: Set<UnusableID>) {
    guard let items = object["records"]?.array else {
      throw .malformed(detail: "Records of \(table) were asked for, and something else came.")
    }
    var records: [Record] = []
    var unusable: Set<UnusableID> = []
    for case .object(let entry) in items {
      let part = RemoteResponse(entry)
      guard part.isSuccess else { throw connection.error(part) }
      if let fault = UnusableID(entry["recordName"]) { unusable.insert(fault) }
      guard let record = reader.record(entry), record.table === table else { continue }
      records.append(record.record)
    }
    return (records, unusable)
  }
}

/// Where a walk through a query's pages stands.
private struct QueryWalk {
  var marker: String?
  var newest: Timestamp?
  /// The server's time when the pull began, where it says so.
  var asOf: Timestamp?
  /// The newest stamp that the pull has to reach; nil while it is unknown.
  var end: Timestamp?

  init() {}

  init(_ text: String) throws(RemoteError) {
    let json = try JSONObject(cursor: text)
    marker = json["marker"]?.string
    func moment(_ name: String) -> Timestamp? {
      json[name]?.integer.map { Timestamp(milliseconds: $0) }
    }
    (newest, asOf, end) = (moment("newest"), moment("asOf"), moment("end"))
  }

  var text: String {
    var json = JSONObject()
    json["marker"] = marker.map { .string($0) }
    json["newest"] = newest.map { .integer($0.milliseconds) }
    json["asOf"] = asOf.map { .integer($0.milliseconds) }
    json["end"] = end.map { .integer($0.milliseconds) }
    return JSONValue.object(json).serializedText
  }

  mutating func take(_ records: [Record]) {
    for stamp in records.compactMap({ $0.updatedAt.flatMap { Timestamp($0) } }) {
      newest = max(newest ?? stamp, stamp)
    }
  }
}

/// The filter of a pull: the protocol's own list of conditions, as JSON text.
enum QueryFilter {
  static func parsed(_ text: String?) throws(RemoteError) -> [JSONObject] {
    guard let text else { return [] }
    let items: [JSONValue]
    switch try? JSONValue(parsing: text) {
    case .array(let list): items = list
    case .object(let one): items = [.object(one)]
    default: items = [.null]
    }
    let objects = items.compactMap(\.object)
    guard objects.count == items.count, objects.allSatisfy({ $0["comparator"] != nil }) else {
      throw .rejected(
        status: 400,
        detail: #"The filter can’t be read. Write conditions as JSON, such as [{"fieldName":"#
          + #""done","comparator":"EQUALS","fieldValue":{"value":0}}]."#)
    }
    return objects
  }
}

extension RowIdentity {
  fileprivate init(_ record: Record) {
    self.init(id: record.id, version: record.version, updatedAt: record.updatedAt)
  }
}
