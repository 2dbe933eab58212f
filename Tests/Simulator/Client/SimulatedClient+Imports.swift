import JSONKit
import SQLiteKit
import SyncCore
import TestSupport

/// An import that a client made, with what its rows were before.
struct NotedImport: Sendable {
  struct Row: Sendable {
    /// The row before; nil for one that the import made.
    var before: RowImage?
    var promise: WritePromise?
  }

  var number: Int64
  var rows: [String: Row] = [:]
}

/// Imports in batches, and their undo.
extension SimulatedClient {
  private static let batch = 2

  /// Imports a few rows, new and changed ones.
  func importRows(_ random: inout SplitMix64, killedAfter writes: Int?) async throws -> String {
    let ids = try await importedIDs(&random)
    if let writes { life.end(afterWrites: writes) }
    var (said, made) = ([String](), NotedImport(number: 0))
    do {
      made.number = try await context.beginImport(
        into: CommitLog.table, from: "rows.csv", rows: ids.count, by: name)
      for start in stride(from: 0, to: ids.count, by: Self.batch) {
        let batch = Array(ids[start..<min(start + Self.batch, ids.count)])
        said.append(try await importBatch(batch, &made, &random))
      }
      try await context.endImport(made.number)
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      said.append("killed")
    }
    if made.number > 0 { keep(made) }
    return "import " + said.joined(separator: ", ")
  }

  private func importedIDs(_ random: inout SplitMix64) async throws -> [String] {
    var ids: [String] = []
    for _ in 0..<(2 + random.next() % 5) {
      let id = try await pickRow(&random)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  private func importBatch(
    _ ids: [String], _ made: inout NotedImport, _ random: inout SplitMix64
  ) async throws -> String {
    var (changes, tags, befores) = ([RowChange](), [String: [String: String]](), [RowImage?]())
    let queued = try await operations().filter { ids.contains($0.itemID) }.map(\.kind)
    for id in ids {
      let row = try await row(id)
      note { $0.see(row) }
      befores.append(row)
      let tag = nextTag()
      var values: JSONObject = ["w": .string(tag), "n": .integer(Int64(random.next() % 5))]
      tags[id] = ["w": tag]
      if row == nil {
        let second = nextTag()
        values["m"] = .string(second)
        tags[id]?["m"] = second
      }
      let isNamed = row != nil || !service.assignsIDs
      changes.append(
        RowChange(
          row == nil ? .insert : .update, table: CommitLog.table,
          id: isNamed ? try await storeID(id) : nil, values: values))
    }
    let outcome: ChangeOutcome?
    do {
      outcome = try await context.importBatch(changes, of: made.number, expecting: nil, by: name)
    } catch let error as SQLiteError {
      for (id, before) in zip(ids, befores) {
        guard try await row(id) == before else { throw violation("a killed batch changed \(id)") }
      }
      let now = try await operations().filter { ids.contains($0.itemID) }.map(\.kind)
      guard now == queued else { throw violation("a killed batch queued \(now)") }
      throw error
    }
    guard let outcome, outcome.isDone else { return "\(ids) refused" }
    for (index, change) in outcome.applied.enumerated() {
      let id = change.kind == .insert ? name(newRow: change.id) : rowID(change.id)
      let promise = book.rows[id]
      note { $0.wrote(tags[ids[index]] ?? [:], to: id) }
      made.rows[id] = NotedImport.Row(before: befores[index], promise: promise)
    }
    return ids.map { "\($0) w=\(tags[$0]?["w"] ?? "")" }.joined(separator: " ")
  }

  // MARK: - Undo

  /// Undoes the last import: rows that did not change since are as they were before it.
  func undoImport(killedAfter writes: Int?) async throws -> String {
    guard let made = takeImport() else { return "no import to undo" }
    var removals: [String: WritePromise.Removal] = [:]
    let now = try await rows()
    for (id, row) in made.rows where row.before == nil {
      if let row = now[id] { removals[id] = try await removal(of: row) }
    }
    if let writes { life.end(afterWrites: writes) }
    do {
      let outcome = try await context.takeBackImport(made.number, by: name)
      try await noteUndone(made, left: Set(outcome.named.map(rowID)), removals)
      return "undo import \(outcome.rows) rows, \(outcome.named.map(rowID)) left"
    } catch is SyncError {
      keep(made)
      return "undo import refused"
    } catch let error as SQLiteError {
      guard life.isOver else { throw error }
      guard try await rows() == now else { throw violation("a killed undo changed rows") }
      keep(made)
      return "undo import killed"
    }
  }

  private func noteUndone(
    _ made: NotedImport, left: Set<String>, _ removals: [String: WritePromise.Removal]
  ) async throws {
    let now = try await rows()
    for (id, row) in made.rows.sorted(by: { $0.key < $1.key }) where !left.contains(id) {
      guard now[id]?.content == row.before?.content else {
        throw violation(
          "\(id) is \(now[id]?.content ?? "no row") after the undo of an import, and was "
            + (row.before?.content ?? "no row"))
      }
      note { book in
        guard let before = row.before else {
          book.removed.insert(id)
          return book.deleted(id, removals[id])
        }
        // The values before are written once more.
        book.resent.formUnion(before.values.values)
        book.rows[id] = row.promise
      }
    }
  }

  private func violation(_ what: String) -> InvariantViolation {
    InvariantViolation(.imported, "\(name): \(what)")
  }
}
