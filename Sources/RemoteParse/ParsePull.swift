import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension ParseRemote {
  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    // A pull that goes on where an earlier one broke off begins with a cursor.
    try await requireMasterKey()
    return try await ParsePull(remote: self, request: request).page()
  }
}

/// Reads what changed, so that no row is left out and every pull ends.
///
/// **Without a token** a class is read by `objectId`, one key to the next: `updatedAt` has no index in
/// Parse's databases, so each page in its order sorts the class. The newest stamp and the greatest id
/// are asked for before; a read that broke off goes on behind its last page, however late. What changed
/// since the read began follows in the order of stamps. A large class is read in a few parts at once,
/// so that the server, its database and this program work at the same time.
///
/// **From a token on** rows come in the order of their stamps. A stamp is the clock of whichever machine
/// took the write when the write began, so rows may appear behind one that was seen; the overlap looks
/// for those. From the second page on it reads up to the newest stamp that the server had then, so that
/// it ends while others go on writing.
///
/// The server prints milliseconds and compares what its database keeps: a row changed by SQL may have
/// microseconds, so a condition never names a printed stamp alone but the millisecond that it stands
/// for. A page begins with the millisecond in which the one before ended, without the rows of it that
/// have come; where they are many, that millisecond is read by `objectId`.
struct ParsePull: Sendable {
  let remote: ParseRemote
  let request: PullRequest

  /// Rows of one millisecond that a condition names; of more the millisecond is read by id.
  static let knownMax = 100
  static let earliest = Timestamp.epoch

  func page() async throws(RemoteError) -> PullPage {
    if let text = request.cursor { return try await step(ParsePullCursor(text)) }
    if let start = request.start {
      return try await step(ParsePullCursor(.since(from: start.wholeMillisecond, known: [])))
    }
    return try await step(begin())
  }

  private func step(_ cursor: ParsePullCursor) async throws(RemoteError) -> PullPage {
    switch cursor.phase {
    case .all(let parts): try await all(cursor, parts)
    case .since(let from, let known): try await since(cursor, from, known)
    case .window(let from, let after): try await window(cursor, from, after)
    }
  }

  // MARK: The whole class

  private func begin() async throws(RemoteError) -> ParsePullCursor {
    var cursor = ParsePullCursor(.all([.init()]))
    let clock = RequestClock()
    let newest = try await newest(isSince: false, counts: remote.configuration.masterKey != nil)
    cursor.asOf = clock.sentAt(newest.answer.serverTime)
    cursor.expected = newest.count
    guard let stamp = newest.stamp else { return cursor }
    cursor.token = token(stamp, newest.answer, above: nil)
    cursor.phase = .all(try await parts(ofCount: newest.count))
    return cursor
  }

  private func all(
    _ cursor: ParsePullCursor, _ parts: [ParsePullCursor.Part]
  ) async throws(RemoteError) -> PullPage {
    let reads = await withTaskGroup(
      of: (Int, Result<PartRead, RemoteError>).self, returning: [Result<PartRead, RemoteError>].self
    ) { group in
      for (index, part) in parts.enumerated() {
        group.addTask { (index, await self.read(part)) }
      }
      var reads: [(Int, Result<PartRead, RemoteError>)] = []
      for await read in group { reads.append(read) }
      return reads.sorted { $0.0 < $1.0 }.map(\.1)
    }
    var next = cursor
    var taken = Taken()
    var left: [ParsePullCursor.Part] = []
    for read in reads {
      let read = try read.get()
      taken.add(read.taken)
      next.delivered += read.count
      if let rest = read.rest { left.append(rest) }
    }
    next.phase = .all(left)
    return left.isEmpty
      ? try await finished(taken, next) : answer(taken, next, next: next.text, place: next.place)
  }

