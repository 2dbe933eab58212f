import Support
import SyncCore
import SyncInspection

/// Finds the rows of one table that contain a text, by the search index or by a scan.
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
    let text: Trigrams
    /// True when all rows of the table are in it as they are now.
    let isCurrent: Bool
  }

  struct Found {
    var rows: [ListedRow] = []
    var hasMore = false
    /// True when the time was over: there may be more.
    var isCut = false
  }

  /// Rows that are looked up at once.
  private static let candidatesMax = 1_000
  /// The part of the time in which a scan finds a text that is in very many rows.
  private static let frequentPart = 8

  func found() async throws -> Found {
    guard let index else { return try await scan(for: time) }
    guard index.isCurrent else { return try await scanned(besides: index) }
    guard let candidates = await candidates(index, before: .max) else {
      return try await scan(for: time)
    }
    guard candidates.count == Self.candidatesMax else { return try await page(among: candidates) }
    // The newest changes of so many are soon found without the index.
    let scan = try await scan(for: time / Self.frequentPart)
    return scan.isCut ? try await walk(index, from: candidates) : scan
  }

  private func candidates(_ index: Index, before place: Int64) async -> [Int64]? {
    await index.index.rows(
      of: table, with: index.text, before: place, limit: Self.candidatesMax)
  }

  /// A scan, and what the index has of the rows that it did not come to.
  private func scanned(besides index: Index) async throws -> Found {
    var found = try await scan(for: time)
    guard found.isCut, let candidates = await candidates(index, before: .max) else { return found }
    let known = UTF8Set(found.rows.map(\.id))
    let further = try await page(among: candidates)
    found.rows += further.rows.filter { !known.contains($0.id) }
    found.rows = Array(found.rows.prefix(SearchHandlers.rowsMax))
    return found
  }

  /// Compares rows by the thousand, the newest first, until a page is full or the time is over.
  private func walk(_ index: Index, from first: [Int64]) async throws -> Found {
    let end = ContinuousClock.now + time
    var (found, candidates) = (Found(), first)
    while true {
      let page = try await page(among: candidates)
      found.rows += page.rows
      found.hasMore = page.hasMore || found.rows.count > SearchHandlers.rowsMax
      guard !found.hasMore, candidates.count == Self.candidatesMax, let last = candidates.last
      else { break }
      found.isCut = ContinuousClock.now >= end
      guard !found.isCut, let next = await self.candidates(index, before: last) else { break }
      candidates = next
    }
    found.rows = Array(found.rows.prefix(SearchHandlers.rowsMax))
    return found
  }

  private func scan(for time: Duration) async throws -> Found {
    var query = query
    query.timeLimit = time
    return try await page(query)
  }

  private func page(among candidates: [Int64]) async throws -> Found {
    var query = query
    query.among = candidates
    return try await page(query)
  }

  private var query: RowQuery {
    var query = RowQuery(view: .all, filters: [filter], size: SearchHandlers.rowsMax)
    query.wantsCount = false
    return query
  }

  private func page(_ query: RowQuery) async throws -> Found {
    let page = try await store.sync.rows(table, query)
    return Found(rows: page.rows, hasMore: page.next != nil && !page.isCut, isCut: page.isCut)
  }
}
