import CSQLite

/// How much a writing connection keeps in memory and in the log before it touches the file itself.
///
/// Many rows all over a large file need room for the pages that they change: without it the same
/// pages are read and written again and again.
///
/// Source: <https://sqlite.org/pragma.html#pragma_cache_size>
public struct WriterTuning: Sendable, Hashable {
  /// Memory for pages, in units of 1,024 bytes; taken as it is needed.
  public var cacheKilobytes: Int
  /// Pages in the log after which a commit moves them into the file.
  public var checkpointPages: Int

  public init(cacheKilobytes: Int, checkpointPages: Int) {
    self.cacheKilobytes = cacheKilobytes
    self.checkpointPages = checkpointPages
  }
}

extension Connection {
  func tune(_ tuning: WriterTuning) throws(SQLiteError) {
    try execute("PRAGMA cache_size = \(-tuning.cacheKilobytes)")
    sqlite3_wal_autocheckpoint(handle, Int32(clamping: tuning.checkpointPages))
  }
}

extension DatabasePool {
  /// Tunes the writer, from its next transaction on.
  public func tuneWriter(_ tuning: WriterTuning) async throws {
    try await withWriter { try $0.tune(tuning) }
  }
}
