import JSONKit
import SQLiteKit
import Support
import TestSupport

@testable import SyncCore

/// A store in a fresh directory, without a server.
final class StoreFixture: Sendable {
  let directory: TemporaryDirectory
  let settings: StoreSettings
  let time = ManualTime()

  init(_ settings: StoreSettings = StoreSettings(tables: [TableSettings(name: "todo")])) throws {
    directory = try TemporaryDirectory()
    self.settings = settings
  }

  var path: String { directory.file("store.sqlite") }

  func open(settings other: StoreSettings? = nil) async throws -> SyncContext {
    let counter = Locked<UInt8>(0)
    return try await SyncContext(
      path: path, remote: SilentRemote(directory: directory), settings: other ?? settings,
      time: time,
      random: RandomSource { count in
        counter.withLock { value in
          value &+= 1
          return Array(repeating: value, count: count)
        }
      })
  }
}

/// A remote that is never asked for anything but what it would send.
private struct SilentRemote: Remote {
  /// Kept as long as the store is in use.
  let directory: TemporaryDirectory

  var kind: String { "silent" }
  var displayURL: String { "silent://" }
  var capabilities: RemoteCapabilities { [.versionedWrites, .tombstones, .undelete] }

  func send(_ change: Change) async -> SendResult { SendResult(.unreachable("silent")) }

  func describe(_ change: Change) -> RequestDescription {
    RequestDescription(
      method: change.kind.name, url: "silent://\(change.table)/\(change.id)",
      body: JSONValue.object(change.values).serializedText)
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    Record(id: id, version: "read", values: ["text": "read"])
  }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    throw .unreachable(host: "silent", detail: "silent")
  }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    throw .unreachable(host: "silent", detail: "silent")
  }

  func probe() async throws(RemoteError) { throw .unreachable(host: "silent", detail: "silent") }
}

extension SyncContext {
  /// Puts rows into the store as a pull would.
  func seed(_ table: String, _ records: [Record]) async throws {
    try await database.write { connection in
      let schema = try Catalogue.ensure(table, for: records, on: connection)
      for record in records { try RowStore.upsert(record, in: schema, on: connection) }
    }
  }

  func operations(of table: String, _ id: String) async throws -> [StoredOperation] {
    try await database.read { try OperationStore.of(table, id, on: $0) }
  }

  /// Puts the last operation of a row into a state that a push would bring it to.
  func setLast(_ table: String, _ id: String, to state: OperationState) async throws {
    try await database.write { connection in
      guard let last = try OperationStore.of(table, id, on: connection).last else {
        throw SyncError.noSuchOperation(0)
      }
      try OperationStore.setState(last.id, state, on: connection)
    }
  }

  /// Gives the first operation of a row an error, as a push would.
  @discardableResult
  func fail(
    _ table: String, _ id: String, status: Int = 400, server: Record? = nil,
    message: String = "No.", isConflict: Bool = false
  ) async throws -> String {
    let now = time.now
    return try await database.write { connection in
      guard let operation = try OperationStore.of(table, id, on: connection).first else {
        throw SyncError.noSuchOperation(0)
      }
      let entry = ErrorStore.Entry(
        id: "error-\(operation.id)", operation: operation,
        code: OperationError.Code.withMessage, status: status, message: message,
        server: server, isMissingThere: status == 404, at: now)
      try ErrorStore.put(entry, on: connection)
      try OperationStore.setState(
        operation.id, isConflict ? .conflict : .failed, message: message, on: connection)
      if let server {
        try ServerCopyStore.put(server, table: table, at: now, on: connection)
      }
      return entry.id
    }
  }

  func kept(_ table: String, _ id: String) async throws -> (base: Record?, server: Record?) {
    try await database.read { connection in
      (
        try BaseStore.fetch(table, id, on: connection),
        try ServerCopyStore.fetch(table, id, on: connection)
      )
    }
  }
}

/// The error of the store that `body` throws; nil when it throws none.
func storeRefusal(_ body: () async throws -> Void) async throws -> SyncError? {
  do {
    try await body()
    return nil
  } catch let error as SyncError {
    return error
  }
}
