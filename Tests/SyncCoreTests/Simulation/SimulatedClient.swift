import Foundation
import JSONKit
import SQLiteKit
import Support
import TestSupport

@testable import SyncCore

/// One client of a simulated history: a store that can crash, and what it was promised.
final class SimulatedClient: Sendable {
  /// What a person did last to a row of this client.
  struct Promise: Sendable, Equatable {
    enum Kind: Sendable, Equatable { case write, delete, other }

    var kind: Kind
    /// The number of the write; the row's column `w` holds it until somebody writes again.
    var tag: String
    /// True once a recorded decision took the change back.
    var isTakenBack = false
  }

  struct State: Sendable {
    var context: SyncContext
    var promises: [String: Promise] = [:]
    /// Rows that were removed here for good, whose tombstones this store need not have.
    var hardDeleted: Set<String> = []
    var lastTag = 0
    var lives = 0
    var token: String?
  }

  let name: String
  let remote: FakeRemote
  let time: ManualTime
  let directory: TemporaryDirectory
  let settings: StoreSettings
  let state: Locked<State>

  init(
    _ name: String, _ server: FakeServer, window: Int, batchSize: Int
  ) async throws {
    self.name = name
    remote = FakeRemote(server, client: name)
    remote.set(batchSize: batchSize)
    time = ManualTime()
    directory = try TemporaryDirectory()
    settings = Bench.settings(window: window)
    state = Locked(
      State(
        context: try await SyncContext(
          path: directory.file("\(name)-0.sqlite"), remote: remote, settings: settings,
          time: time)))
  }

  var context: SyncContext { state.withLock { $0.context } }
  var table: SyncTable { context.table("T") }
  var promises: [String: Promise] { state.withLock { $0.promises } }

  // MARK: - What a person does

  /// A random change of a random row; what the store refuses is no promise.
  func act(_ random: inout SplitMix64) async throws {
    let id = "r\(random.next() % 8)"
    let die = random.next() % 10
    let tag = state.withLock { state in
      state.lastTag += 1
      return "\(name)-\(state.lastTag)"
    }
    let row = try await record(id)
    do {
      switch (row, die) {
      case (nil, _):
        try await table.insert(["id": .string(id), "w": .string(tag)])
        promise(id, .write, tag)
      case (let row?, 0...5) where !row.deleted:
        try await table.update(id, ["w": .string(tag)])
        promise(id, .write, tag)
      case (let row?, 6...8) where !row.deleted:
        try await table.delete(id)
        // A row that never reached the server just goes.
        promise(id, row.version == nil ? .other : .delete, tag)
      case (let row?, _) where row.deleted:
        try await table.undelete(id)
        promise(id, .other, tag)
      default:
        try await table.hardDelete(id)
        state.withLock { _ = $0.hardDeleted.insert(id) }
        promise(id, row?.version == nil ? .other : .delete, tag)
      }
    } catch is SyncError {
      // Refused with an error, so nothing was promised.
    }
  }

  private func promise(_ id: String, _ kind: Promise.Kind, _ tag: String) {
    state.withLock { $0.promises[id] = Promise(kind: kind, tag: tag) }
  }

  /// Takes the server's side in every conflict and gives failed changes up.
  func decide() async throws {
    let decided = try await context.giveIn()
    state.withLock { state in
      for id in decided { state.promises[id]?.isTakenBack = true }
    }
  }

  // MARK: - Lives

  /// Opens the same file anew.
  func reopen() async throws {
    let context = try await SyncContext(
      path: context.path, remote: remote, settings: settings, time: time)
    state.withLock { $0.context = context }
  }

  /// Runs `body`, in which the process dies when `remote` has served `after` requests.
  ///
  /// The file goes on as it was at that moment, and nothing reaches the server after it.
  func crash(after: Int, during body: (SyncContext) async throws -> Void) async throws {
    let count = Locked(after)
    let copied = Locked<String?>(nil)
    let context = context
    let target = state.withLock { state in
      state.lives += 1
      return directory.file("\(name)-\(state.lives).sqlite")
    }
    let die: @Sendable () async -> Void = { [remote] in
      let isTime = count.withLock { left in
        left -= 1
        return left == 0
      }
      guard isTime else { return }
      remote.set(isCutOff: true)
      await expectNoThrow {
        // The writer stands still meanwhile, so the copy is what a dead process leaves.
        try await context.database.write { _ in
          for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
              atPath: context.path + suffix, toPath: target + suffix)
          }
        }
      }
      copied.withLock { $0 = target }
    }
    remote.afterCommit { _ in await die() }
    remote.beforePage { _ in await die() }
    try await body(context)
    remote.afterCommit(nil)
    remote.beforePage(nil)
    remote.set(isCutOff: false)
    guard let path = copied.withLock({ $0 }) else { return }
    let next = try await SyncContext(
      path: path, remote: remote, settings: settings, time: time)
    state.withLock { $0.context = next }
  }

  // MARK: - Looks

  func record(_ id: String) async throws -> Record? {
    try await context.database.read { db in
      guard let schema = try Catalogue.table("T", on: db) else { return nil }
      return try RowStore.fetch(id, in: schema, on: db)
    }
  }

  func token() async throws -> String? {
    try await context.database.read { db in
      try TokenStore.fetch("T", queryID: "all", on: db)?.value
    }
  }

  func integrity() async throws -> [String] {
    try await context.database.read { db in
      try db.query("PRAGMA integrity_check") { row throws(SQLiteError) in try row.decode(at: 0) }
    }
  }
}
