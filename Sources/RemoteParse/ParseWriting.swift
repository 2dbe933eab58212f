import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension ParseRemote {
  package func describe(_ change: Change) -> RequestDescription {
    let dates = learned.withLock { $0.dates[change.table] ?? [] }
    return client.description(of: request(change, dates: dates))
  }

  package func send(_ change: Change) async -> SendResult {
    if Task.isCancelled { return .cancelledUnsent }
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
  ) -> ClientRequest {
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
        body[field] = requests.withFileURLs(sent)
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

  // MARK: Inserts

  private func insert(_ change: Change) async -> SendResult {
    let dates: UTF8Set
    do {
      dates = try await dateColumns(of: change.table, in: change.values)
    } catch {
      return .unsent(after: error)
    }
    let sentID = sendsIDs
    let (answer, result) = await post(change, dates, nil)
    guard let answer else {
      if sentID, case .accepted = result.outcome { learned.withLock { $0.takesIDs = true } }
      return result
    }
    switch answer.code {
    case .duplicateRequest: return await afterRequestSeen(change, dates, answer)
    case .duplicateValue: return await afterDuplicate(change, sentID: sentID, answer)
    case .invalidKeyName where sentID && configuration.newIDs == .auto:
      let isNews = learned.withLock { learned in
        defer { learned.takesIDs = false }
        return learned.takesIDs == nil
      }
      if isNews { say(once: .idsAreAssigned, "\(client.host) gives new rows their ids itself.") }
      return await insert(change)
    default: return result
    }
  }

  /// - Returns: The answer where it was no success.
  private func post(
    _ change: Change, _ dates: UTF8Set, _ requestID: String?
  ) async -> (RemoteResponse?, SendResult) {
    do {
      let answer = try await client.send(request(change, dates: dates, requestID: requestID))
      return (answer.isSuccess ? nil : answer, result(of: change, answer, row: nil, dates))
    } catch {
      return (nil, client.result(error))
    }
  }

  /// A request with this id was seen; whether it made the row only the rows tell.
  private func afterRequestSeen(
    _ change: Change, _ dates: UTF8Set, _ answer: RemoteResponse
  ) async -> SendResult {
    do {
      switch try await trace(insert: change) {
      case .found(let record):
        let takesIDs = capabilities.contains(.clientIDs)
        return client.result(takesIDs ? .exists(record) : .accepted(record), answer)
      case .absent: return await post(change, dates, random.uuid()).1
      case .untraceable(let detail): return client.result(.unknown(detail), answer)
      }
    } catch {
      return client.result(.unknown(error.description), answer)
    }
  }

  /// The row is there already, or another row has a value that must be unique.
  private func afterDuplicate(
    _ change: Change, sentID: Bool, _ answer: RemoteResponse
  ) async -> SendResult {
    do {
      if sentID, let row = try await read(change.table, id: change.id) {
        return client.result(.exists(row), answer)
      }
      if !capabilities.contains(.clientIDs), case .found(let row) = try await trace(insert: change)
      {
        return client.result(.accepted(row), answer)
      }
      return client.result(.refused, answer)
    } catch {
      return client.result(.unknown(error.description), answer)
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
      return .failure(.unsent(after: error))
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
      do throws(HTTPClientError) {
        let answer = try await client.send(request(change, dates: dates))
        return result(of: change, answer, row: row, dates)
      } catch {
        return client.result(error)
      }
    } catch {
      return .unsent(after: error)
    }
  }

  // MARK: Outcomes

  /// The result of a write, with what the answer does not say: which column may be the one refused.
  ///
  /// - Parameter row: The server's row before an update or a delete.
  func result(
    of change: Change, _ answer: RemoteResponse, row: Record?, _ dates: UTF8Set
  ) -> SendResult {
    var result = client.result(outcome(of: change, answer, row: row, dates), answer)
    if change.kind == .insert, answer.code == .operationForbidden,
      let column = configuration.keyColumn
    {
      let told = result.answer?.message ?? "Permission denied (code 119)"
      result.answer?.message =
        "\(told). If \(change.table) lets nobody "
        + "add columns, the cause is \(column), the column by which this store finds a row again "
        + "after a lost answer: add it to the class on the server, or set keyColumn to false."
    }
    return result
  }

  private func outcome(
    of change: Change, _ answer: RemoteResponse, row: Record?, _ dates: UTF8Set
  ) -> SendOutcome {
    guard answer.isSuccess else { return failure(of: change, answer) }
    guard let object = answer.json?.object else {
      return .unknown(
        "\(client.host) answered with something that is no JSON; something between may have "
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

  private func failure(of change: Change, _ answer: RemoteResponse) -> SendOutcome {
    if let guardian = configuration.guardian, change.kind == .update,
      answer.codeNumber == guardian.code
    {
      return .conflict(nil)
    }
    switch (answer.code, change.kind) {
    case (.objectNotFound, .update), (.objectNotFound, .delete), (.objectNotFound, .undelete):
      return .missing
    // The trigger may be one that runs after the row is gone.
    case (.triggerFailed, .delete):
      return .unknown(client.message(in: answer) ?? "cloud code failed while the row was deleted")
    default: return client.outcome(of: answer)
    }
  }
}
