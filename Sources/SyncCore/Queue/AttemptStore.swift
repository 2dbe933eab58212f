internal import JSONKit
package import SQLiteKit
internal import Support

/// What each sending of an operation met, until the operation leaves the queue.
package enum AttemptStore {
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

  /// Notes for operations under way that the run which sent them ended without a word.
  static func noteInterrupted(on connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO syncline_attempts(operationId, number, startedAt, durationMs, outcome, message)
      SELECT o.operationId, 1 + coalesce((
        SELECT max(number) FROM syncline_attempts a WHERE a.operationId = o.operationId), 0),
        o.sentAt, 0, ?, 'the program ended before the answer came'
      FROM syncline_operations o WHERE o.state = 2 AND o.sentAt IS NOT NULL
      """, [.text(SendOutcome.unknown("").name)])
  }

  /// Oldest first, numbered so that the last one that was sent has the operation's number of attempts.
  package static func of(
    _ operation: StoredOperation, on connection: Connection
  ) throws -> [AttemptInfo] {
    var attempts = try of(operation.id, on: connection)
    // One that is under way is counted and has no entry yet.
    var number = operation.attempts - (operation.state == .sending ? 1 : 0)
    for index in attempts.indices.reversed() {
      attempts[index].number = attempts[index].wasSent ? max(number, 1) : 0
      if attempts[index].wasSent { number -= 1 }
    }
    return attempts
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