  /// The next page of a part.
  private func read(_ part: ParsePullCursor.Part) async -> Result<PartRead, RemoteError> {
    var bounds = JSONObject()
    bounds["$gt"] = part.after.map(JSONValue.string)
    bounds["$lte"] = part.end.map(JSONValue.string)
    let condition: [JSONValue] = bounds.isEmpty ? [] : [["objectId": .object(bounds)]]
    do throws(RemoteError) {
      let (rows, _) = try await rows(condition, "objectId", isSince: false)
      // The server may give fewer rows than were asked for: only an empty page is the end, or the
      // id that was the last one.
      guard !rows.isEmpty else { return .success(PartRead()) }
      let last = try lastID(of: rows, after: part.after)
      let rest = ParsePullCursor.Part(after: last, end: part.end)
      return .success(
        PartRead(
          taken: taken(rows), count: rows.count, rest: last === part.end ? nil : rest))
    } catch {
      return .failure(error)
    }
  }

  private struct PartRead: Sendable {
    var taken = Taken()
    var count = 0
    /// What follows; nil at the end of the part.
    var rest: ParsePullCursor.Part?
  }

  /// The last page of the whole class; what was written meanwhile comes next.
  private func finished(
    _ rows: Taken, _ cursor: ParsePullCursor
  ) async throws(RemoteError) -> PullPage {
    var next = cursor
    guard let token = cursor.token, let stamp = Timestamp(token) else { return answer(rows, next) }
    if let missing = try await missing(cursor, stamp) {
      (next.phase, next.token) = (.since(from: Self.earliest, known: []), nil)
      return answer(
        rows, next, next: next.text,
        warnings: [
          "\(missing) rows of \(request.table) were counted by the server and not listed by "
            + "objectId; the class is read once more in the order of updatedAt."
        ])
    }
    // Rows of the token's own millisecond have come. The next pull reads it again, as it may be one
    // in which rows were still written.
    next.phase = .since(from: stamp.adding(milliseconds: 1), known: [])
    return answer(rows, next, token: token, next: next.text)
  }

  /// The id to go on behind; only the server knows how its database orders ids.
  private func lastID(
    of rows: [JSONObject], after: String?
  ) throws(RemoteError) -> String {
    let ids = rows.compactMap { $0["objectId"]?.string }
    // Without an id to go on from, all rows that have one follow.
    let last = ids.last ?? ""
    guard last !== after, !ids.contains(where: { $0 === after }) else {
      throw .malformed(
        detail: "The server gives the same rows of \(request.table) again instead of those behind "
          + "the last objectId. Is there a proxy that drops the query?")
    }
    return last
  }

  // MARK: By stamp

  private func since(
    _ cursor: ParsePullCursor, _ from: Timestamp, _ known: [String]
  ) async throws(RemoteError) -> PullPage {
    let clock = RequestClock()
    let (rows, answered) = try await rows(
      [Self.condition(from, without: known)], "updatedAt,objectId", isSince: true)
    var next = cursor
    if request.cursor == nil { next.asOf = clock.sentAt(answered.serverTime) }
    try check(rows, from, to: nil, without: known)
    guard let last = rows.last else { return answer(taken(rows), next) }
    guard let stamp = last["updatedAt"]?.string.flatMap({ Timestamp($0) })?.wholeMillisecond else {
      throw .malformed(detail: "Rows of \(request.table) came without a time.")
    }
    let came = rows.filter { $0["updatedAt"]?.string.flatMap { Timestamp($0) } == stamp }
      .compactMap { $0["objectId"]?.string }
    let border = stamp == from ? known + came : came
    next.phase =
      border.count > Self.knownMax
      ? .window(from: stamp, after: nil) : .since(from: stamp, known: border)
    let token = token(stamp, answered, above: request.token ?? cursor.token)
    var isEnd = cursor.end.map { stamp > $0 } ?? false
    // A server that cut the first page cuts the others too.
    if !isEnd, !cursor.isUnderWay { isEnd = try await isLast(rows) }
    if !isEnd { try await findEnd(&next, behind: stamp) }
    return answer(taken(rows), next, token: token, next: isEnd ? nil : next.text)
  }

