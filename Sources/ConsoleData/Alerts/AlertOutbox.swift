public import JSONKit
import SQLiteKit
import Support

/// Writes messages, within the transactions of what they are about.
enum AlertOutbox {
  static func add(
    _ id: String, _ alert: Int64?, _ channel: String, _ event: AlertEvent, isUrgent: Bool,
    _ message: JSONValue, _ now: Timestamp, on connection: Connection
  ) throws {
    let at = SQLiteValue.integer(now.milliseconds)
    try connection.execute(
      """
      INSERT INTO alertDeliveries (id, alert, channel, event, isUrgent, message, createdAt, state,
        setAt, nextAt) VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
      """,
      [
        .text(id), integer(alert), .text(channel), .text(event.rawValue),
        .integer(isUrgent ? 1 : 0), .text(message.serializedText), at, at, at,
      ])
  }

  /// False where a channel need not be told.
  ///
  /// A reminder is none while an earlier message waits. During quiet hours the end of an alert drops
  /// the message of its begin that was held back, and the other way round.
  static func needs(
    _ event: AlertEvent, _ alert: Alert, _ channel: String, _ quiet: AlertQuiet,
    on connection: Connection
  ) throws -> Bool {
    let opposite: AlertEvent
    switch event {
    case .test: return true
    case .reminder:
      return try first("", alert, channel, on: connection) == nil
    case .opened: opposite = .recovered
    case .recovered: opposite = .opened
    }
    guard quiet.holds(alert.cause.condition),
      let held = try first(
        "AND attempts = 0 AND event = '\(opposite.rawValue)'", alert, channel, on: connection)
    else { return true }
    try connection.execute(
      """
      UPDATE alertDeliveries SET state = 'dropped' WHERE sequence >= ? AND alert = ?
      AND channel = ? AND state = 'pending'
      """, [.integer(held), .integer(alert.id), .text(channel)])
    return false
  }

