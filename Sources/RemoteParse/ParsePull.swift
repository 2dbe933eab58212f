import JSONKit
import Support
public import SyncCore

extension ParseRemote {
  /// Rows in the order of their stamps, then ids.
  ///
  /// A stamp is the clock of whichever machine took the write when the write began, so rows may
  /// appear behind one that was seen; the overlap looks for those. From the second page on it reads
  /// up to the newest stamp that the server had then, so that it ends while others go on writing.
  public func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    if request.cursor == nil { try await requireMasterKey() }
    var conditions = try filter(request)
    let cursor = try request.cursor.map { text throws(RemoteError) in try PullPlace(text) }
    let from = cursor.map(\.from) ?? request.start
    if let cursor {
      conditions.append(cursor.condition)
    } else if let from {
      conditions.append(["updatedAt": ["$gte": ParseValues.date(ParseValues.milliseconds(from))]])
    }
    let query = ParseQuery(
      conditions, order: "updatedAt,objectId", limit: max(1, request.pageSize))
    let clock = RequestClock()
    let (rows, _, answer) = try await rows(request.table, query)
    let asOf = cursor.map(\.asOf) ?? clock.sentAt(reader.serverTime(answer))
    // The server may give fewer rows than were asked for: only an empty page is the end.
    guard let last = rows.last else { return PullPage(records: [], asOf: asOf) }
    guard let stamp = last["updatedAt"]?.string else {
      throw .malformed(detail: "Rows of \(request.table) came without a time.")
    }
    let records = rows.compactMap { record($0, request.table) }
    var place = PullPlace(from: from, stamp: stamp, id: lastID(of: rows, at: stamp))
    (place.asOf, place.end) = (asOf, cursor?.end)
    try check(records, after: cursor, from, place, request.table)
    if cursor != nil, place.end == nil, let end = try await newestStamp(request),
      Timestamp(stamp).map({ $0 <= end }) ?? false
    {
      place.end = end
    }
    let isBehindEnd = cursor?.end.flatMap { end in Timestamp(stamp).map { $0 > end } } ?? false
    return PullPage(
      records: records, token: token(stamp, request.token, answer), asOf: asOf,
      next: isBehindEnd ? nil : place.text,
      warnings: Set(rows.compactMap { UnusableID($0["objectId"]) }).warnings(request.table))
  }

  /// The newest stamp that the server has of the query now; nil when it has no row.
  private func newestStamp(_ request: PullRequest) async throws(RemoteError) -> Timestamp? {
    let query = ParseQuery(try filter(request), order: "-updatedAt", limit: 1)
    return try await rows(request.table, query).rows.last?["updatedAt"]?.string
      .flatMap { Timestamp($0) }
  }

  /// The last id of the rows with this stamp; without one all that have one follow.
  private func lastID(of rows: [JSONObject], at stamp: String) -> String {
    rows.last { $0["objectId"]?.string != nil && $0["updatedAt"]?.string == stamp }
      .flatMap { $0["objectId"]?.string } ?? ""
  }

  /// The query's own condition.
  ///
  /// From a token on without its part about the deletion mark, so that deletions come too.
  private func filter(_ request: PullRequest) throws(RemoteError) -> [JSONValue] {
    guard let text = request.filter else { return [] }
    guard case .object(var condition)? = try? JSONValue(parsing: text) else {
      throw .rejected(
        status: 400,
        detail: "The filter of \(request.table) is no JSON object, as the server's `where` is. An "
          + "example: {\"isDeleted\": {\"$ne\": true}}")
    }
    if request.token != nil, let column = request.softDelete.column {
      condition[ParseValues.serverName(column)] = nil
    }
    return condition.isEmpty ? [] : [.object(condition)]
  }

  private func check(
    _ records: [Record], after cursor: PullPlace?, _ from: Timestamp?, _ place: PullPlace,
    _ table: String
  ) throws(RemoteError) {
    let start = cursor.flatMap { Timestamp($0.stamp) } ?? from
    let isEarlier = records.contains { record in
      guard let start, let stamp = record.updatedAt.flatMap({ Timestamp($0) }) else { return false }
      return stamp.milliseconds < start.milliseconds
    }
    let isSame = cursor.map { $0.stamp == place.stamp && $0.id === place.id } ?? false
    guard isEarlier || isSame else { return }
    throw .malformed(
      detail: "The rows of \(table) do not follow the condition on updatedAt that was sent, so a "
        + "pull can't tell what is new. Is there a proxy that drops the query?")
  }

  /// The token behind a row with this stamp; nil when it would lead back.
  ///
  /// Never ahead of the server's clock, as one row stamped in the future would hide every later
  /// change.
  private func token(_ text: String, _ stored: String?, _ answer: ParseAnswer) -> String? {
    guard let stamp = Timestamp(text) else { return nil }
    var token = stamp
    // The header knows whole seconds only.
    if let now = reader.serverTime(answer)?.adding(seconds: 1), stamp > now { token = now }
    if let stored = stored.flatMap({ Timestamp($0) }), token <= stored { return nil }
    return ParseValues.milliseconds(token)
  }
}

/// Where a pull goes on: behind one row, in the order of stamps and ids.
struct PullPlace: Sendable, Hashable {
  var from: Timestamp?
  var stamp: String
  var id: String
  /// The server's time when the pull began, where it says so.
  var asOf: Timestamp?
  /// The newest stamp that the pull has to reach; nil while it is unknown.
  var end: Timestamp?

  init(from: Timestamp?, stamp: String, id: String) {
    self.from = from
    self.stamp = stamp
    self.id = id
  }

  /// A tie is broken by the id, by whatever order the server's database has for ids.
  var condition: JSONValue {
    let date = ParseValues.date(stamp)
    return [
      "$or": [
        ["updatedAt": ["$gt": date]], ["updatedAt": date, "objectId": ["$gt": .string(id)]],
      ]
    ]
  }

  var text: String {
    var json: JSONObject = ["stamp": .string(stamp), "id": .string(id)]
    json["from"] = from.map { .integer($0.ticks) }
    json["asOf"] = asOf.map { .integer($0.ticks) }
    json["end"] = end.map { .integer($0.ticks) }
    return JSONValue.object(json).serializedText
  }

  init(_ text: String) throws(RemoteError) {
    guard let json = try? JSONValue(parsing: text), let stamp = json["stamp"]?.string,
      let id = json["id"]?.string
    else {
      throw .malformed(
        detail: "The mark of the next page is not one that this remote made. Start the pull anew.")
    }
    func moment(_ name: String) -> Timestamp? { json[name]?.integer.map { Timestamp(ticks: $0) } }
    self.init(from: moment("from"), stamp: stamp, id: id)
    (asOf, end) = (moment("asOf"), moment("end"))
  }
}
