import Support
import SyncCore
import SyncInspection

/// Finds the rows of one table that contain a text, by the search index or by a scan.
///
/// Rows of which the text is a whole value come first, then those with a value that starts with it.
struct RowSearch {
  let store: StoreHandle
  let table: String
  let filter: RowFilter
  /// How long the table is scanned.
  let time: Duration
  /// Nil where the index can't be used.
  var index: Index?

  struct Index {
    let index: SearchIndex
    /// True when all rows of the table are in it as they are now.
    let isCurrent: Bool
  }

  struct Found {
    var rows: [ListedRow] = []
    /// How the text fits to each row: it is a value of the row, starts one, or is in one.
    var fits: UTF8Dictionary<FilterOperator> = [:]
    /// Nil where counting is not cheap.
    var count: RowCount?
    var hasMore = false
    /// True when the time was over: there may be more.
    var isCut = false
  }

  func found() async throws -> Found {
    var all = Found()
    for fit in [FilterOperator.equals, .starts, .contains] {
      let pass = RowSearchPass(self, fit, isFull: all.rows.count >= SearchHandlers.rowsMax)
      let found = try await pass.found()
      for row in found.rows where all.fits[row.id] == nil {
        all.fits[row.id] = fit
        all.rows.append(row)
      }
      // The last pass is about the rows of the others, too.
      (all.count, all.hasMore, all.isCut) = (found.count, found.hasMore, found.isCut)
    }
    all.rows = Array(all.rows.prefix(SearchHandlers.rowsMax))
    return all
  }
}

/// Finds the rows to which the text fits in one way.
private struct RowSearchPass {
  let search: RowSearch
  let filter: RowFilter
  /// True when other passes found as many rows as are shown.
  let isFull: Bool

  init(_ search: RowSearch, _ fit: FilterOperator, isFull: Bool) {
    self.search = search
    var filter = search.filter
    (filter.op, filter.isAsShown) = (fit, true)
    self.filter = filter
    self.isFull = isFull
  }

  typealias Found = RowSearch.Found

  /// Rows that are looked up at once.
  private static let candidatesMax = 1_000
  /// The part of the time in which a scan finds a text that is in very many rows, and in which rows are
  /// searched before those that just contain the text.
  private static let quickPart = 8

  private var quickTime: Duration { search.time / Self.quickPart }
  private var isLast: Bool { filter.op == .contains }
  private var time: Duration { isLast ? search.time : quickTime }

  func found() async throws -> Found {
    guard let index = search.index, let text = Trigrams(filter.value, filter.op) else {
      return try await scan(for: time)
    }
    guard let first = await candidates(index, text, before: .max) else {
      return try await scan(for: time)
    }
    guard index.isCurrent else { return try await scan(besides: first) }
    guard first.count == Self.candidatesMax else {
      return try await page(among: first, counts: isLast)
    }
    guard isLast else { return try await walk(index, text, from: first) }
    return try await frequent(index, text, first)
  }

  private func candidates(
    _ index: RowSearch.Index, _ text: Trigrams, before place: Int64
  ) async -> [Int64]? {
    await index.index.rows(
      of: search.table, with: text, before: place, limit: Self.candidatesMax)
  }

  /// A scan, and those of the index's candidates that it did not come to.
  private func scan(besides candidates: [Int64]) async throws -> Found {
    var found = try await scan(for: time)
    guard found.isCut else { return found }
    let known = UTF8Set(found.rows.map(\.id))
    let further = try await page(among: candidates)
    found.rows += further.rows.filter { !known.contains($0.id) }
    return found
  }

  /// Of a text in very many rows the newest changes, which are soon found without the index.
  private func frequent(
    _ index: RowSearch.Index, _ text: Trigrams, _ first: [Int64]
  ) async throws -> Found {
    let newest = try await page(among: first, counts: true)
    var found = isFull && newest.hasMore ? newest : try await scan(for: quickTime)
    if found.isCut { found = try await walk(index, text, from: first) }
    found.count = newest.count.map { RowCount($0.value, exact: false) }
    return found
  }

  /// Compares rows by the thousand, the newest first, until a page is full or the time is over.
  private func walk(
    _ index: RowSearch.Index, _ text: Trigrams, from first: [Int64]
  ) async throws -> Found {
    let end = ContinuousClock.now + time
    var (found, candidates) = (Found(), first)
    while true {
      let page = try await page(among: candidates)
      found.rows += page.rows
      found.hasMore = page.hasMore || found.rows.count > SearchHandlers.rowsMax
      guard !found.hasMore, candidates.count == Self.candidatesMax, let last = candidates.last
      else { break }
      found.isCut = ContinuousClock.now >= end
      guard !found.isCut, let next = await self.candidates(index, text, before: last)
      else { break }
      candidates = next
    }
    return found
  }

  private func scan(for time: Duration) async throws -> Found {
    var query = query
    query.timeLimit = time
    return try await page(query)
  }

  private func page(among candidates: [Int64], counts: Bool = false) async throws -> Found {
    var query = query
    query.among = candidates
    query.wantsCount = counts
    return try await page(query)
  }

  private var query: RowQuery {
    var query = RowQuery(view: .all, filters: [filter], size: SearchHandlers.rowsMax)
    query.wantsCount = false
    return query
  }

  private func page(_ query: RowQuery) async throws -> Found {
    let page = try await search.store.sync.rows(search.table, query)
    let hasMore = page.next != nil && !page.isCut
    let isComplete = !hasMore && !page.isCut
    return Found(
      rows: page.rows, count: page.count ?? (isComplete ? RowCount(page.rows.count) : nil),
      hasMore: hasMore, isCut: page.isCut)
  }
}
