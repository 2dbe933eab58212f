import SQLiteKit
import Support

/// What a pull of one query would do, as far as it was read.
package struct TablePullPreview: Sendable, Equatable {
  package var table: String
  package var queryID: String
  /// Rows that the server sent, each counted once.
  package var received = 0
  package var inserted = 0
  package var updated = 0
  package var deleted = 0
  package var unchanged = 0
  /// Rows with a pending operation, as long as that is not sent first.
  package var keptBeside = 0
  /// False when the server has more than was read.
  package var isComplete = false
  package var warnings: [String] = []
  /// Why it could not be read to its end.
  package var failure: String?
  /// The first few rows of each effect.
  package var examples: [PreviewedRow] = []

  init(_ job: PullJob) { self.init(table: job.table, queryID: job.query.queryID) }

  init(table: String, queryID: String) {
    self.table = table
    self.queryID = queryID
  }
}

/// What a pull would do to one row.
package struct PreviewedRow: Sendable, Equatable {
  package enum Effect: String, Sendable, CaseIterable {
    case inserted, updated, deleted
    case keptBeside = "kept-beside"
  }

  package var effect: Effect
  /// The row as the server has it.
  package var server: Record
  /// The row as the store has it now; nil for one that it does not have.
  package var local: Record?
}

extension SyncContext {
  /// How many rows of each effect a preview shows.
  static let previewExamplesMax = 5

  /// Says what a pull would change in the store, and changes nothing.
  ///
  /// Works beside a run. Rows with a pending operation count as kept beside, although a pull may
  /// push them first.
  ///
  /// - Parameter pagesMax: Reads at most so many pages of each query.
  /// - Throws: ``SyncError/offline``, and an error for a table that neither store nor server knows.
  ///   What the server answers is part of the preview; when it cannot be reached at all, the queries
  ///   after that one are left out.
  package func pullPreview(
    tables: [String]? = nil, full: Bool = false, pagesMax: Int = 10
  ) async throws -> [TablePullPreview] {
    let previews = try await allPullPreviews(tables, full, pagesMax)
    guard let cover else { return previews }
    return previews.map(cover.preview)
  }

  private func allPullPreviews(
    _ tables: [String]?, _ full: Bool, _ pagesMax: Int
  ) async throws -> [TablePullPreview] {
    guard try await !isOffline else { throw SyncError.offline }
    for table in tables ?? [] { try await requireKnown(table) }
    var previews: [TablePullPreview] = []
    let plan = PullPlan(try await pullJobs(tables, full: full), remote)
    for walk in plan.walks {
      let (tables, isServerGone) = try await preview(walk.job, walk.remote, pagesMax: pagesMax)
      previews += tables
      if isServerGone { return previews }
    }
    for job in plan.queries {
      let (preview, isServerGone) = try await preview(job, pagesMax: pagesMax)
      previews.append(preview)
      if isServerGone { break }
    }
    return previews
  }

  private func preview(
    _ job: PullJob, pagesMax: Int
  ) async throws -> (preview: TablePullPreview, isServerGone: Bool) {
    var preview = TablePullPreview(job)
    let cursor = try await cursorBefore(job)
    var request = self.request(job, from: cursor)
    var goesOn = cursor.place != nil
    // A pull that starts a little before its token, or pages that overlap, bring rows twice.
    var seen: UTF8Set = []
    do {
      for _ in 0..<pagesMax {
        let page = try await fetch(request)
        if request.cursor == nil, request.isClockSetBack(at: page.asOf) {
          preview.add([Self.clockWarning(job)])
          request = self.request(job, from: SyncCursor())
          continue
        }
        try Task.checkCancellation()
        try await tryOut(page.records.filter { seen.insert($0.id).inserted }, &preview)
        preview.add(page.warnings)
        if goesOn, page.next == nil, let token = page.token {
          // A pull that goes on where one broke off then asks for what changed since.
          request = self.request(job, from: SyncCursor(token: token, asOf: page.asOf))
          goesOn = false
          continue
        }
        guard let next = page.next, next != request.cursor else {
          preview.isComplete = page.next == nil
          break
        }
        request.cursor = next
      }
    } catch let error as RemoteError {
      preview.failure = error.description
      return (preview, error.stop != nil)
    }
    return (preview, false)
  }

  /// Stores the records as a pull does, sees what that came to, and takes all of it back.
  ///
  /// The whole transaction is rolled back: a commit after `ROLLBACK TO` a savepoint would write the
  /// pages that were touched to the file, with what they held before.
  func tryOut(_ records: [Record], _ preview: inout TablePullPreview) async throws {
    let (now, before) = (time.now, preview)
    preview = try await rehearse { db in
      var preview = before
      var storer = try RecordStorer(before.table, records, at: now, on: db)
      for record in records {
        let (local, result) = (
          try RowStore.fetch(record.id, in: storer.schema, on: db), storer.result
        )
        try storer.store(record)
        preview.count(record, local, result, storer.result)
      }
      preview.add(storer.result.warnings)
      return preview
    }
  }
}

extension TablePullPreview {
  mutating func count(
    _ record: Record, _ local: Record?, _ before: StoredPage, _ after: StoredPage
  ) {
    received += 1
    inserted += after.inserted - before.inserted
    updated += after.updated - before.updated
    deleted += after.deleted - before.deleted
    unchanged += after.unchanged - before.unchanged
    keptBeside += after.keptBeside - before.keptBeside
    let effect: PreviewedRow.Effect
    if after.inserted > before.inserted {
      effect = .inserted
    } else if after.updated > before.updated {
      effect = .updated
    } else if after.deleted > before.deleted {
      effect = .deleted
    } else if after.keptBeside > before.keptBeside {
      effect = .keptBeside
    } else {
      return
    }
    let shown = examples.reduce(0) { $0 + ($1.effect == effect ? 1 : 0) }
    guard shown < SyncContext.previewExamplesMax else { return }
    examples.append(PreviewedRow(effect: effect, server: record, local: local))
  }

  mutating func add(_ sentences: [String]) {
    for sentence in sentences where !warnings.contains(sentence) { warnings.append(sentence) }
  }
}
