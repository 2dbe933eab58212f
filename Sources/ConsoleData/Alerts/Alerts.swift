public import JSONKit
import SQLiteKit
import Support

/// How messages are made while alerts change.
public struct AlertMessages: Sendable {
  /// The names of the channels that get every message.
  public var channels: [String]
  public var quiet: AlertQuiet
  /// The message about an alert; `id` is that of its delivery.
  public var make: @Sendable (_ alert: Alert, _ event: AlertEvent, _ id: String) -> JSONValue

  public init(
    channels: [String], quiet: AlertQuiet = .none,
    make: @escaping @Sendable (_ alert: Alert, _ event: AlertEvent, _ id: String) -> JSONValue
  ) {
    self.channels = channels
    self.quiet = quiet
    self.make = make
  }
}

extension ConsoleData {
  /// How long ended alerts and their messages are kept.
  public static let alertDays = 90

  /// Follows what was found: opens and ends alerts, each change in one transaction with its messages.
  ///
  /// - Returns: What happened, for the log.
  @discardableResult
  public func follow(
    _ survey: AlertSurvey, rules: AlertRules, messages: AlertMessages
  ) async throws -> [(alert: Alert, event: AlertEvent)] {
    let now = time.now
    let isChanged = try await database.read { connection in
      try !AlertChange.all(survey, now, rules, on: connection).isEmpty
    }
    guard isChanged else { return [] }
    let random = random
    return try await database.write { connection in
      var events: [(alert: Alert, event: AlertEvent)] = []
      for change in try AlertChange.all(survey, now, rules, on: connection) {
        let stored = try change.write(on: connection)
        guard let alert = stored, let event = change.event else { continue }
        events.append((alert, event))
        for channel in messages.channels {
          guard try AlertOutbox.needs(event, alert, channel, messages.quiet, on: connection) else {
            continue
          }
          let id = random.uuid()
          try AlertOutbox.add(
            id, alert.id, channel, event, isUrgent: alert.cause.condition.isUrgent,
            messages.make(alert, event, id), now, on: connection)
        }
      }
      return events
    }
  }

  /// The open ones, the oldest first.
  public func openAlerts() async throws -> [Alert] {
    try await database.read { connection in
      try connection.query(
        "SELECT * FROM alerts WHERE endedAt IS NULL AND openedAt IS NOT NULL ORDER BY openedAt, id",
        decode: decodeAlert)
    }
  }

