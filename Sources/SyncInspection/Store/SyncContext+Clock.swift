internal import JSONKit
internal import SQLiteKit
package import Support
package import SyncCore

/// How far the clock of a server is from the one here.
package struct ClockDifference: Sendable, Hashable {
  /// Seconds that the server's clock is ahead; negative when it is behind.
  package var seconds: Double
  /// When it answered.
  package var at: Timestamp

  package init(seconds: Double, at: Timestamp) {
    self.seconds = seconds
    self.at = at
  }
}

extension SyncContext {
  /// What the server's clock said in the last answer that is on record; nil where none says it.
  ///
  /// Answers to changes that went through are not on record. The time that an answer took is no
  /// difference: it is 0 where the server can have written its `Date` in that time.
  package func clockDifference() async throws -> ClockDifference? {
    try await database.read { connection in
      try connection.query(
        """
        SELECT startedAt, durationMs, headers FROM syncline_attempts
        WHERE status IS NOT NULL ORDER BY operationId DESC, number DESC LIMIT 20
        """
      ) { (row) throws(SQLiteError) in
        ClockDifference(
          startedAt: Timestamp(stored: try row.decode(at: 0)), milliseconds: try row.decode(at: 1),
          headers: try row.decode(at: 2, as: String?.self))
      }
    }.compactMap { $0 }.max { $0.at < $1.at }
  }
}

extension ClockDifference {
  /// - Parameter headers: The fields of the answer as the record has them, `[["Date", "…"], …]`.
  init?(startedAt: Timestamp, milliseconds: Int64, headers: String?) {
    let fields = headers.flatMap { try? JSONValue(parsing: $0) }?.array ?? []
    let date = fields.first { $0.array?.first?.string?.lowercased() == "date" }
    guard let text = date?.array?.last?.string, let server = Timestamp(httpDate: text) else {
      return nil
    }
    let answeredAt = startedAt.adding(milliseconds: milliseconds)
    // The field has whole seconds, rounded down.
    let ahead = server.seconds(since: answeredAt)
    let behind = startedAt.seconds(since: server.adding(seconds: 1))
    self.init(seconds: ahead > 0 ? ahead : behind > 0 ? -behind : 0, at: answeredAt)
  }
}
