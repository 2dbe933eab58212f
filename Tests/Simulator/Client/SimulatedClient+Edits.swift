import JSONKit
import SQLiteKit
import SyncCore
import TestSupport

/// What people do with rows.
extension SimulatedClient {
  /// A random change of a random row; what the store refuses is no promise.
  ///
  /// - Returns: What was done, for the trace.
  @discardableResult
  func edit(_ random: inout SplitMix64) async throws -> String {
    let id = try await pickRow(&random)
    let row = try await row(id)
    let queued = try await operations().filter { $0.itemID == id }.map(\.kind)
    note { $0.see(row) }
    do {
      return try await edit(id, row, random.next() % 10, random.next() % 4)
    } catch is SyncError {
      return "\(id) refused"
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      try await checkUndone(id, row, queued)
      return "\(id) killed"
    }
  }

  private func edit(
    _ id: String, _ row: RowImage?, _ die: UInt64, _ second: UInt64
  ) async throws -> String {
    switch (row, die) {
    case (nil, _):
      let (w, m) = (nextTag(), nextTag())
      var values: JSONObject = [
        "w": .string(w), "m": .string(m), "n": .integer(Int64(second)),
      ]
      if !service.assignsIDs { values["id"] = .string(id) }
      let made = name(newRow: try await table.insert(values))
      note { $0.wrote(["w": w, "m": m], to: made) }
      return "insert \(made) \(w) \(m)"
    case (let row?, 0...5) where !row.isDeleted:
      let tag = nextTag()
      let column = second == 0 ? "m" : "w"
      var values: JSONObject = [column: .string(tag)]
      if second == 1 { values["n"] = .integer(Int64(die)) }
      try await table.update(storeID(id), values)
      note { $0.wrote([column: tag], to: id) }
      return "update \(id) \(column)=\(tag)"
    case (let row?, 6...8) where !row.isDeleted:
      let removal = try await removal(of: row)
      try await table.delete(storeID(id))
      note { book in
        book.deleted(id, removal)
        if !plan.keepsTombstones { book.removed.insert(id) }
      }
      return "delete \(id)"
    case (let row?, _) where row.isDeleted:
      try await table.undelete(storeID(id))
      note { $0.undeleted(id) }
      return "undelete \(id)"
    case (let row?, _):
      let removal = try await removal(of: row)
      try await table.hardDelete(storeID(id))
      note { book in
        book.deleted(id, removal)
        book.removed.insert(id)
      }
      return "hard delete \(id)"
    }
  }

  /// Several changes of one row, one behind the other, with pushes between.
  func editChain(_ random: inout SplitMix64) async throws -> String {
    let id = try await pickRow(&random)
    var said: [String] = []
    for _ in 0..<(2 + random.next() % 3) where !life.isOver {
      let row = try await row(id)
      note { $0.see(row) }
      do {
        said.append(try await edit(id, row, random.next() % 7, random.next() % 4))
      } catch is SyncError {
        said.append("\(id) refused")
      } catch let error as SQLiteError {
        guard life.isOver else { throw error }
      }
      if random.next() % 3 == 0 { said.append(try await push()) }
    }
    return said.joined(separator: ", ")
  }

  /// Deletes, undeletes, retries or cancels several rows at once.
  func editMany(_ random: inout SplitMix64) async throws -> String {
    let ids = try await rowNames().filter { _ in random.next() % 2 == 0 }
    let action: BulkAction = [.delete, .undelete, .hardDelete, .retry, .cancel][
      Int(random.next() % 5)]
    let before = try await rows()
    for id in ids { note { $0.see(before[id]) } }
    if action == .retry {
      for error in try await context.errors() where ids.contains(rowID(error.itemID)) {
        note { $0.see(error.server.map { image($0) }) }
      }
    }
    var removals: [String: WritePromise.Removal] = [:]
    for (id, row) in before where ids.contains(id) { removals[id] = try await removal(of: row) }
    let outcome: BulkOutcome
    do {
      var stored: [String] = []
      for id in ids { stored.append(try await storeID(id)) }
      outcome = try await table.bulk(action, ids: stored)
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      return "\(action) killed"
    }
    let refused = Set(outcome.problems.map { rowID($0.id) })
    for id in ids where !refused.contains(id) {
      switch action {
      case .delete, .hardDelete:
        guard before[id] != nil else { continue }
        let removal = removals[id]
        note { book in
          book.deleted(id, removal)
          if action == .hardDelete || !plan.keepsTombstones { book.removed.insert(id) }
        }
      case .undelete: note { $0.undeleted(id) }
      case .cancel: note { $0.takeBack(id) }
      case .retry: break
      }
    }
    return "\(action) \(ids.joined(separator: " "))"
  }

  /// A row of the history, whether the store has it or not.
  func pickRow(_ random: inout SplitMix64) async throws -> String {
    let number = Int(random.next() % plan.rows)
    guard service.assignsIDs else { return "r\(number)" }
    let names = try await rowNames()
    return names.indices.contains(number) ? names[number] : "new"
  }

  /// The rows that the history is about; where the server gives ids, those that the store has.
  private func rowNames() async throws -> [String] {
    guard service.assignsIDs else { return (0..<plan.rows).map { "r\($0)" } }
    return try await rows().keys.sorted()
  }

  func nextTag() -> String {
    var tag = ""
    note { tag = $0.nextTag(name) }
    return tag
  }

  /// The deletion of a row that was made here is that of the row which the service has by its id,
  /// once the store shows that one beside it.
  func removal(of row: RowImage) async throws -> WritePromise.Removal? {
    let queued = try await operations().filter { $0.itemID == row.id }
    if queued.contains(where: { $0.kind == .undelete }) { return nil }
    if row.version == nil {
      let copy = try await serverCopy(row.id)
      note { $0.see(copy) }
    }
    return row.version == nil
      ? .withdrawal : .delete(after: service.commits.count)
  }

  /// I-ATOM: a change that was not acknowledged left nothing behind.
  private func checkUndone(
    _ id: String, _ row: RowImage?, _ queued: [OperationKind]
  ) async throws {
    let now = try await self.row(id)
    let kinds = try await operations().filter { $0.itemID == id }.map(\.kind)
    guard now == row, kinds == queued else {
      throw InvariantViolation(
        .atomic, "\(name): a killed change of \(id) left \(now?.content ?? "none"), \(kinds)")
    }
  }
}
