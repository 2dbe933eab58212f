/// Ends a pull whose token does not hold; see ``PullRequest/isClockSetBack(at:)``.
struct ClockSetBack: Error {}

/// Pages on their way from the server into the store.
///
/// Fetching goes on while pages are stored, up to a limit; what has come meanwhile is taken at once,
/// so that a slow disk costs fewer commits and not more time.
actor PagePrefetcher {
  private let pagesMax: Int
  private let bytesMax: Int
  private var pages: [PullPage] = []
  private var bytes = 0
  private var end: Result<Void, any Error>?
  private var isClosed = false
  private var taker: CheckedContinuation<Void, Never>?
  private var giver: CheckedContinuation<Void, Never>?

  /// - Parameter isLong: For a pull of whole tables, whose rows come in the order of the file. Else
  ///   more pages wait for each other, since rows from all over a table share more of its pages
  ///   the more there are of them.
  init(isLong: Bool) {
    pagesMax = isLong ? 4 : 10
    bytesMax = isLong ? 4 << 20 : 8 << 20
  }

  /// Fetches page after page until the last one, an error, or ``close()``.
  nonisolated func fill(_ first: PullRequest, from context: SyncContext) async {
    var request = first
    do {
      while true {
        let page = try await context.fetch(request)
        if request.cursor == nil, first.isClockSetBack(at: page.asOf) { throw ClockSetBack() }
        let next = page.next
        if let next, next == request.cursor {
          throw RemoteError.malformed(
            detail: "the list of \(first.table) leads to the same page again")
        }
        guard await put(page), let next else { break }
        request.cursor = next
      }
      await finish(.success(()))
    } catch {
      await finish(.failure(error))
    }
  }

  /// Waits for pages; nil when the last one was taken.
  ///
  /// - Throws: What ended the fetching, once the pages that came before have been taken.
  func take() async throws -> [PullPage]? {
    while pages.isEmpty, end == nil {
      await withCheckedContinuation { taker = $0 }
    }
    let taken = pages
    pages = []
    bytes = 0
    giver.take()?.resume()
    guard taken.isEmpty else { return taken }
    try end?.get()
    return nil
  }

  /// Ends the fetching: nobody takes any more.
  func close() {
    isClosed = true
    giver.take()?.resume()
  }

  /// Waits for room; false when nobody takes any more.
  private func put(_ page: PullPage) async -> Bool {
    pages.append(page)
    bytes += page.batch.byteCount
    taker.take()?.resume()
    while !isClosed, pages.count >= pagesMax || bytes >= bytesMax {
      await withCheckedContinuation { giver = $0 }
    }
    return !isClosed
  }

  private func finish(_ result: Result<Void, any Error>) {
    end = result
    taker.take()?.resume()
  }
}
