import SQLiteKit

extension WriterTuning {
  /// For the rows, queue and history that a push touches, each several times.
  static let push = WriterTuning(cacheKilobytes: 8_000, checkpointPages: 4_000)
  /// For rows that come in the order of their ids: no page is needed again.
  static let firstPull = WriterTuning(cacheKilobytes: 2_000, checkpointPages: 4_000)
  /// For changed rows from all over a table, which make the log long.
  static let laterPull = WriterTuning(cacheKilobytes: 6_000, checkpointPages: 16_000)
  /// Gives the memory back; what waits in the log goes into the file with a later commit.
  static let betweenRuns = WriterTuning(cacheKilobytes: 2_000, checkpointPages: 4_000)
}
