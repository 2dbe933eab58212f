import JSONKit
import Localization
import SQLiteKit
import Support

/// What became of an operation whose turn had come.
enum Beginning: Sendable {
  case flight(InFlightOperation)
  /// It names a row that the server does not have yet.
  case waiting(Int64)
  /// It needed no request.
  case recorded(RecordedOutcome)
}

extension SyncContext {
  /// Marks operations as being sent and says what each of them sends, in one transaction.
  ///
  /// The change is made from the row as it is at this moment: from here on, a local change of the
  /// row makes another operation.
  ///
  /// - Parameters:
  ///   - refused: Tables whose operations stay in the queue.
  ///   - files: What became of the queued files of these operations.
  func begin(
    _ ids: [Int64], _ scope: PushScope, exceptOf refused: UTF8Set = [],
    files: QueuedUploads = QueuedUploads()
  ) async throws -> [Beginning] {
    let starter = OperationStarter(
      scope: scope, refused: refused, files: files, now: time.now, remote: remote,
      capabilities: remote.capabilities, assigning: remote.assigning,
      resendSeconds: settings.insertResendSeconds, random: random)
    return try await database.write { db in try starter.begin(ids, on: db) }
  }

  /// Talks to the remote; decides nothing and writes nothing.
  func perform(_ request: PushRequest) async -> PushTasks.Event {
    if Task.isCancelled { return .interrupted(request.flights) }
    let startedAt = time.now
    let sent: [PushTasks.Sent]
    switch request {
    case .send(let flight):
      let result = await untilAnswered { [remote] in await remote.send(flight.change.complete) }
      sent = [PushTasks.Sent(flight: flight, result: result.scrubbed(of: flight.change.secrets))]
    case .batch(let flights):
      let results = await untilAnswered { [remote] in
        await remote.send(batch: flights.map(\.change.complete))
      }
      sent = flights.indices.map { index in
        let result = index < results.count ? results[index] : nil
        return PushTasks.Sent(
          flight: flights[index],
          result: result?.scrubbed(of: flights[index].change.secrets)
            ?? SendResult(.unknown(localized("the answer to the batch does not name it"))))
      }
    case .look(let flight):
      do throws(RemoteError) {
        return try await look(flight)
      } catch {
        return .looked(flight, .failure(error))
      }
    }
    let milliseconds = Int(time.now.seconds(since: startedAt) * 1_000)
    return .sent(sent, startedAt: startedAt, milliseconds: milliseconds)
  }

  private func look(_ flight: InFlightOperation) async throws(RemoteError) -> PushTasks.Event {
    guard let remote = remote.assigning, flight.change.kind == .insert else {
      return .looked(
        flight, .success(try await remote.read(flight.change.table, id: flight.change.id)))
    }
    var flight = flight
    flight.trace = try await remote.trace(insert: flight.change)
    return .looked(flight, .success(nil))
  }
}

/// Begins operations, in the caller's transaction.
private struct OperationStarter: Sendable {
  let scope: PushScope
  let refused: UTF8Set
  let files: QueuedUploads
  let now: Timestamp
  let remote: any Remote
  let capabilities: RemoteCapabilities
  let assigning: (any AssigningRemote)?
  let resendSeconds: Int
  let random: RandomSource

  func begin(_ ids: [Int64], on db: Connection) throws -> [Beginning] {
    var schemas = SchemaCache()
    var recorder = OutcomeRecorder(scope: scope, now: now, db: db)
    var sending: [Int64] = []
    let situations = try OperationContext.fetch(ids, on: db)
    let beginnings = try ids.compactMap { id -> Beginning? in
      guard let situation = situations[id], situation.isFirst,
        !refused.contains(situation.operation.table),
        let beginning = try begin(situation, &schemas, &recorder, on: db)
      else { return nil }
      if case .flight = beginning { sending.append(id) }
      return beginning
    }
    try OperationStore.markSending(sending, at: now, on: db)
    try recorder.finish()
    return beginnings
  }

