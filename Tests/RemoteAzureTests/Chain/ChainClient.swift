import JSONKit
import RemoteAzure
import Support
import SyncCore
import SyncInspection
import TableService
import TestSupport

/// One client of a chain: a store, the real adapter, and a wire with faults to the real service.
final class ChainClient: Sendable {
  /// What a person did last to a row here.
  struct Promise: Sendable {
    enum Kind: Sendable {
      case write, delete
      /// The deletion of a row that this store took for never sent.
      case withdrawal
      case other
    }

    var kind: Kind
    /// The row's column `w` holds it until somebody writes again; of a withdrawal what it held.
    var tag: String
    /// True once a decision took the change back.
    var isTakenBack = false
  }

  private struct State {
    var context: SyncContext
    var promises: [String: Promise] = [:]
    var lastTag = 0
    var kept: Set<String> = []
  }

  let name: String
  let wire: FaultyTransport
  private let directory: TemporaryDirectory
  private let settings: StoreSettings
  private let remote: AzureRemote
  private let time: ManualTime
  private let state: Locked<State>

  init(
    _ name: String, _ wire: FaultyTransport, _ version: AzureAPIVersion, _ settings: StoreSettings,
    _ time: ManualTime
  ) async throws {
    self.name = name
    self.wire = wire
    self.settings = settings
    self.time = time
    directory = try TemporaryDirectory()
    remote = try AzureRemote.test(wire, version)
    state = Locked(
      State(
        context: try await SyncContext(
          path: directory.file("store.sqlite"), remote: remote, settings: settings, time: time)))
  }

  var context: SyncContext { state.withLock { $0.context } }
  var table: SyncTable { context.table("items") }
  var promises: [String: Promise] { state.withLock { $0.promises } }
  /// What somebody decided to send again, on top of what the server had.
  var kept: Set<String> { state.withLock { $0.kept } }

  /// Opens the same file anew.
  func reopen() async throws {
    let context = try await SyncContext(
      path: context.path, remote: remote, settings: settings, time: time)
    state.withLock { $0.context = context }
  }

  // MARK: - What a person does

  /// A random change of a random row; what the store refuses is no promise.
  func act(_ random: inout SplitMix64) async throws {
    let id = "r\(random.next() % 8)"
    let die = random.next() % 10
    let tag = state.withLock { state in
      state.lastTag += 1
      return "\(name)-\(state.lastTag)"
    }
    let row = try await table.read(id: id)
    do {
      switch (row, die) {
      case (nil, _):
        try await table.insert(["id": .string(id), "w": .string(tag), "n": 1])
        promise(id, .write, tag)
      case (let row?, 0...5) where !row.deleted:
        try await table.update(id, ["w": .string(tag)])
        promise(id, .write, tag)
      case (let row?, 6...8) where !row.deleted:
        try await table.delete(id)
        promiseDeletion(of: row, tag)
      case (let row?, _) where row.deleted:
        try await table.undelete(id)
        promise(id, .other, tag)
      case (let row?, _):
        try await table.hardDelete(id)
        promiseDeletion(of: row, tag)
      }
    } catch is SyncError {
      // Refused with an error, so nothing was promised.
    }
  }

  private func promise(_ id: String, _ kind: Promise.Kind, _ tag: String) {
    state.withLock { $0.promises[id] = Promise(kind: kind, tag: tag) }
  }

  private func promiseDeletion(of row: Record, _ tag: String) {
    if row.version == nil {
      promise(row.id, .withdrawal, row.values["w"]?.string ?? "")
    } else {
      promise(row.id, .delete, tag)
    }
  }

  /// Decides every conflict and every failed change somehow.
  func decide(_ random: inout SplitMix64) async throws {
    for error in try await context.errors() {
      let choice: Resolution =
        [.keepLocal, .discard, .takeServer, .retry][Int(random.next() % 4)]
      do {
        try await context.resolve(error.id, choice, by: "simulation")
        state.withLock { state in
          switch choice {
          case .keepLocal: state.kept.formUnion(error.local?.values["w"]?.string.map { [$0] } ?? [])
          case .discard, .takeServer: state.promises[error.itemID]?.isTakenBack = true
          default: break
          }
        }
      } catch is SyncError {
        continue  // It can't be decided so.
      }
    }
  }

  func giveIn() async throws {
    let decided = try await context.giveIn()
    state.withLock { state in
      for id in decided { state.promises[id]?.isTakenBack = true }
    }
  }

  /// Compares with the server and takes its side everywhere.
  func reconcile() async throws {
    let report = try await context.reconcile("items")
    guard report.isComplete else { return }
    let gone = report.missingOnServer.rows.map(\.id)
    let outcome = try await context.apply(
      report,
      ReconcileChoices(
        missingOnServer: .removeHere, missingHere: .pullAgain, different: .pullAgain,
        confirm: report.confirmationNeeded),
      by: "simulation")
    state.withLock { state in
      for id in gone where !outcome.skipped.contains(where: { $0.id == id }) {
        state.promises[id]?.isTakenBack = true
      }
    }
  }

  // MARK: - Looks

  func operations() async throws -> [OperationInfo] {
    try await context.operations(OperationQuery(size: 500)).operations
  }

  /// Every row of the store, tombstones included, by id.
  func rows() async throws -> [Record] {
    try await table.read(RowQuery(view: .all, size: 500)).rows.map(\.record)
      .sorted { $0.id < $1.id }
  }
}
