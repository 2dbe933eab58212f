import Support

/// Rows of another store, brought into this one as local changes.
///
/// A copy reads what the other store knows of its server, and asks neither server. It can be repeated:
/// rows that are alike are left alone, and those that the other store changed since are changed here,
/// while they are what the last copy wrote. Pending changes of the other store are not copied; see
/// ``copyPendingChanges(from:table:)``.
extension SyncContext {
  /// The tables of the other store, in its order: those that this one has too and that take changes, and
  /// those that it lacks.
  ///
  /// - Throws: ``CopyError/sameStore``, or what the databases throw.
  package func tablesToCopy(
    from source: SyncContext
  ) async throws -> (shared: [String], missing: [String]) {
    guard source.path != path else { throw CopyError.sameStore }
    let here = UTF8Set(try await tableNames())
    let there = try await source.tableNames()
    return (
      there.filter { here.contains($0) && readOnlyReason($0) == nil },
      there.filter { !here.contains($0) }
    )
  }

  /// What copying the rows and the deletions of a table would do.
  ///
  /// - Parameter name: The other store's, as for
  ///   ``copyRows(of:from:named:options:expecting:by:)``.
  package func previewCopy(
    of table: String, from source: SyncContext, named name: String, options: CopyOptions
  ) async throws -> CopyReport {
    var work = try await copyWork(table, source, name, options, expecting: 0, by: nil)
    try await work.run(nil)
    return work.report
  }

  /// Queues inserts and updates, so that the table gets the rows of the other store.
  ///
  /// Each page of rows is a transaction of its own. A copy that breaks off is continued by the next.
  /// The report's import stays open until ``endImport(_:)``.
  ///
  /// - Parameters:
  ///   - name: The other store's; later copies find by it what this one wrote.
  ///   - count: How many rows a preview counted, for whoever looks at a copy that broke off.
  ///   - by: Who does it, for the history.
  /// - Throws: ``CopyError``, `SyncError.noSuchTable`, and ``CopyInterruption`` for what ended it once
  ///   rows are written: what the databases throw, or `CancellationError`.
  package func copyRows(
    of table: String, from source: SyncContext, named name: String, options: CopyOptions,
    expecting count: Int, by: String?, progress: CopyProgress? = nil
  ) async throws -> CopyReport {
    try requireChanges(of: table)
    try refuseUnmasked(table, of: source)
    var work = try await copyWork(table, source, name, options, expecting: count, by: by)
    work.progress = progress
    do {
      try await work.run(.rows)
    } catch {
      guard work.report.importNumber != nil else { throw error }
      throw CopyInterruption(report: work.report, cause: error)
    }
    return work.report
  }

  /// Counts the rows of a table in both stores, with digests of what they hold.
  ///
  /// Nothing is changed, and neither server is asked.
  package func verifyCopy(
    of table: String, from source: SyncContext, named name: String, progress: CopyProgress? = nil
  ) async throws -> CopyReport {
    var work = try await copyWork(table, source, name, CopyOptions(), expecting: 0, by: nil)
    work.progress = progress
    try await work.verify()
    return work.report
  }

  /// Deletes rows that the other store deleted since they were copied.
  ///
  /// - Parameters:
  ///   - name: The other store's.
  ///   - by: Who does it, for the history.
  /// - Throws: ``CopyError``, `SyncError.noSuchTable`, or what the databases throw.
  package func copyDeletions(
    of table: String, from source: SyncContext, named name: String, by: String?
  ) async throws -> CopyReport {
    try requireChanges(of: table)
    try refuseUnmasked(table, of: source)
    var work = try await copyWork(table, source, name, CopyOptions(), expecting: 0, by: by)
    try await work.run(.deletions)
    return work.report
  }

  /// Values that are masked there must not become readable here.
  ///
  /// - Throws: ``CopyError/unmasked(table:columns:)``.
  package func refuseUnmasked(_ table: String, of source: SyncContext) throws {
    let here = UTF8Set(maskedColumns(of: table))
    let open = source.maskedColumns(of: table).filter { !here.contains($0) }
    guard open.isEmpty else { throw CopyError.unmasked(table: table, columns: open) }
  }

  private func copyWork(
    _ table: String, _ source: SyncContext, _ name: String, _ options: CopyOptions,
    expecting count: Int, by: String?
  ) async throws -> CopyWork {
    let rows = try await copySource(table, of: source)
    return CopyWork(
      target: self, source: rows, origin: "store \(name)", options: options, expected: count, by: by
    )
  }

  /// A table of the other store, which both have to have.
  func copySource(_ table: String, of source: SyncContext) async throws -> CopySource {
    guard source.path != path else { throw CopyError.sameStore }
    try await requireTable(table)
    return try await CopySource(source, table, to: self)
  }
}