  /// How many are open.
  func openAlertCount(on connection: Connection) throws -> Int {
    try connection.memo("open alerts") {
      try connection.first(
        "SELECT count(*) FROM alerts WHERE endedAt IS NULL AND openedAt IS NOT NULL"
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// What the alerts that ended were about, each once.
  public func endedAlertCauses() async throws -> [AlertCause] {
    try await database.read { connection in
      try connection.query(
        "SELECT DISTINCT condition, store, subject FROM alerts WHERE endedAt IS NOT NULL",
        decode: decodeCause)
    }
  }

  /// The newest first.
  ///
  /// - Parameters:
  ///   - text: In the detail, the note, or the name of who acknowledged it; nil for all.
  ///   - causes: Those that the text finds too, by what the page calls them.
  public func endedAlerts(
    text sought: String? = nil, of causes: [AlertCause] = [], limit: Int
  ) async throws -> [Alert] {
    let sought = sought.map(CaseInsensitiveSearch.init)
    let found = sought?.position(
      in: "detail || char(10) || coalesce(note, '') || char(10) || coalesce(acknowledgedBy, '')",
      parameter: "?1")
    let keys = JSONValue.array(causes.map { .string($0.key) }).serializedText
    return try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM alerts WHERE endedAt IS NOT NULL AND (?1 IS NULL OR \(found ?? "1") > 0
          OR cause IN (SELECT value FROM json_each(?2)))
        ORDER BY endedAt DESC, id DESC LIMIT ?3
        """, [sought?.value ?? .null, .text(keys), .integer(Int64(limit))], decode: decodeAlert)
    }
  }

  public func alert(_ id: Int64) async throws -> Alert? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM alerts WHERE id = ?", [.integer(id)], decode: decodeAlert)
    }
  }

  /// Notes who takes care of an open alert.
  ///
  /// - Returns: False where it is not open, or somebody did so before.
  public func acknowledgeAlert(_ id: Int64, by who: String, note: String) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        """
        UPDATE alerts SET acknowledgedBy = ?, acknowledgedAt = ?, note = ?
        WHERE id = ? AND openedAt IS NOT NULL AND endedAt IS NULL AND acknowledgedBy IS NULL
        """, [.text(who), .integer(now), .text(note), .integer(id)])
      return connection.changes > 0
    }
  }

  /// Removes what ended more than ``alertDays`` ago.
  public func removeOldAlerts() async throws {
    let end = time.now.adding(seconds: -Int64(Self.alertDays) * 86_400).milliseconds
    try await database.write { connection in
      try connection.execute("DELETE FROM alerts WHERE endedAt < ?", [.integer(end)])
      try connection.execute(
        "DELETE FROM alertDeliveries WHERE createdAt < ? AND state <> 'pending'", [.integer(end)])
    }
  }
}

/// One alert that one look changed.
private struct AlertChange {
  /// Nil for one that was not stored before.
  var before: Alert?
  /// Nil for one to be removed.
  var after: Alert?
  var event: AlertEvent?

  static func all(
    _ survey: AlertSurvey, _ now: Timestamp, _ rules: AlertRules, on connection: Connection
  ) throws -> [AlertChange] {
    let recent = now.adding(seconds: -Int64(rules.reopenMinutes) * 60).milliseconds
    let known = try connection.query(
      """
      SELECT * FROM alerts WHERE endedAt IS NULL OR endedAt >= ? OR heldSince IS NOT NULL
      ORDER BY id
      """, [.integer(recent)], decode: decodeAlert)
    // Of several that ended the newest counts; an open one is newer than all of them.
    let byCause = UTF8Dictionary(known.map { ($0.cause.key, $0) }) { $1 }
    let findings = UTF8Dictionary(survey.findings.map { ($0.cause.key, $0) }) { first, _ in first }
    var changes: [AlertChange] = []
    for (key, alert) in byCause.sorted(by: { $0.value.id < $1.value.id }) {
      guard survey.isWatched(alert.cause) else {
        if let change = leave(alert, now) { changes.append(change) }
        continue
      }
      if findings[key] == nil, survey.hasGap(alert.cause) { continue }
      add(AlertTransition(alert, findings[key], now: now, rules: rules), alert, to: &changes)
    }
    for finding in survey.findings
    where byCause[finding.cause.key] == nil && survey.isWatched(finding.cause) {
      add(AlertTransition(nil, finding, now: now, rules: rules), nil, to: &changes)
    }
    return changes
  }

  private static func add(
    _ transition: AlertTransition, _ before: Alert?, to changes: inout [AlertChange]
  ) {
    guard transition.alert != before else { return }
    // Another alert of the same cause leaves the one that ended as it is.
    let isAnother = before != nil && transition.alert?.id == 0
    changes.append(
      AlertChange(
        before: isAnother ? nil : before, after: transition.alert, event: transition.event))
  }

  /// Ends an alert whose condition or store is not looked at any more.
  private static func leave(_ alert: Alert, _ now: Timestamp) -> AlertChange? {
    guard alert.openedAt != nil else { return AlertChange(before: alert) }
    var after = alert
    after.heldSince = nil
    after.clearSince = nil
    if alert.isOpen {
      after.endedAt = now
      after.isUnwatched = true
    }
    return after == alert ? nil : AlertChange(before: alert, after: after)
  }

  /// - Returns: The alert with its number; nil for one that was removed.
  func write(on connection: Connection) throws -> Alert? {
    guard var after else {
      if let before {
        try connection.execute("DELETE FROM alerts WHERE id = ?", [.integer(before.id)])
      }
      return nil
    }
    if before == nil {
      try connection.execute(
        """
        INSERT INTO alerts (cause, condition, store, subject, detail) VALUES (?, ?, ?, ?, ?)
        """,
        [
          .text(after.cause.key), .text(after.cause.condition.rawValue), text(after.cause.store),
          .text(after.cause.subject), .text(after.detail),
        ])
      after.id = connection.lastInsertedRowID
    }
    try connection.execute(
      """
      UPDATE alerts SET detail = ?, began = ?, heldSince = ?, openedAt = ?, clearSince = ?,
        endedAt = ?, isUnwatched = ?, openings = ?, toldAt = ?, acknowledgedBy = ?,
        acknowledgedAt = ?, note = ? WHERE id = ?
      """,
      [
        .text(after.detail), integer(after.began?.milliseconds),
        integer(after.heldSince?.milliseconds), integer(after.openedAt?.milliseconds),
        integer(after.clearSince?.milliseconds), integer(after.endedAt?.milliseconds),
        .integer(after.isUnwatched ? 1 : 0), .integer(Int64(after.openings)),
        integer(after.toldAt?.milliseconds), text(after.acknowledgement?.who),
        integer(after.acknowledgement?.at.milliseconds), text(after.acknowledgement?.note),
        .integer(after.id),
      ])
    return after
  }
}

private func decodeCause(_ row: borrowing Row) throws(SQLiteError) -> AlertCause {
  AlertCause(
    try word("condition", in: row), store: try row.decode("store"),
    subject: try row.decode("subject"))
}

private func decodeAlert(_ row: borrowing Row) throws(SQLiteError) -> Alert {
  var alert = Alert(cause: try decodeCause(row), detail: try row.decode("detail"))
  alert.id = try row.decode("id")
  alert.began = try moment("began", in: row)
  alert.heldSince = try moment("heldSince", in: row)
  alert.openedAt = try moment("openedAt", in: row)
  alert.clearSince = try moment("clearSince", in: row)
  alert.endedAt = try moment("endedAt", in: row)
  alert.isUnwatched = try row.decode("isUnwatched", as: Int.self) != 0
  alert.openings = try row.decode("openings")
  alert.toldAt = try moment("toldAt", in: row)
  if let who = try row.decode("acknowledgedBy", as: String?.self),
    let at = try moment("acknowledgedAt", in: row)
  {
    alert.acknowledgement = Alert.Acknowledgement(
      who: who, at: at, note: try row.decode("note", as: String?.self) ?? "")
  }
  return alert
}
