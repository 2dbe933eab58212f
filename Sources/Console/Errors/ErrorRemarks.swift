import ConsoleData
import SyncCore
import TemplateKit

/// What people left on errors: who has them, and their notes.
struct ErrorRemarks {
  let assignments: Assignments
  /// By operation.
  let notes: [Int64: [Note]]
  let context: PageContext

  func notes(on operation: Int64) -> [Note] { notes[operation] ?? [] }

  /// Adds what a line of a list shows of it.
  func add(_ operation: Int64, to values: inout TemplateDictionary) {
    values.add("ASSIGNEE", list: assignments.badge(of: operation).map { [$0] } ?? [])
    let count = notes(on: operation).count
    values.add("NOTED", list: count == 0 ? [] : [["NOTED_COUNT": Format.count(count, "note")]])
  }
}

extension ConsoleServices {
  /// Reads them for one list in two queries.
  func remarks(
    on operations: [Int64], in store: StoreHandle, _ context: PageContext,
    _ assignments: Assignments? = nil
  ) async throws -> ErrorRemarks {
    let known: Assignments
    if let assignments {
      known = assignments
    } else {
      known = try await self.assignments(in: store, context)
    }
    return ErrorRemarks(
      assignments: known,
      notes: operations.isEmpty
        ? [:] : try await data.notes(store: store.name, errorsOf: operations), context: context)
  }
}
