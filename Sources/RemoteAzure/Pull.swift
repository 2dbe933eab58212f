import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Reads what changed, so that no row is left out and every pull ends.
///
/// **From a token on** rows come in the order of their stamps, each page beginning at the greatest
/// stamp of the one before: a row that changes in between moves behind and comes again, where
/// `$skip` would pass over its neighbour. When a page has one printed stamp only, the time that it
/// stands for is read by id, since the server may keep finer stamps than it prints.
///
/// **Without a token** the table is read by id: that includes rows without a stamp, does not depend
/// on clocks, and cannot be held up by rows that change meanwhile. The greatest stamp is asked for
/// before, so the token never runs ahead of a change made during the read. The number of rows is
/// asked for with it; when fewer have come in the end, the server's order of ids was not what it
/// seemed, and a second read in the order of stamps brings the rest. A read that broke off can go on
/// behind its last page however late: what changed in between is newer than that first stamp.
///
/// **While others write** a pull ends all the same: from its second page on it reads up to the newest
/// stamp that the server had then, or to the last id, and leaves what is newer to the next pull. It
/// asks for these itself, since the clock of `Date` and the one that stamps rows may differ.
///
/// A short page proves nothing, since the server's own limit is unknown: a pull ends with an empty
/// answer, or where the server says itself that nothing follows. Links of the server are never
/// followed, some lead nowhere.
struct Pull: Sendable {
  let request: PullRequest
  let lists: Lists
  /// Asked where the server does not say what time it is.
  let time: any TimeSource

  /// Rows at the end of a short page that a probe can name in its condition.
  private static let probeRowsMax = 20
  /// The same in bytes of their ids, since servers limit the length of a URL.
  private static let probeBytesMax = 1_000
  /// How far a printed stamp may lie before the real one, for servers that print whole seconds.
  private static let printToleranceSeconds: Int64 = 1
  /// A stamp further ahead of the server's clock than this is no place to go on from.
  private static let clockToleranceSeconds: Int64 = 300
  static let earliest = Timestamp("1970-01-01") ?? .epoch

  var dialect: QueryDialect { lists.dialect }

  func page() async throws(RemoteError) -> PullPage {
    if let cursor = request.cursor { return try await step(PullCursor(cursor)) }
    var warnings: [String] = []
    var start: PullCursor
    if let from = request.start {
      start = PullCursor(
        .since(from: max(from, Self.yearOne).wholeMillisecond, mayProbe: true))
    } else {
      if let token = request.token {
        warnings.append(
          "The delta token “\(token)” is no date, so the whole of \(request.table) is read.")
      }
      start = try await beginAll()
    }
    var page = try await step(start)
    page.warnings = warnings + page.warnings
    if page.batch.isEmpty, page.next == nil { page.warnings += try await filterWarnings() }
    return page
  }

  private static let yearOne = Timestamp("0001-01-01") ?? .epoch

  private func step(_ cursor: PullCursor) async throws(RemoteError) -> PullPage {
    switch cursor.phase {
    case .all(let walk): try await all(cursor, walk)
    case .since(let from, let mayProbe): try await since(cursor, from, mayProbe: mayProbe)
    case .window(let from, let end, let walk): try await window(cursor, from, end, walk)
    case .probe(let from, let known): try await probe(cursor, from, known)
    }
  }

  // MARK: The whole table

  private func beginAll() async throws(RemoteError) -> PullCursor {
    var cursor = PullCursor(.all(KeysetWalk()))
    do {
      let newest = try await newest(counts: true)
      cursor.asOf = newest.askedAt
      cursor.expected = newest.total
      cursor.finalToken = newest.rows.compactMap(\.stamp).max().map { token($0, newest) }
    } catch let error where [400, 500].contains(error.answer?.status) {
      // A table without updatedAt is read all the same; any other mistake shows on the next request.
    }
    return cursor
  }

