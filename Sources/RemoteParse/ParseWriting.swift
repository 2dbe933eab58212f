import HTTPKit
import JSONKit
import Support
public import SyncCore

extension ParseRemote {
  public func describe(_ change: Change) -> RequestDescription {
    let dates = learned.withLock { $0.dates[change.table] ?? [] }
    return requests.description(of: request(change, dates: dates))
  }

  public func send(_ change: Change) async -> SendResult {
    if Task.isCancelled { return SendResult(.unreachable("cancelled before it was sent")) }
    switch change.kind {
    case .insert: return await reread([change], [await insert(change)])[0]
    case .update, .delete:
      switch await present(change) {
      case .success(let row): return await reread([change], [await write(change, on: row)])[0]
      case .failure(let result): return result
      }
    // There are no tombstones to bring back.
    case .undelete: return SendResult(.missing)
    }
  }

  // MARK: Requests

  /// One write, and nothing that goes before it.
  func request(
    _ change: Change, dates: UTF8Set, requestID: String? = nil
  ) -> ParseRequest {
    switch change.kind {
    case .insert:
      requests.write(
        .post, requests.path(change.table), body(change, dates),
        requestID: requestID ?? Self.requestID(change))
    case .update, .undelete:
      requests.write(
        .put, requests.path(change.table, id: change.id), body(change, dates))
    case .delete: requests.write(.delete, requests.path(change.table, id: change.id), nil)
    }
  }

  /// What goes into the body: never an id in an update, which would rename the row.
  func body(_ change: Change, _ dates: UTF8Set) -> JSONObject {
    var body = JSONObject()
    if change.kind == .insert, sendsIDs { body["objectId"] = .string(change.id) }
    for (column, value) in change.values where !SystemColumn.contains(column) {
      let field = ParseValues.serverName(column)
      if value.isNull {
        // A new row has no value to take away.
        if change.kind != .insert { body[field] = ["__op": "Delete"] }
      } else if let sent = ParseValues.sent(value, isDate: dates.contains(column)) {
        body[field] = sent
      }
    }
    if change.kind == .insert, configuration.newIDs != .client, let column = configuration.keyColumn
    {
      body[column] = .string(change.id)
    }
    if change.kind == .update, let guardian = configuration.guardian, let version = change.version {
      body[guardian.column] = .string(version)
    }
    return body
  }

  /// The same for the same insert, also after a restart: a server that remembers request ids then
  /// refuses to make the row twice.
  static func requestID(_ change: Change) -> String {
    let text =
      change.table + "\n" + change.id + "\n" + JSONValue.object(change.values).serializedText
    let first = hash(text.utf8, 0xcbf2_9ce4_8422_2325)
    let second = hash(text.utf8.reversed(), first ^ 0x9e37_79b9_7f4a_7c15)
    let digits = [first, second].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let bounds = [0, 8, 12, 16, 20, 32]
    return zip(bounds, bounds.dropFirst())
      .map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }

  /// FNV-1a: the id has to be the same again, not hard to guess.
  private static func hash(_ bytes: some Sequence<UInt8>, _ start: UInt64) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  // MARK: Inserts

  private func insert(_ change: Change) async -> SendResult {
    let dates: UTF8Set
    do {
      dates = try await dateColumns(of: change.table, in: change.values)
    } catch {
      return reader.unsent(error)
    }
    let sentID = sendsIDs
    let result: (ParseAnswer?, SendResult) = await post(change, dates, nil)
    guard let answer = result.0 else {
      if sentID, case .accepted = result.1.outcome { learned.withLock { $0.takesIDs = true } }
      return result.1
    }
    switch reader.verdict(answer) {
    case .requestSeen: return await afterRequestSeen(change, dates, answer)
    case .duplicate: return await afterDuplicate(change, sentID: sentID, answer)
    case .refused where sentID && configuration.newIDs == .auto && answer.code == 105:
      let isNews = learned.withLock { learned in
        defer { learned.takesIDs = false }
        return learned.takesIDs == nil
      }
      if isNews { say("\(configuration.host) gives new rows their ids itself.") }
      return await insert(change)
    default: return result.1
    }
  }

  /// - Returns: The answer where it was no success.
  private func post(
    _ change: Change, _ dates: UTF8Set, _ requestID: String?
  ) async -> (ParseAnswer?, SendResult) {
    do {
      let answer = try await raw(request(change, dates: dates, requestID: requestID))
      let outcome = outcome(of: change, answer, row: nil, dates)
      return (answer.isSuccess ? nil : answer, SendResult(outcome, answer: told(change, answer)))
    } catch {
      return (nil, reader.result(error))
    }
  }

  /// A request with this id was seen; whether it made the row only the rows tell.
  private func afterRequestSeen(
    _ change: Change, _ dates: UTF8Set, _ answer: ParseAnswer
  ) async -> SendResult {
    do {
      switch try await trace(insert: change) {
      case .found(let record):
        return SendResult(
          capabilities.contains(.clientIDs) ? .exists(record) : .accepted(record),
          answer: reader.record(answer))
      case .absent: return await post(change, dates, random.uuid()).1
      case .untraceable(let detail):
        return SendResult(.unknown(detail), answer: reader.record(answer))
      }
    } catch {
      return SendResult(.unknown(error.description), answer: reader.record(answer))
    }
  }

