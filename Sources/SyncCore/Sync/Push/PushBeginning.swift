import JSONKit
import SQLiteKit
import Support

/// What became of an operation whose turn had come.
enum Beginning: Sendable {
  case flight(Flight)
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
  func begin(_ ids: [Int64], _ scope: PushScope) async throws -> [Beginning] {
    let now = time.now
    let hasVersions = remote.capabilities.contains(.versionedWrites)
    let errorIDs = ids.map { _ in random.uuid() }
    let assigning = remote.assigning
    return try await database.write { db in
      var schemas = SchemaCache()
      var beginnings: [Beginning] = []
      for (id, errorID) in zip(ids, errorIDs) {
        guard let operation = try OperationStore.fetch(id, on: db),
          operation.state == .pending || operation.state == .unknown,
          try OperationStore.of(operation.table, operation.itemID, on: db).first?.id == id
        else { continue }
        let schema = try schemas.schema(operation.table, on: db)
        var (change, target) = try OutgoingChange.make(operation, in: schema, on: db)
        if let assigning,
          let missing = try References.resolve(&change, by: assigning, on: db)
        {
          try OperationStore.setState(
            id, operation.state, message: missing.waitingSentence, on: db)
          beginnings.append(.waiting(id))
          continue
        }
        guard scope.allows(change, of: id) else { continue }
        let base =
          try operation.before
          ?? BaseStore.fetch(operation.table, operation.itemID, on: db)
        let flight = Flight(
          operationID: id, change: change, base: base, remoteHasVersions: hasVersions,
          isUncertain: operation.state == .unknown, remoteAssignsIDs: assigning != nil)
        let recorder = OutcomeRecorder(scope: scope, now: now, db: db)
        if operation.kind == .insert || operation.kind == .update, target == nil {
          let verdict = FlightVerdict(flight, .failed(.noLocalRow), errorID: errorID)
          beginnings.append(.recorded(try recorder.record(verdict, &schemas)))
        } else if operation.kind == .update, operation.state == .pending, let base,
          change.values.isEmpty
        {
          // Changed back before it was sent: the server has this row already.
          let copy = try ServerCopyStore.fetch(operation.table, operation.itemID, on: db)
          let verdict = FlightVerdict(flight, .done(copy ?? base), errorID: errorID)
          beginnings.append(.recorded(try recorder.record(verdict, &schemas)))
        } else {
          try OperationStore.markSending(id, at: now, on: db)
          beginnings.append(.flight(flight))
        }
      }
      return beginnings
    }
  }

  /// Talks to the remote; decides nothing and writes nothing.
  func perform(_ request: PushRequest) async -> PushRun.Event {
    if Task.isCancelled { return .interrupted(request.flights) }
    let startedAt = time.now
    let sent: [PushRun.Sent]
    switch request {
    case .send(let flight):
      sent = [PushRun.Sent(flight: flight, result: await remote.send(flight.change))]
    case .batch(let flights):
      let results = await remote.send(batch: flights.map(\.change))
      sent = flights.indices.map { index in
        let result = index < results.count ? results[index] : nil
        return PushRun.Sent(
          flight: flights[index],
          result: result ?? SendResult(.unknown("the answer to the batch does not name it")))
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

  private func look(_ flight: Flight) async throws(RemoteError) -> PushRun.Event {
    guard let remote = remote.assigning, flight.change.kind == .insert else {
      return .looked(
        flight, .success(try await remote.read(flight.change.table, id: flight.change.id)))
    }
    var flight = flight
    flight.trace = try await remote.trace(insert: flight.change)
    return .looked(flight, .success(nil))
  }
}

/// The tables that one transaction works on, read from the catalogue once.
struct SchemaCache {
  private var schemas: [String: TableSchema] = [:]

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
    let names = Set(known.own.map(\.name))
    guard record.values.contains(where: { !$0.value.isNull && !names.contains($0.name) }) else {
      return known
    }
    let schema = try Catalogue.ensure(table, for: [record], on: db)
    schemas[table] = schema
    return schema
  }
}

extension RowReference {
  var waitingSentence: String {
    "It names the row \(id) of \(table), which the server does not have yet, and waits for it."
  }
}
