import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Where a pull ends, and what the next one begins with.
extension ParsePull {
  /// Parts of a class that are read at once.
  static let partsMax = 3
  /// Pages that a part has at least.
  private static let partPagesMin = 4

  /// The ranges of ids in which the whole class is read, up to the greatest id that there is now.
  ///
  /// - Parameter count: Of the rows, where the server told it: the parts have about the same size.
  func parts(
    ofCount count: Int?
  ) async throws(RemoteError) -> [ParsePullCursor.Part] {
    var parts: [ParsePullCursor.Part] = []
    var after: String?
    let isLarge = count.map { $0 > Self.partsMax * Self.partPagesMin * request.pageSize } ?? false
    if let count, isLarge {
      for number in 1..<Self.partsMax {
        let border = try await id("objectId", skip: count / Self.partsMax * number)
        guard let border, border !== after else { continue }
        parts.append(.init(after: after, end: border))
        after = border
      }
    }
    let last = try await id("-objectId", skip: 0)
    return parts + [.init(after: after, end: last === after ? nil : last)]
  }

  /// The id at a place in the order of ids; nil where there is none to go by.
  private func id(_ order: String, skip: Int) async throws(RemoteError) -> String? {
    var query = ParseQuery(try filter(isSince: false), order: order, limit: 1)
    query.keys = "objectId"
    query.skip = skip
    let id = try await remote.rows(request.table, query).rows.first?["objectId"]?.string
    return id == "" ? nil : id
  }

  /// How many rows did not come that were there when the read began and still are; nil for none.
  func missing(
    _ cursor: ParsePullCursor, _ start: Timestamp
  ) async throws(RemoteError) -> Int? {
    guard let expected = cursor.expected, cursor.delivered < expected else { return nil }
    let end = ParseValues.date(ParseValues.milliseconds(start.adding(milliseconds: 1)))
    var query = ParseQuery(
      try filter(isSince: false) + [["createdAt": ["$lt": end]]], limit: 0)
    query.counts = true
    let count = try await remote.rows(request.table, query).count ?? 0
    return cursor.delivered < count ? count - cursor.delivered : nil
  }

  /// Whether `rows`, a page in the order of `updatedAt`, is the last one.
  ///
  /// A page with fewer rows than were asked for is the last unless a limit of the server cut it. One
  /// id more than it has rows, in no order, shows that no limit did: the database gives those at once,
  /// where another page in the order of `updatedAt` would sort the class.
  func isLast(_ rows: [JSONObject]) async throws(RemoteError) -> Bool {
    guard rows.count < request.pageSize else { return false }
    var query = ParseQuery(limit: rows.count + 1)
    query.keys = "objectId"
    return try await remote.rows(request.table, query).rows.count > rows.count
  }

  /// Notes the newest stamp that the server has, from the second page on.
  func findEnd(
    _ cursor: inout ParsePullCursor, behind stamp: Timestamp
  ) async throws(RemoteError) {
    guard cursor.end == nil else { return }
    guard cursor.isUnderWay else {
      cursor.isUnderWay = true
      return
    }
    if let end = try await newest(isSince: true, counts: false).stamp, end >= stamp {
      cursor.end = end
    }
  }

  /// The newest stamp that the server has of the query now; nil when no row has one.
  func newest(
    isSince: Bool, counts: Bool
  ) async throws(RemoteError) -> (stamp: Timestamp?, count: Int?, answer: RemoteResponse) {
    // Without the bound a server on PostgreSQL puts rows without a stamp first.
    let bound: JSONValue = [
      "updatedAt": ["$gte": ParseValues.date(ParseValues.milliseconds(Self.earliest))]
    ]
    var query = ParseQuery(
      try filter(isSince: isSince) + [bound], order: "-updatedAt", limit: 1)
    query.counts = counts
    let (rows, count, answer) = try await remote.rows(request.table, query)
    let stamp = rows.last?["updatedAt"]?.string.flatMap { Timestamp($0) }
    return (stamp?.wholeMillisecond, count, answer)
  }

  /// The token behind a row with this stamp; nil when it would lead back behind `stored`.
  ///
  /// Never ahead of the server's clock, as one row stamped in the future would hide every later
  /// change.
  func token(
    _ stamp: Timestamp, _ answer: RemoteResponse, above stored: String?
  ) -> String? {
    var token = stamp
    // The header knows whole seconds only.
    if let now = answer.serverTime?.adding(seconds: 1), stamp > now { token = now }
    if let stored = stored.flatMap({ Timestamp($0) }), token <= stored { return nil }
    return ParseValues.milliseconds(token)
  }

  /// Refuses an answer that shows that the server looked past the condition.
  func check(
    _ rows: [JSONObject], _ from: Timestamp, to end: Timestamp?, without known: [String] = []
  ) throws(RemoteError) {
    let known = UTF8Set(known)
    let isForeign = rows.contains { row in
      guard let stamp = row["updatedAt"]?.string.flatMap({ Timestamp($0) })?.wholeMillisecond
      else { return false }
      let isKnown = stamp == from && row["objectId"]?.string.map(known.contains) ?? false
      return stamp < from || end.map { stamp >= $0 } ?? false || isKnown
    }
    guard isForeign else { return }
    throw .malformed(
      detail:
        "The rows of \(request.table) do not follow the condition on updatedAt that was sent, "
        + "so a pull can’t tell what is new. Is there a proxy that drops the query?")
  }
}
