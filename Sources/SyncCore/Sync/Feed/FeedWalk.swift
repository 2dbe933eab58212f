import Localization
import Support

/// What one walk of a feed is about.
struct FeedJob: Sendable {
  var source: ChangeFeed
  /// The tables that were asked for; a feed brings the others as well.
  var tables: [String]
  /// Forgets the token first.
  var full = false

  /// The feed's name, and that of its token.
  var feed: String { source.name }
}

/// Pulls a feed: fetches the next page while this one is stored, and holds no more than these.
///
/// A walk from the beginning tells of no row that went before it began. The rows that it brings are
/// marked, and those of the store that have no mark in the end are looked for one by one.
struct FeedWalk {
  /// So often a server may say "more" without moving on.
  static let standstillsMax = 3

  let context: SyncContext
  let remote: any ChangeFeedRemote
  let job: FeedJob
  let progress: ProgressTracker
  let step: Int
  var report: FeedReport
  var stopped: PushStop?
  /// New rows that the history takes of the rest of the walk.
  private var notedMax = 0

  init(
    _ context: SyncContext, _ remote: any ChangeFeedRemote, _ job: FeedJob,
    progress: ProgressTracker,
    step: Int
  ) {
    self.context = context
    self.remote = remote
    self.job = job
    self.progress = progress
    self.step = step
    report = FeedReport(job)
  }

  mutating func run() async throws {
    progress.update(step) { $0.state = .running }
    let start = try await context.startFeed(job)
    report.warn(start.warnings)
    notedMax = start.hasEnded ? HistoryStore.newRowsMax : 0
    do {
      try await pages(start)
      if report.failure == nil { try await sweep() }
    } catch let error as RemoteError {
      note(error)
    } catch is CancellationError {
      stopped = .cancelled
    }
    if report.failure == nil, stopped == nil { try await context.finishFeed(report) }
    let (failure, stop) = (report.failure, stopped)
    progress.update(step, pulled: report.entries) { $0.end(stop, failure: failure) }
  }

  private mutating func pages(_ start: FeedStart) async throws {
    var walk = start
    report.goesOn(walk.token != nil)
    var request = FeedRequest(
      feed: job.feed, token: start.token, pageSize: context.settings.pageSize)
    var standstills = 0
    try await withThrowingTaskGroup(of: FeedPage.self) { [context, remote] group in
      group.addTask { [request] in try await context.fetch(request, from: remote) }
      while let page = try await group.next() {
        if page.isTokenLost {
          guard request.token != nil else {
            throw RemoteError.malformed(
              detail: "\(job.feed) has lost a token that was not even sent")
          }
          report.warn(page.warnings)
          walk = try await context.restartFeed(job)
          request.token = nil
          group.addTask { [request] in try await context.fetch(request, from: remote) }
          continue
        }
        if page.hasMore {
          standstills = page.token == request.token ? standstills + 1 : 0
          guard standstills < Self.standstillsMax, page.token != nil else {
            throw RemoteError.malformed(
              detail: "\(job.feed) says that more is to come, and its token does not move on")
          }
          request.token = page.token
          group.addTask { [request] in try await context.fetch(request, from: remote) }
        }
        try Task.checkCancellation()
        guard try await take(page, &walk) else { break }
      }
      group.cancelAll()
    }
  }

  /// False when the token was reset by somebody else: the rest no longer follows.
  private mutating func take(_ page: FeedPage, _ walk: inout FeedStart) async throws -> Bool {
    guard let stored = try await context.store(page, of: job, walk, notingNew: notedMax) else {
      report.fail(
        localized(
          "The delta token of \(job.feed) was reset while this pull ran, so it was ended. Pull "
            + "again to fetch the rest."))
      return false
    }
    notedMax -= stored.noted
    walk.token = page.token ?? walk.token
    report.goesOn(walk.token != nil)
    report.add(stored, page)
    let received = report.received
    progress.update(step, pulled: report.entries) { $0.done = received }
    return true
  }

  /// Looks for the rows that a walk from the beginning did not bring.
  private mutating func sweep() async throws {
    let tables = try await context.tablesToSweep(job)
    let isEmpty = try await context.isUnmarked(job.feed)
    for table in tables {
      try Task.checkCancellation()
      try await sweep(table, broughtNothing: isEmpty)
    }
    try await context.endSweep(job.feed)
  }

  private mutating func sweep(_ table: String, broughtNothing: Bool) async throws {
    let (unmarked, total) = try await context.unmarked(table, in: job.feed)
    if unmarked.isEmpty { return }
    guard !broughtNothing, !FeedSweep.isSuspicious(unmarked.count, of: total) else {
      report.warn(
        [
          "\(unmarked.count) of \(total) rows of \(table) were not in the complete list of "
            + "\(job.feed), more than deletions usually explain. None was removed here; reconcile "
            + "\(table) to look at them."
        ])
      return
    }
    for start in stride(from: 0, to: unmarked.count, by: FeedSweep.batchSize) {
      let ids = Array(unmarked[start..<min(start + FeedSweep.batchSize, unmarked.count)])
      let (context, remote) = (context, remote)
      let there = try await context.retrying { () throws(RemoteError) in
        try await remote.read(table, ids: ids)
      }
      let gone = UTF8Set(ids).subtracting(there.map(\.id))
      report.add(try await context.remove(gone.sorted(), from: table), to: table)
    }
  }

  /// A server that can't be reached ends the whole pull; another failure only this feed.
  private mutating func note(_ error: RemoteError) {
    stopped = error.stop
    if stopped == nil { report.fail(error.description) }
  }
}

/// When a walk from the beginning may take rows away.
enum FeedSweep {
  static let batchSize = 100

  /// More than a fifth of the rows (and more than five): more often a wrong address than a clean-up.
  static func isSuspicious(_ count: Int, of total: Int) -> Bool {
    count > 5 && count * 5 > total
  }
}

extension SyncContext {
  func fetch(_ request: FeedRequest, from remote: any ChangeFeedRemote) async throws -> FeedPage {
    try await retrying { () throws(RemoteError) in try await remote.changes(request) }
  }
}