  /// The row is there already, or another row has a value that must be unique.
  private func afterDuplicate(
    _ change: Change, sentID: Bool, _ answer: ParseAnswer
  ) async -> SendResult {
    let record = reader.record(answer)
    do {
      if sentID, let row = try await read(change.table, id: change.id) {
        return SendResult(.exists(row), answer: record)
      }
      if !capabilities.contains(.clientIDs), case .found(let row) = try await trace(insert: change)
      {
        return SendResult(.accepted(row), answer: record)
      }
      return SendResult(.refused, answer: record)
    } catch {
      return SendResult(.unknown(error.description), answer: record)
    }
  }

  // MARK: Updates and deletes

  enum Present: Sendable {
    case success(Record)
    case failure(SendResult)
  }

  /// The server's row, where it is still the one that the change was made on.
  ///
  /// The server checks nothing itself; a write of somebody else in the moment between goes unseen.
  func present(_ change: Change) async -> Present {
    do {
      let row = try await read(change.table, id: change.id)
      if row == nil { try await requireMasterKey() }
      return checked(change, row)
    } catch {
      return .failure(reader.unsent(error))
    }
  }

  func checked(_ change: Change, _ row: Record?) -> Present {
    guard let row else {
      if change.kind == .delete { return .failure(SendResult(.accepted(nil))) }
      return .failure(
        SendResult(
          .missing, answer: ServerAnswer(status: 404, message: "The server has no such row.")))
    }
    if let version = change.version, version !== row.version {
      return .failure(SendResult(.conflict(row), answer: ServerAnswer(status: 412)))
    }
    // An empty write would change the row's time and nothing else.
    if change.kind == .update, change.values.isEmpty { return .failure(SendResult(.accepted(row))) }
    return .success(row)
  }

  private func write(_ change: Change, on row: Record) async -> SendResult {
    do throws(RemoteError) {
      let dates = try await dateColumns(of: change.table, in: change.values)
      do throws(ParseFailure) {
        let answer = try await raw(request(change, dates: dates))
        return SendResult(
          outcome(of: change, answer, row: row, dates), answer: reader.record(answer))
      } catch {
        return reader.result(error)
      }
    } catch {
      return reader.unsent(error)
    }
  }

  // MARK: Outcomes

  /// The answer to an insert, with what it does not say: which column may be the one refused.
  func told(_ change: Change, _ answer: ParseAnswer) -> ServerAnswer {
    var record = reader.record(answer)
    if change.kind == .insert, answer.code == 119, let column = configuration.keyColumn {
      record.message =
        "\(record.message ?? "Permission denied (code 119)"). If \(change.table) lets nobody add "
        + "columns, the cause is \(column), the column by which this store finds a row again after "
        + "a lost answer: add it to the class on the server, or set keyColumn to false."
    }
    return record
  }

  /// - Parameter row: The server's row before an update or a delete.
  func outcome(
    of change: Change, _ answer: ParseAnswer, row: Record?, _ dates: UTF8Set
  ) -> SendOutcome {
    guard answer.isSuccess else { return failure(of: change, answer) }
    guard let object = answer.json?.object else {
      return .unknown(
        "\(configuration.host) answered with something that is no JSON; something between may have "
          + "taken the request")
    }
    switch change.kind {
    case .delete: return .accepted(nil)
    case .insert: return inserted(change, object, dates)
    case .update, .undelete:
      guard var row, let stamp = object["updatedAt"]?.string else {
        return .unknown("the answer to an update does not say when")
      }
      row.updatedAt = stamp
      row.version = stamp
      row.values = values(row.values, sent: change, object, dates)
      return .accepted(row)
    }
  }

  private func inserted(
    _ change: Change, _ object: JSONObject, _ dates: UTF8Set
  ) -> SendOutcome {
    guard let id = object["objectId"]?.string, let stamp = object["createdAt"]?.string else {
      return .unknown("the answer to an insert names no row")
    }
    // A new row's two times are the same, and only one is answered.
    return .accepted(
      Record(
        id: id, version: stamp, createdAt: stamp, updatedAt: stamp,
        values: values(JSONObject(), sent: change, object, dates)))
  }

  /// The row's values after a write: what was sent, then what cloud code made of it.
  private func values(
    _ before: JSONObject, sent change: Change, _ answer: JSONObject, _ dates: UTF8Set
  ) -> JSONObject {
    var values = before
    for (field, value) in body(change, dates)
    where field != "objectId" && field !== configuration.guardian?.column
      && !ParseValues.secretFields.contains(identical: field)
    {
      let column = ParseValues.storeName(field)
      values[column] = value["__op"] == nil ? ParseValues.stored(value) : nil
    }
    for (column, value) in ParseValues.values(answer) { values[column] = value }
    return values
  }

  private func failure(of change: Change, _ answer: ParseAnswer) -> SendOutcome {
    if let guardian = configuration.guardian, change.kind == .update, answer.code == guardian.code {
      return .conflict(nil)
    }
    return switch (reader.verdict(answer), change.kind) {
    case (.missing, .update), (.missing, .delete), (.missing, .undelete): .missing
    // The trigger may be one that runs after the row is gone.
    case (.triggerFailed, .delete):
      .unknown(reader.sentence(answer) ?? "cloud code failed while the row was deleted")
    default: reader.outcome(answer)
    }
  }
}
