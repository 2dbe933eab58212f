import Console
import ConsoleData
import JSONKit
import Support
import SyncCore

/// `delete`, `undelete` and `purge`.
enum RowChanges {
  static func run(
    _ session: StoreSession, _ arguments: ParsedArguments, _ action: BulkAction
  ) async throws -> Int32 {
    let table = arguments.operands[0]
    let ids = arguments.operands.dropFirst().unique
    let rows = ids.map { AuditRecord.Row(table, $0) }
    let left = { (outcome: BulkOutcome) in outcome.problems.map(\.id) }
    let outcome = try await session.audited(
      "rows.\(action.rawValue)", target: table, rows: rows, unchanged: left
    ) {
      let outcome = try await session.context.table(table).bulk(
        action, ids: ids, by: StoreSession.commandLine)
      let undo = try await undo(session, table, ids, action, outcome)
      return (outcome, outcome.changed, undo?.json)
    }
    if arguments.has("json") {
      Output.line(json(outcome).serializedText)
    } else {
      let verb = action == .delete ? "Deleted" : "Undeleted"
      Output.line(
        "\(verb) \(outcome.changed) of \(ids.count) rows of \(table)."
          + (outcome.changed == 0 ? "" : " Push to send them."))
      if !outcome.neverSent.isEmpty {
        Output.line(
          "\(outcome.neverSent.count) of them had never been pushed and are not in the trash. "
            + "You can undo this in the console's audit log.")
      }
    }
    for problem in outcome.problems {
      Output.error("\(TextTable.printable(problem.id)): \(TextTable.printable(problem.message))")
    }
    return outcome.problems.isEmpty ? 0 : 1
  }

  /// What the console's audit needs to bring deleted rows back.
  private static func undo(
    _ session: StoreSession, _ table: String, _ ids: [String], _ action: BulkAction,
    _ outcome: BulkOutcome
  ) async throws -> UndoPlan? {
    guard action.removes else { return nil }
    let refused = UTF8Set(outcome.problems.map(\.id))
    return try await UndoPlan.ofDeletion(
      ids.filter { !refused.contains($0) }, outcome, of: table, in: session.name, session.context)
  }

  private static func json(_ outcome: BulkOutcome) -> JSONValue {
    [
      "changed": .integer(Int64(outcome.changed)),
      "problems": .array(
        outcome.problems.map { ["id": .string($0.id), "message": .string($0.message)] }),
      "neverSent": .integer(Int64(outcome.neverSent.count)),
    ]
  }

  static func purge(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let name = arguments.operands[0]
    let table = session.context.table(name)
    let (count, undo) = try await session.audited("rows.purge", target: name) {
      let (count, decision) = try await table.purge(
        nil, isForced: arguments.has("force"), by: StoreSession.commandLine)
      let undo = UndoPlan(store: session.name, decision: decision)
      return ((count, undo), count, undo?.json)
    }
    if arguments.has("json") {
      let answer: JSONValue = ["purged": .integer(Int64(count))]
      Output.line(answer.serializedText)
    } else {
      Output.line(
        "Removed \(counted(count, "row")) of \(name) from this store. Nothing was sent; a pull fetches "
          + "them again.")
      if undo != nil {
        Output.line("Until then you can undo this in the console's audit log.")
      }
    }
    return 0
  }
}