  private func all(
    _ cursor: PullCursor, _ walk: KeysetWalk
  ) async throws(RemoteError) -> PullPage {
    let end = cursor.lastID.map { ["(id le \(dialect.literal($0)))"] } ?? []
    let page = try await lists.page(
      query(walk.condition(dialect) + end, "id"), [.tableQuery, .offlineSync])
    var walk = walk
    try walk.advance(over: page, lists.purpose)
    var next = cursor
    next.delivered += page.rows.count
    next.phase = .all(walk)
    guard page.isLast else {
      try await findLastID(&next, page)
      return answer(page, next, next: next.text, place: next.place)
    }
    if let expected = next.expected, next.delivered < expected {
      next.phase = .since(from: Self.earliest, mayProbe: false)
      return answer(
        page, next, next: next.text, place: next.place,
        warnings: [
          "The server counted \(expected) rows of \(request.table) and listed \(next.delivered) "
            + "by id; the table is read once more in the order of updatedAt."
        ])
    }
    var warnings: [String] = []
    if next.finalToken == nil, next.delivered > 0 {
      warnings.append(
        "The rows of \(request.table) have no updatedAt, so every pull reads the whole table.")
    }
    return answer(page, next, token: next.finalToken, warnings: warnings)
  }

  // MARK: By stamp

  private func since(
    _ cursor: PullCursor, _ from: Timestamp, mayProbe: Bool
  ) async throws(RemoteError) -> PullPage {
    let page = try await lists.page(
      query(["(updatedAt ge \(dialect.literal(from)))"], "updatedAt,id"), Self.incremental)
    try check(page, isFrom: from)
    var next = cursor
    if request.cursor == nil, request.start != nil { next.asOf = page.askedAt }
    guard !page.rows.isEmpty else { return answer(page, next) }
    guard let newest = page.rows.compactMap(\.stamp).max()?.wholeMillisecond else {
      throw .malformed(
        detail: "The server listed rows without updatedAt (\(lists.purpose)).")
    }
    let newToken = cursor.keepsToken ? nil : advanced(token(newest, page))
    let isBehindEnd = cursor.end.map { newest > $0 } ?? false
    if page.isLast || isBehindEnd { return answer(page, next, token: newToken) }
    next.largestPage = max(cursor.largestPage, page.rows.count)
    let seemsLast =
      mayProbe && page.rows.count < request.pageSize
      && (cursor.largestPage == 0 || page.rows.count < cursor.largestPage)
    let boundary = page.rows.filter { newest <= from || $0.stamp.map { $0 >= newest } ?? true }
    if seemsLast, boundary.count <= Self.probeRowsMax,
      boundary.reduce(0, { $0 + $1.id.utf8.count }) <= Self.probeBytesMax
    {
      next.phase = .probe(from: max(newest, from), known: boundary.map(\.id))
    } else if newest > from {
      next.phase = .since(from: newest, mayProbe: true)
      try await findEnd(&next, behind: newest)
    } else {
      try await openWindow(&next, from, printed: newest)
    }
    return answer(page, next, token: newToken, next: next.text)
  }

  /// The window that a page with one printed stamp stands for.
  private func openWindow(
    _ cursor: inout PullCursor, _ from: Timestamp, printed: Timestamp
  ) async throws(RemoteError) {
    // A stamp printed before the place that was asked for is printed in whole seconds.
    let end = printed < from ? from.nextSecond : from.adding(milliseconds: 1)
    // A later row proves that the server's clock is past the window. Without one, rows may still be
    // written into it behind the walk, so the next pull has to read it again.
    let later = try await lists.page(
      query(["(updatedAt ge \(dialect.literal(end)))"], "updatedAt,id", top: 1), Self.incremental)
    if later.rows.isEmpty { cursor.keepsToken = true }
    cursor.phase = .window(from: from, end: end, KeysetWalk())
  }

  private func window(
    _ cursor: PullCursor, _ from: Timestamp, _ end: Timestamp, _ walk: KeysetWalk
  ) async throws(RemoteError) -> PullPage {
    let conditions = [
      "(updatedAt ge \(dialect.literal(from)))", "(updatedAt lt \(dialect.literal(end)))",
    ]
    let page = try await lists.page(
      query(conditions + walk.condition(dialect), "id"), Self.incremental)
    try check(page, isFrom: from, to: end)
    var walk = walk
    try walk.advance(over: page, lists.purpose)
    var next = cursor
    next.largestPage = max(cursor.largestPage, page.rows.count)
    next.phase =
      page.isLast ? .since(from: end, mayProbe: true) : .window(from: from, end: end, walk)
    return answer(page, next, next: next.text)
  }

