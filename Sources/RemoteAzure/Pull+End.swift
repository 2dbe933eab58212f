import RemoteHTTP
import Support
import SyncCore

/// Where a pull ends while others go on writing.
extension Pull {
  /// Notes the newest stamp that the server has now, unless it is known.
  ///
  /// Rows written later are left to the next pull, which begins no later than the token: the stamp
  /// of the newest row that this one stores.
  ///
  /// - Parameter newest: The newest stamp that came. A server that names an older one did not sort
  ///   as it was asked to, and is asked again behind the next page.
  func findEnd(
    _ cursor: inout PullCursor, behind newest: Timestamp
  ) async throws(RemoteError) {
    guard cursor.end == nil else { return }
    do {
      let last = try await self.newest().rows.compactMap(\.stamp).max()
      if let last, last.wholeMillisecond >= newest { cursor.end = last.wholeMillisecond }
    } catch let error where error.mayBeOfQuery {
      // A server that can't list backwards is read until it has no more.
      cursor.end = Timestamp(ticks: .max)
    }
  }

  /// The row with the newest stamp.
  func newest(counts: Bool = false) async throws(RemoteError) -> ListPage {
    // Without the bound some databases would put the rows without a stamp first.
    try await lists.page(
      query(
        ["(updatedAt ge \(dialect.literal(Self.earliest)))"], "updatedAt desc", top: 1,
        counts: counts),
      [.tableQuery, .offlineSync])
  }

  /// True for a page of rows that were all written after the read of the whole table began.
  ///
  /// Ids that grow put every new row behind all others, so that the read might never end.
  private func isBehindStart(_ page: ListPage, _ cursor: PullCursor) -> Bool {
    if let start = cursor.finalToken.flatMap({ Timestamp($0) }) {
      return page.rows.allSatisfy { $0.stamp.map { $0.wholeMillisecond > start } ?? false }
    }
    return cursor.expected.map { cursor.delivered > $0 } ?? false
  }

  /// Notes the last id that the server has now, in its own order, where the read might never end.
  ///
  /// A server that does not sort backwards names the next id instead of the last. So one that comes
  /// alone on the next page proves nothing, and the read goes on behind it.
  func findLastID(
    _ cursor: inout PullCursor, _ page: ListPage
  ) async throws(RemoteError) {
    if page.rows.count == 1 { cursor.lastID = nil }
    guard cursor.lastID == nil, isBehindStart(page, cursor), case .all(let walk) = cursor.phase
    else { return }
    do {
      let last = try await lists.page(
        query(walk.condition(dialect), "id desc", top: 1), [.tableQuery, .offlineSync])
      cursor.lastID = last.rows.first.map(\.id).flatMap { $0.isEmpty ? nil : $0 }
    } catch let error where error.mayBeOfQuery {
      // Then it is read until it has no more.
    }
  }

  /// A page for the store, with what a person should know of it.
  func answer(
    _ page: ListPage, _ cursor: PullCursor, token: String? = nil, next: String? = nil,
    place: String? = nil, warnings: [String] = []
  ) -> PullPage {
    PullPage(
      batch: page.rows.batch, token: token, asOf: cursor.asOf, next: next, place: place,
      warnings: warnings + page.rows.unusable.warnings(request.table))
  }
}

extension RemoteError {
  /// True for an answer that may be due to the form of the query.
  var mayBeOfQuery: Bool { answer.map { $0.status <= 500 } ?? false }
}
