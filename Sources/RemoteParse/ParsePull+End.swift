import JSONKit
import Support
import SyncCore

/// Where a pull ends, and what the next one begins with.
extension ParsePull {
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
  ) async throws(RemoteError) -> (stamp: Timestamp?, count: Int?, answer: ParseAnswer) {
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
    _ stamp: Timestamp, _ answer: ParseAnswer, above stored: String?
  ) -> String? {
    var token = stamp
    // The header knows whole seconds only.
    if let now = remote.reader.serverTime(answer)?.adding(seconds: 1), stamp > now { token = now }
    if let stored = stored.flatMap({ Timestamp($0) }), token <= stored { return nil }
    return ParseValues.milliseconds(token)
  }
}

extension Timestamp {
  /// This moment, cut to the precision that the server prints.
  var wholeMillisecond: Timestamp { Timestamp(milliseconds: milliseconds) }
}
