import JSONKit
import SQLiteKit
import SyncCore
import TestSupport

/// Runs and decisions.
extension SimulatedClient {
  func push() async throws -> String {
    try await surviving {
      let report = try await self.context.push()
      let listed = try await self.noteRuledDecisions()
      guard report.decidedByRules == listed || self.plan.hasHook else {
        throw InvariantViolation(
          .rule,
          "\(self.name): rules decided \(report.decidedByRules) conflicts, and \(listed) are listed"
        )
      }
      return "push \(report.summary)"
    }
  }

  func pull(full: Bool = false) async throws -> String {
    if full { lastToken = nil }
    note { $0.isLastPullComplete = false }
    return try await surviving {
      let report = try await self.context.pull(full: full)
      self.note { $0.isLastPullComplete = report.isComplete }
      try await self.noteRuledDecisions()
      return "pull\(full ? " full" : "") \(report.isComplete ? "complete" : "incomplete")"
    }
  }

  /// Runs `body`; what a killed process throws is no failure.
  private func surviving(_ body: () async throws -> String) async throws -> String {
    do {
      return try await body()
    } catch {
      guard life.isOver, !(error is InvariantViolation) else { throw error }
      try await noteRuledDecisions()
      return "killed"
    }
  }

  /// Decides every conflict and every failed change somehow.
  func decide(_ random: inout SplitMix64) async throws -> String {
    var said: [String] = []
    for error in try await context.errors() {
      let tag = nextTag()
      let choices: [Resolution] = [
        .keepLocal, .discard, .takeServer, .retry, .removeRow, .merge(["w": .string(tag)]),
      ]
      let choice = choices[Int(random.next() % UInt64(choices.count))]
      do {
        let row = try await row(rowID(error.itemID))
        try await context.resolve(error.id, choice, by: name)
        note { $0.see(row) }
        note(choice, on: error, tag)
        said.append("\(choice.name) \(rowID(error.itemID))")
      } catch is SyncError {
        continue  // It can't be decided so.
      } catch let error as SQLiteError {
        guard life.isOver else { throw error }
      }
    }
    return "decide " + said.joined(separator: ", ")
  }

  private func note(_ choice: Resolution, on error: OperationError, _ tag: String) {
    let id = rowID(error.itemID)
    note { book in
      book.see(error.server.map { self.image($0) })
      switch choice {
      // The first change of a row may go again with those that follow it.
      case .keepLocal, .retry: book.resent.formUnion(book.written[id] ?? [])
      case .merge:
        book.takeBack(id)
        book.wrote(["w": tag], to: id)
      case .removeRow:
        book.takeBack(id)
        book.removed.insert(id)
        book.removedLocally.insert(id)
      case .discard, .takeServer: book.takeBack(id)
      }
    }
  }

  /// Cancels or resolves one operation so that it can be undone, or undoes that.
  func cancelOrUndo(_ random: inout SplitMix64) async throws -> String {
    if random.next() % 2 == 0, let undo = takeUndo() {
      do {
        try await context.undo(undo.decision, by: name)
        try await checkUndone(undo.decision, undo.id)
        note { $0.rows[undo.id] = undo.before }
        return "undo \(undo.id)"
      } catch is SyncError {
        return "undo refused"
      } catch let error as SQLiteError {
        guard life.isOver else { throw error }
        return "killed"
      }
    }
    let operations = try await operations()
    guard !operations.isEmpty else { return "nothing to cancel" }
    let operation = operations[Int(random.next() % UInt64(operations.count))]
    let before = book.rows[operation.itemID]
    do {
      let outcome = try await context.decide([(operation.id, .cancel)], by: name)
      guard outcome.changed > 0 else { return "cancel refused" }
      note { $0.takeBack(operation.itemID) }
      if let undo = outcome.undo { keep(undo: undo, of: operation.itemID, before: before) }
      return "cancel \(operation.itemID)"
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      return "killed"
    }
  }

  /// Compares with the service and takes its side everywhere, or inserts again what it lacks.
  func reconcile(insertsAgain: Bool = false) async throws -> String {
    try await surviving {
      guard try await self.context.tableNames().contains(CommitLog.table) else { return "no table" }
      let report = try await self.context.reconcile(CommitLog.table)
      guard report.isComplete else { return "reconcile incomplete" }
      let before = try await self.rows()
      let outcome = try await self.context.apply(
        report,
        ReconcileChoices(
          missingOnServer: insertsAgain ? .insertAgain : .removeHere, missingHere: .pullAgain,
          different: .pullAgain, confirm: report.confirmationNeeded),
        by: self.name)
      let skipped = Set(outcome.skipped.map(\.id))
      try self.noteMissing(
        report.missingOnServer.ids.filter { !skipped.contains($0) }.map { self.rowID($0) },
        insertsAgain, before)
      return "reconcile \(report.missingOnServer.count) \(report.missingHere.count) "
        + "\(report.different.count)"
    }
  }

  /// I-RECON: what a reconcile removed was missing on the service.
  private func noteMissing(
    _ ids: [String], _ insertsAgain: Bool, _ before: [String: RowImage]
  ) throws {
    let there = service.rows
    for id in ids {
      if !insertsAgain, let row = there[id], !row.isDeleted || plan.keepsTombstones {
        throw InvariantViolation(
          .reconcile, "\(name): \(id) was removed, and the service has \(row.content)")
      }
      note { book in
        book.takeBack(id)
        book.see(before[id])
        if insertsAgain { book.resent.formUnion(before[id]?.values.values.map(\.self) ?? []) }
      }
    }
  }

  func purge() async throws -> String {
    do {
      let count = try await table.purge()
      lastToken = nil
      return "purge \(count)"
    } catch is SyncError {
      return "purge refused"
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      lastToken = nil
      return "killed"
    }
  }

  /// Takes the service's side in every conflict and gives failed changes up.
  func giveIn() async throws {
    // A person who asks for one row is not held up.
    wire.forgetPause()
    for error in try await context.errors() {
      let operation = try await operations().first { $0.id == error.operationID }
      guard let operation, operation.state == .conflict || operation.state == .failed else {
        continue
      }
      let isGone = try await context.refreshServerCopy(error.id) == nil
      try await context.resolve(error.id, isGone ? .removeRow : .takeServer, by: name)
      note { book in
        book.takeBack(rowID(error.itemID))
        if isGone { book.removed.insert(rowID(error.itemID)) }
      }
    }
  }
}

extension PushReport {
  fileprivate var summary: String {
    "\(succeeded) done, \(conflicts) conflicts, \(failed) failed"
  }
}