  /// One page of a millisecond with many rows.
  private func window(
    _ cursor: ParsePullCursor, _ from: Timestamp, _ after: String?
  ) async throws(RemoteError) -> PullPage {
    let end = from.adding(milliseconds: 1)
    let behind: [JSONValue] = after.map { [["objectId": ["$gt": .string($0)]]] } ?? []
    let (rows, _) = try await rows(
      [Self.condition(from, to: end)] + behind, "objectId", isSince: true)
    try check(rows, from, to: end)
    var next = cursor
    next.phase =
      rows.isEmpty
      ? .since(from: end, known: [])
      : .window(from: from, after: try lastID(of: rows, after: after))
    return answer(taken(rows), next, next: next.text)
  }

  /// Rows changed from `from` on; of its own millisecond without those that have come.
  private static func condition(_ from: Timestamp, without known: [String]) -> JSONValue {
    let start = ParseValues.date(ParseValues.milliseconds(from))
    if known.isEmpty { return ["updatedAt": ["$gte": start]] }
    let end = from.adding(milliseconds: 1)
    guard case .object(var rest) = condition(from, to: end) else { return [:] }
    rest["objectId"] = ["$nin": .array(known.map(JSONValue.string))]
    return [
      "$or": [
        ["updatedAt": ["$gte": ParseValues.date(ParseValues.milliseconds(end))]], .object(rest),
      ]
    ]
  }

  private static func condition(_ from: Timestamp, to end: Timestamp) -> JSONValue {
    [
      "updatedAt": [
        "$gte": ParseValues.date(ParseValues.milliseconds(from)),
        "$lt": ParseValues.date(ParseValues.milliseconds(end)),
      ]
    ]
  }

  // MARK: Parts

  private func rows(
    _ conditions: [JSONValue], _ order: String, isSince: Bool
  ) async throws(RemoteError) -> ([JSONObject], RemoteResponse) {
    let query = ParseQuery(
      try filter(isSince: isSince) + conditions, order: order, limit: max(1, request.pageSize))
    let (rows, _, answer) = try await remote.rows(request.table, query)
    return (rows, answer)
  }

  /// The query's own condition.
  ///
  /// - Parameter isSince: Leaves out its part about the deletion mark, so that deletions come too.
  func filter(isSince: Bool) throws(RemoteError) -> [JSONValue] {
    guard let text = request.filter else { return [] }
    guard case .object(var condition)? = try? JSONValue(parsing: text) else {
      throw .rejected(
        status: 400,
        detail: "The filter of \(request.table) is no JSON object, as the server’s `where` is. An "
          + "example: {\"isDeleted\": {\"$ne\": true}}")
    }
    if isSince, let column = request.softDelete.column {
      condition[ParseValues.serverName(column)] = nil
    }
    return condition.isEmpty ? [] : [.object(condition)]
  }

  /// Rows as the store takes them, with what a person should know of them.
  private struct Taken: Sendable {
    var records: [Record] = []
    var warnings: [String] = []

    mutating func add(_ other: Taken) {
      records += other.records
      for warning in other.warnings where !warnings.contains(identical: warning) {
        warnings.append(warning)
      }
    }
  }

  private func taken(_ rows: [JSONObject]) -> Taken {
    var taken = Taken(records: rows.compactMap { remote.record($0, request.table) })
    taken.warnings = Set(rows.compactMap { UnusableID($0["objectId"]) }).warnings(request.table)
    if rows.contains(where: { $0["updatedAt"]?.string == nil }) {
      taken.warnings.append(
        "Rows of \(request.table) have no updatedAt on the server, so later changes to them come "
          + "only with a full pull.")
    }
    return taken
  }

  private func answer(
    _ rows: Taken, _ cursor: ParsePullCursor, token: String? = nil, next: String? = nil,
    place: String? = nil, warnings: [String] = []
  ) -> PullPage {
    PullPage(
      records: rows.records, token: token, asOf: cursor.asOf, next: next, place: place,
      warnings: warnings + rows.warnings)
  }
}