  private func begin(
    _ situation: OperationContext, _ schemas: inout SchemaCache,
    _ recorder: inout OutcomeRecorder, on db: Connection
  ) throws -> Beginning? {
    let operation = situation.operation
    guard operation.state == .pending || operation.state == .unknown else { return nil }
    let schema = try schemas.schema(operation.table, on: db)
    var (change, target) = try OutgoingChange.make(situation, in: schema, on: db)
    let unsent = try assigning.flatMap { try References.resolve(&change, by: $0, on: db) }
    if case .waiting(let row)? = unsent {
      try OperationStore.setState(
        operation.id, operation.state, message: row.waitingSentence, on: db)
      return .waiting(operation.id)
    }
    guard scope.allows(files.asPreviewed(change, of: operation.id), of: operation.id) else {
      return nil
    }
    try WriteOnlyValues.open(&change, on: db)
    let base = operation.before.map { .record($0) } ?? situation.base
    let flight = InFlightOperation(
      operationID: operation.id, change: change.expected(by: remote), base: base,
      remoteHasVersions: capabilities.contains(.versionedWrites),
      remoteChecksWrites: capabilities.contains(.checkedWrites),
      isUncertain: operation.state == .unknown, remoteAssignsIDs: assigning != nil,
      resendDelay: ResendDelay(seconds: resendSeconds),
      equalFailures: operation.state == .unknown
        ? RepeatedFailures(try AttemptStore.of(operation.id, on: db)) : RepeatedFailures(),
      mayVersionRepeat: change.version.map(remote.mayRepeat) ?? false)
    if let failure = unsent?.failure ?? fileFailure(change, of: operation.id) {
      return try recorded(flight, .failed(failure), &recorder)
    }
    if operation.kind == .insert || operation.kind == .update, target == nil {
      return try recorded(flight, .failed(.noLocalRow), &recorder)
    }
    if operation.kind == .update, operation.state == .pending, change.complete.values.isEmpty,
      let base = base?.record
    {
      // Changed back before it was sent: the server has this row already.
      return try recorded(flight, .done(situation.serverCopy?.record ?? base), &recorder)
    }
    return .flight(flight)
  }

  /// A change that names a file which only this store has is never sent.
  private func fileFailure(_ change: Change, of operation: Int64) -> FailureReason? {
    let queued = change.values.queuedFiles.first ?? change.allValues.queuedFiles.first
    guard let name = queued?.file.name else { return nil }
    return .fileNotUploaded(
      files.refusals[operation]
        ?? FileRefusal(
          name: name, status: nil, reason: localized("The queued file is no longer in this store."))
    )
  }

  private func recorded(
    _ flight: InFlightOperation, _ outcome: PushOutcome, _ recorder: inout OutcomeRecorder
  ) throws -> Beginning? {
    let outcome = FinishedOperation(flight, outcome, errorID: random.uuid())
    return try recorder.record([outcome]).first.map(Beginning.recorded)
  }
}

/// The tables that one transaction works on, read from the catalogue once.
struct SchemaCache {
  private var schemas: UTF8Dictionary<TableSchema> = [:]
  private var ownNames: UTF8Dictionary<UTF8Set> = [:]

  mutating func schema(_ table: String, on db: Connection) throws -> TableSchema {
    if let known = schemas[table] { return known }
    let schema = try Catalogue.ensure(table, on: db)
    schemas[table] = schema
    return schema
  }

  /// The table with a column for each of `record`'s values.
  mutating func schema(
    _ table: String, for record: Record, on db: Connection
  ) throws -> TableSchema {
    let known = try schema(table, on: db)
    let names = ownNames[table] ?? known.confirmedNames
    ownNames[table] = names
    guard record.values.contains(where: { !$0.value.isNull && !names.contains($0.name) }) else {
      return known
    }
    let schema = try Catalogue.ensure(table, for: [record], on: db)
    schemas[table] = schema
    ownNames[table] = nil
    return schema
  }
}

extension RowReference {
  var waitingSentence: String {
    localized(
      "It references row \(id) of \(table), which the server does not have yet, and waits for it.")
  }
}