  /// The first message that waits.
  private static func first(
    _ condition: String, _ alert: Alert, _ channel: String, on connection: Connection
  ) throws -> Int64? {
    try connection.first(
      """
      SELECT sequence FROM alertDeliveries WHERE alert = ? AND channel = ? AND state = 'pending'
      \(condition) ORDER BY sequence
      """, [.integer(alert.id), .text(channel)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }
}

extension ConsoleData {
  /// Adds a message that tries a channel.
  ///
  /// - Parameter make: The message; its argument is the id of its delivery.
  /// - Returns: The id.
  public func addAlertTest(
    to channel: String, make: @Sendable (_ id: String) -> JSONValue
  ) async throws -> String {
    let (id, now) = (random.uuid(), time.now)
    let message = make(id)
    try await database.write { connection in
      try AlertOutbox.add(
        id, nil, channel, .test, isUrgent: true, message, now, on: connection)
    }
    return id
  }

  /// The messages to be sent now, in order; of each alert only the first for a channel.
  ///
  /// One that was put off by a clock that has been set back since is due at once.
  public func dueAlertDeliveries(
    quiet: AlertQuiet, limit: Int
  ) async throws -> [AlertDelivery] {
    let now = time.now.milliseconds
    let held =
      switch quiet {
      case .none: ""
      case .notUrgent: "AND (isUrgent OR event = 'test')"
      case .all: "AND event = 'test'"
      }
    return try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM alertDeliveries d WHERE state = 'pending' AND (nextAt <= ?1 OR setAt > ?1)
        \(held) AND NOT EXISTS (SELECT 1 FROM alertDeliveries e WHERE e.state = 'pending'
          AND e.alert = d.alert AND e.channel = d.channel AND e.sequence < d.sequence)
        ORDER BY sequence LIMIT ?2
        """, [.integer(now), .integer(Int64(limit))], decode: decodeDelivery)
    }
  }

  /// Records what came of sending a message.
  public func recordAlertDelivery(_ id: String, _ result: AlertDeliveryResult) async throws {
    let (now, random) = (time.now, random)
    try await database.write { connection in
      let attempts = try connection.first(
        "SELECT attempts FROM alertDeliveries WHERE id = ? AND state = 'pending'", [.text(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard let attempts = attempts.map({ $0 + 1 }) else { return }
      var (state, next) = (AlertDelivery.State.delivered, now)
      switch result {
      case .delivered: break
      case .rejected: state = .dead
      case .failed(_, let seconds):
        state = attempts < AlertBackOff.attemptsMax ? .pending : .dead
        next = now.adding(
          milliseconds: AlertBackOff.milliseconds(
            afterAttempts: attempts, random, atLeast: seconds))
      }
      try connection.execute(
        """
        UPDATE alertDeliveries SET state = ?, attempts = ?, attemptedAt = ?, setAt = ?, nextAt = ?,
          failure = ? WHERE id = ?
        """,
        [
          .text(state.rawValue), .integer(Int64(attempts)), .integer(now.milliseconds),
          .integer(now.milliseconds), .integer(next.milliseconds), text(result.failure), .text(id),
        ])
    }
  }

  /// Sends a message again that was given up.
  ///
  /// - Returns: False where it is none of those.
  public func retryAlertDelivery(_ id: String) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        """
        UPDATE alertDeliveries SET state = 'pending', attempts = 0, setAt = ?1, nextAt = ?1
        WHERE id = ?2 AND state = 'dead'
        """, [.integer(now), .text(id)])
      return connection.changes > 0
    }
  }

  /// Gives up a message for good.
  ///
  /// - Returns: False where it was not given up before.
  public func discardAlertDelivery(_ id: String) async throws -> Bool {
    try await database.write { connection in
      try connection.execute(
        "UPDATE alertDeliveries SET state = 'discarded' WHERE id = ? AND state = 'dead'",
        [.text(id)])
      return connection.changes > 0
    }
  }

  public func alertDelivery(_ id: String) async throws -> AlertDelivery? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM alertDeliveries WHERE id = ?", [.text(id)], decode: decodeDelivery)
    }
  }

  /// Messages that were given up, the newest first.
  ///
  /// - Parameter text: In the title, the channel's name or the reason; nil for all.
  public func deadAlertDeliveries(
    text sought: String? = nil, limit: Int
  ) async throws -> [AlertDelivery] {
    let sought = sought.map(CaseInsensitiveSearch.init)
    let found = sought?.position(
      in: """
        coalesce(iif(json_valid(message), message ->> 'title', ''), '') || char(10) || channel
        || char(10) || coalesce(failure, '')
        """, parameter: "?1")
    return try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM alertDeliveries
        WHERE state = 'dead' AND (?1 IS NULL OR \(found ?? "1") > 0)
        ORDER BY sequence DESC LIMIT ?2
        """, [sought?.value ?? .null, .integer(Int64(limit))], decode: decodeDelivery)
    }
  }

  /// The newest message of a channel, and how many wait to be sent.
  public func lastAlertDelivery(
    to channel: String
  ) async throws -> (last: AlertDelivery?, pending: Int) {
    try await database.read { connection in
      let last = try connection.first(
        """
        SELECT * FROM alertDeliveries WHERE channel = ? AND state <> 'dropped'
        ORDER BY sequence DESC LIMIT 1
        """, [.text(channel)], decode: decodeDelivery)
      let pending = try connection.first(
        "SELECT count(*) FROM alertDeliveries WHERE state = 'pending' AND channel = ?",
        [.text(channel)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      return (last, pending ?? 0)
    }
  }
}

private func decodeDelivery(_ row: borrowing Row) throws(SQLiteError) -> AlertDelivery {
  AlertDelivery(
    id: try row.decode("id"), alert: try row.decode("alert"), channel: try row.decode("channel"),
    event: try word("event", in: row),
    message: json(try row.decode("message")) ?? .null,
    createdAt: Timestamp(milliseconds: try row.decode("createdAt")),
    state: try word("state", in: row), attempts: try row.decode("attempts"),
    attemptedAt: try moment("attemptedAt", in: row),
    nextAt: Timestamp(milliseconds: try row.decode("nextAt")), failure: try row.decode("failure"))
}
