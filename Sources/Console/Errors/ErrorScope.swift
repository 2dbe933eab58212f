import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What an ``ErrorRequest`` needs beside the store: who has which error, and what its run left undone.
struct ErrorScope {
  let assignments: Assignments
  /// The run of the request, if it has one.
  let run: Run?

  /// The operations that the run left undone.
  private var left: Set<Int64> { Set(run?.report.problems.map(\.operationID) ?? []) }

  func query(_ asked: ErrorRequest) throws(HTTPError) -> ErrorQuery {
    var query = ErrorQuery(
      table: asked.table, kind: asked.kind, status: asked.status, cause: asked.cause,
      text: asked.text, size: asked.size, after: asked.cursor.after)
    (query.before, query.since) = (asked.cursor.before, asked.since)
    if let assignee = asked.assignee { query.operations = try assignments.filter(assignee) }
    guard run != nil else { return query }
    query.needsDecision = true
    switch query.operations {
    case nil: query.operations = .only(left.sorted())
    case .only(let own)?: query.operations = .only(left.intersection(own).sorted())
    case .without(let own)?: query.operations = .only(left.subtracting(own).sorted())
    }
    return query
  }
}

/// What has become of the problems of a run whose errors are listed.
struct RunErrors {
  let run: Run
  /// Problems that need or needed a decision, as far as the run's report names them.
  let count: Int
  let resolved: Int

  /// - Parameter open: How many errors of each kind are left.
  init(_ run: Run, open: [ErrorKind: Int]) {
    self.run = run
    let problems = Set(run.report.problems.map(\.operationID)).count
    count = problems - (open[.unknown] ?? 0)
    resolved = problems - open.values.reduce(0, +)
  }

  var json: JSONValue {
    [
      "run": .integer(run.id), "problems": .integer(Int64(count)),
      "resolved": .integer(Int64(resolved)),
    ]
  }

  /// Nil while all of them are open.
  var sentence: String? {
    guard resolved > 0 else { return nil }
    let (part, whole) = (Format.number(resolved), Format.number(count))
    return resolved == 1
      ? localized("\(part) of \(whole) is already resolved.")
      : localized("\(part) of \(whole) are already resolved.")
  }
}

extension ConsoleServices {
  /// - Throws: `RunError.noSuchRun` for a run that the store does not have.
  func scope(
    of asked: ErrorRequest, in store: StoreHandle, _ context: PageContext
  ) async throws -> ErrorScope {
    let assignments = try await assignments(in: store, context)
    guard let id = asked.run else { return ErrorScope(assignments: assignments, run: nil) }
    return ErrorScope(assignments: assignments, run: try await run(id, in: store))
  }
}
