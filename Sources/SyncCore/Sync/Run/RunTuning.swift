import SQLiteKit

extension WriterTuning {
  /// For the rows, queue and history that a push touches, each several times.
  static let push = WriterTuning(cacheKilobytes: 8_000, checkpointPages: 4_000)
  /// For rows that come in the order of their ids: no page is needed again.
  static let firstPull = WriterTuning(cacheKilobytes: 2_000, checkpointPages: 4_000)
  /// For changed rows from all over a table, which make the log long.
  static let laterPull = WriterTuning(cacheKilobytes: 6_000, checkpointPages: 16_000)
}

extension SyncContext {
  /// Gives back what a run took; what waits in the log goes into the file with a later commit.
  func endTuning() async throws {
    try await database.tuneWriter(
      WriterTuning(cacheKilobytes: WriterTuning.plain.cacheKilobytes, checkpointPages: 4_000))
  }
}
