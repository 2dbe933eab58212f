import SQLiteKit
import Support

extension SyncContext {
  /// Says what a walk of a feed would change, one preview for each table.
  func preview(
    _ job: FeedJob, _ remote: any ChangeFeedRemote, pagesMax: Int
  ) async throws -> (previews: [TablePullPreview], isServerGone: Bool) {
    var previews = FeedPreviews(job)
    var request = FeedRequest(
      feed: job.feed, token: try await previewToken(job), pageSize: settings.pageSize)
    do {
      for _ in 0..<pagesMax {
        let page = try await fetch(request, from: remote)
        try Task.checkCancellation()
        if page.isTokenLost, request.token != nil {
          previews.walk.add(page.warnings)
          request.token = nil
          continue
        }
        try await tryOut(page, of: job, &previews)
        guard page.hasMore, let token = page.token, token != request.token else {
          previews.end(isComplete: !page.hasMore)
          break
        }
        request.token = token
      }
    } catch let error as RemoteError {
      previews.walk.failure = error.description
      return (previews.all, error.stop != nil)
    }
    return (previews.all, false)
  }

  private func previewToken(_ job: FeedJob) async throws -> String? {
    guard !job.full else { return nil }
    return try await database.read { db in
      try TokenStore.fetch(TokenStore.everyTable, queryID: job.feed, on: db)?.value
    }
  }

  private func tryOut(
    _ page: FeedPage, of job: FeedJob, _ previews: inout FeedPreviews
  ) async throws {
    previews.walk.add(page.warnings)
    let configured = settings.tables.map(\.name)
    let known = UTF8Set(try await storedTables() + configured)
    for records in page.tables {
      let isKept = configured.isEmpty || known.contains(records.table)
      guard isKept, Catalogue.isValidTable(records.table) else { continue }
      let new = previews.unseen(records)
      var preview = previews[records.table]
      try await tryOut(new, &preview)
      previews[records.table] = preview
    }
    let (removals, feed, now) = (page.removals, previews.walk.table, time.now)
    if removals.isEmpty { return }
    let before = previews
    previews = try await rehearse { db in
      var previews = before
      for removal in removals {
        guard let table = try RemovalAttribution(removal, in: job.source, on: db).table else {
          continue
        }
        try previews.remove(removal.id, from: table, feed, at: now, on: db)
      }
      return previews
    }
  }
}
