/// Which feeds a pull walks, and which queries it makes beside them.
struct PullPlan: Sendable {
  private(set) var walks: [(job: FeedJob, remote: any ChangeFeedRemote)] = []
  private(set) var queries: [PullJob]

  /// - Parameter jobs: Empty for a store that knows no table yet: each feed tells its own.
  init(_ jobs: [PullJob], _ remote: any Remote) {
    queries = jobs
    guard let remote = remote as? any ChangeFeedRemote else { return }
    for feed in remote.feeds {
      let isWalked = { (job: PullJob) in job.fitsFeed && feed.has(job.table) }
      let mine = queries.filter(isWalked)
      guard !mine.isEmpty || jobs.isEmpty else { continue }
      queries.removeAll(where: isWalked)
      let job = FeedJob(
        source: feed, tables: mine.map(\.table), full: mine.contains(where: \.full))
      walks.append((job, remote))
    }
  }
}

extension Remote {
  /// The feed that has the rows of `table`.
  func feed(of table: String) -> ChangeFeed? {
    (self as? any ChangeFeedRemote)?.feeds.first { $0.has(table) }
  }
}

extension PullJob {
  /// True when a walk of a feed answers it: it asks for the whole table and keeps its place.
  fileprivate var fitsFeed: Bool { query.filter == nil && keepsToken }
}