  /// Ends the pull when nothing is left but the rows that have come.
  ///
  /// Only an empty answer counts. What else comes is stored, but moves no token: a row named in the
  /// condition may have changed meanwhile and would be passed over.
  private func probe(
    _ cursor: PullCursor, _ from: Timestamp, _ known: [String]
  ) async throws(RemoteError) -> PullPage {
    let others = known.map { "(id ne \(dialect.literal($0)))" }
    var next = cursor
    next.phase = .since(from: from, mayProbe: false)
    let page: ListPage
    do {
      page = try await lists.page(
        query(["(updatedAt ge \(dialect.literal(from)))"] + others, "updatedAt,id"),
        Self.incremental)
    } catch let error where error.mayBeOfQuery {
      // The probe only saves requests; a server that refuses its condition is asked the plain way.
      return PullPage(records: [], asOf: next.asOf, next: next.text)
    }
    try check(page, isFrom: from)
    guard let newest = page.rows.compactMap(\.stamp).max()?.wholeMillisecond else {
      return answer(page, next)
    }
    if let end = next.end, newest > end { return answer(page, next) }
    next.largestPage = max(cursor.largestPage, page.rows.count)
    try await findEnd(&next, behind: newest)
    return answer(page, next, next: next.text)
  }

  // MARK: Parts

  static let incremental: [AzureRequests.Feature] = [
    .tableQuery, .offlineSync, .incrementalPull,
  ]

  /// From a token on without the condition that rows are not deleted, so that deletions come too.
  private var filter: String? {
    guard let filter = request.filter, let token = request.token, Timestamp(token) != nil else {
      return request.filter
    }
    return filterOfAllStates(filter, request.softDelete)
  }

  func query(
    _ conditions: [String], _ orderBy: String, top: Int? = nil, counts: Bool = false
  ) -> ListQuery {
    let filter = self.filter.map { ["(\($0))"] } ?? []
    return ListQuery(
      conditions: filter + conditions, orderBy: orderBy, top: top ?? max(1, request.pageSize),
      counts: counts)
  }

  /// Refuses an answer that shows that the server looked past the condition.
  private func check(
    _ page: ListPage, isFrom from: Timestamp, to end: Timestamp? = nil
  ) throws(RemoteError) {
    let first = from.adding(seconds: -Self.printToleranceSeconds)
    let last = end?.adding(seconds: Self.printToleranceSeconds)
    for stamp in page.rows.lazy.compactMap(\.stamp)
    where stamp < first || last.map({ stamp > $0 }) ?? false {
      throw .malformed(
        detail: "Rows of \(stamp) came where updatedAt from \(from) on was asked for "
          + "(\(lists.purpose)). The server seems to ignore the filter, so a pull cannot tell what "
          + "changed. A full pull still works.")
    }
  }

  /// The token for `stamp`, never ahead of the server's clock, or of ours where it shows none.
  ///
  /// One row stamped in the future would otherwise hide every later change.
  private func token(_ stamp: Timestamp, _ page: ListPage) -> String {
    let now = page.serverTime ?? time.now
    guard stamp > now.adding(seconds: Self.clockToleranceSeconds) else {
      return stamp.wholeMillisecond.description
    }
    return now.wholeMillisecond.description
  }

  /// Nil when `token` would lead back, as on the pages inside the overlap.
  private func advanced(_ token: String) -> String? {
    guard let stored = request.token.flatMap({ Timestamp($0) }), let new = Timestamp(token) else {
      return token
    }
    return new > stored ? token : nil
  }
}

extension Timestamp {
  /// The next whole second behind this moment.
  var nextSecond: Timestamp {
    let second = Self.ticksPerSecond
    let rest = ticks % second
    return Timestamp(ticks: ticks - (rest < 0 ? rest + second : rest) + second)
  }
}
