internal import JSONKit
internal import SQLiteKit
internal import Support

/// What each sending of an operation met, until the operation leaves the queue.
enum AttemptStore {
  /// Attempts kept per operation: the newest ones.
  static let keptMax = 20

  /// - Parameter attempt: Its `number` is given here.
  static func add(_ attempt: AttemptInfo, to operationID: Int64, on connection: Connection) throws {
    let headers = JSONValue.array(
      attempt.headers.map { .array($0.map(JSONValue.string)) })
    try connection.execute(
      """
      INSERT INTO syncline_attempts(operationId, number, startedAt, durationMs, method, status,
        outcome, headers, body, message)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
      FROM syncline_attempts WHERE operationId = ?1
      """,
      [
        .integer(operationID), .text(attempt.startedAt.description),
        .integer(Int64(attempt.durationMilliseconds)), .init(attempt.method),
        attempt.status.map { .integer(Int64($0)) } ?? .null, .text(attempt.outcome),
        .text(headers.serializedText), .init(attempt.body), .init(attempt.message),
      ])
    try connection.execute(
      """
      DELETE FROM syncline_attempts WHERE operationId = ?1 AND number <= (
        SELECT max(number) FROM syncline_attempts WHERE operationId = ?1) - \(keptMax)
      """, [.integer(operationID)])
  }

  /// Oldest first.
  static func of(_ operationID: Int64, on connection: Connection) throws -> [AttemptInfo] {
    try connection.query(
      """
      SELECT number, startedAt, durationMs, method, status, outcome, headers, body, message
      FROM syncline_attempts WHERE operationId = ? ORDER BY number
      """, [.integer(operationID)]
    ) { (row) throws(SQLiteError) in
      let headers =
        (try row.decode(at: 6, as: String?.self))
        .flatMap { try? JSONValue(parsing: $0) }?.array ?? []
      return AttemptInfo(
        number: try row.decode(at: 0), startedAt: Timestamp(stored: try row.decode(at: 1)),
        durationMilliseconds: try row.decode(at: 2), method: try row.decode(at: 3),
        status: try row.decode(at: 4), outcome: try row.decode(at: 5),
        headers: headers.map { $0.array?.compactMap(\.string) ?? [] },
        body: try row.decode(at: 7), message: try row.decode(at: 8))
    }
  }
}
