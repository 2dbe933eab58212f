import ConsoleData
import SyncCore

/// The commands on one store, in the order of `syncline help`.
enum StoreCommands {
  static var all: [CommandSpecification] {
    [
      status, tables, rows, past, server, queue, errors, rules, decisions, push, pull, sync, live,
      delete, undelete, reconcile, copy, purge,
    ]
  }

  /// What `--json` prints for a command that has a page, for one that starts a run, and for others.
  private static let pageJSON = "print the JSON of the page of the same name"
  private static let runJSON = "print the run as JSON"
  private static let resultJSON = "print the result as JSON"

  /// A command that opens the store named by its options.
  private static func command(
    _ name: String, _ summary: String, operands: CommandSpecification.Operands = .none,
    options: [CommandSpecification.Option] = [], json: String = pageJSON,
    use: StoreSession.Use = .changing,
    run: @escaping @Sendable (StoreSession, ParsedArguments) async throws -> Int32
  ) -> CommandSpecification {
    CommandSpecification(
      name: name, summary: summary, operands: operands,
      options: options + StoreSession.options(json: json),
      run: { arguments in
        let session = try await StoreSession.open(arguments, for: use)
        return try await session.finish { try await run(session, arguments) }
      })
  }

  private static var status: CommandSpecification {
    command(
      "status", "Show how many rows, pending operations and errors a store has.", use: .reading
    ) {
      try await Reports.status($0, $1)
    }
  }

  private static var tables: CommandSpecification {
    command("tables", "List the tables of a store.", use: .reading) {
      try await Reports.tables($0, $1)
    }
  }

  private static var rows: CommandSpecification {
    command(
      "rows", "List rows of a table.", operands: .fixed(["TABLE"]),
      options: [
        .value(
          "view", "live|deleted|all|pending|failed|conflicts|synced", "which rows (default: live)"),
        .repeated(
          "filter", "COLUMN__OP=VALUE",
          "condition, such as text__contains=x; __or1: at least one of these"),
        .value("sort", "-COLUMN", "sort order; a minus sorts in descending order"),
      ] + paging, use: .reading
    ) { try await Reports.rows($0, $1) }
  }

  private static var past: CommandSpecification {
    command(
      "past", "List the rows of a table that changed since a time, as they were then.",
      operands: .fixed(["TABLE"]),
      options: [
        .value("at", "TIME", "time, such as 2026-11-21T14:30:00Z", isRequired: true),
        .value("to", "TIME", "compare with this later time (default: now)"),
        .flag("server", "compare with what the server has now"),
        .flag("all", "all rows, not only changed ones"),
        .value("after", "CURSOR", "cursor: `next` of the previous page"),
      ], use: .reading
    ) { try await PastReport.run($0, $1) }
  }

  private static var queue: CommandSpecification {
    command("queue", "List the operation queue.", options: paging, use: .reading) {
      try await Reports.queue($0, $1)
    }
  }

  private static var errors: CommandSpecification {
    command(
      "errors", "List errors and conflicts; exit with 1 if there are any.", options: paging,
      use: .reading
    ) {
      try await Reports.errors($0, $1)
    }
  }

  private static var rules: CommandSpecification {
    command(
      "rules", "List the conflict rules of a table, or preview one; change nothing.",
      operands: .fixed(["TABLE"]),
      options: [
        .value(
          "rule", "larger",
          "preview this rule: \(ConflictRule.Choice.allCases.map(\.rawValue).joined(separator: ", "))"
        ),
        .value("column", "COLUMN", "column of the rule (default: all columns without a rule)"),
        .value(
          "if-null", "ask|other",
          "if one side is NULL: leave the conflict, or take the other side (default: ask)"),
      ], use: .reading
    ) { try await ConflictRuleReports.rules($0, $1) }
  }

  private static var decisions: CommandSpecification {
    command(
      "decisions", "List the conflicts that rules resolved, newest first.",
      options: [
        .value("table", "TABLE", "only this table"),
        .value("before", "ID", "decisions before this one: `next` of the previous page"),
      ], use: .reading
    ) { try await ConflictRuleReports.decisions($0, $1) }
  }

  private static var server: CommandSpecification {
    command(
      "server", "List the rows of a table on the server, or compare one row with the server.",
      operands: .fixed(["TABLE"]),
      options: [
        .value("row", "ID", "compare this row; exit with 1 if it differs"),
        .flag("pull", "with --row: pull that row"),
        .value("filter", "TEXT", "condition in the server's query language"),
        .value("size", "50", "rows per page"),
        .value("after", "CURSOR", "cursor: `next` of the previous page"),
      ]
    ) { try await ServerReport.run($0, $1) }
  }

  private static var live: CommandSpecification {
    command(
      "live", "Pull changes from the server as they happen, until Ctrl-C.",
      json: "print each status as a line of JSON"
    ) { try await LiveCommand.run($0, $1) }
  }

  /// The options of every list.
  private static var paging: [CommandSpecification.Option] {
    [
      .value("size", "50", "rows per page"),
      .value("after", "CURSOR", "cursor: `next` of the previous page"),
      .flag("all", "all pages; with --json, one page per line"),
    ]
  }

  private static var push: CommandSpecification {
    command(
      "push", "Push pending operations to the server.",
      options: [.flag("anyway", "push now, even while rate limited by the server")], json: runJSON
    ) {
      try await SyncRuns.run($0, $1, .push)
    }
  }

  private static var pull: CommandSpecification {
    command(
      "pull", "Pull changes from the server.", operands: .optionalList("TABLE"),
      options: [
        .flag("full", "reset the delta tokens and pull all rows"),
        .flag("anyway", "pull now, even while rate limited by the server"),
      ], json: runJSON
    ) { try await SyncRuns.run($0, $1, .pull) }
  }

  private static var sync: CommandSpecification {
    command("sync", "Push, then pull.", json: runJSON) { try await SyncRuns.run($0, $1, .sync) }
  }

  private static var reconcile: CommandSpecification {
    command(
      "reconcile",
      "Compare a table, or all tables, with the server; change nothing without --apply.",
      operands: .optional("TABLE"),
      options: [
        .flag("content", "compare the values of every row, not only ids and versions"),
        .flag("apply", "repair the differences (see the next three options)"),
        .value(
          "missing-on-server", "remove-here|insert-again|ignore",
          "rows missing on the server (default: remove-here)"),
        .value("missing-here", "pull-again|ignore", "rows missing here (default: pull-again)"),
        .value("different", "pull-again|ignore", "rows that differ (default: pull-again)"),
        .value("confirm", "N", "confirm that N rows are removed"),
      ], json: "print the run as JSON; with --apply, the result"
    ) { try await ReconcileCommand.run($0, $1) }
  }

  private static var delete: CommandSpecification {
    command(
      "delete", "Delete rows; the table's soft-delete setting applies.",
      operands: .list(["TABLE"], repeated: "ID"), json: resultJSON
    ) { try await RowChanges.run($0, $1, .delete) }
  }

  private static var undelete: CommandSpecification {
    command(
      "undelete", "Undelete rows.", operands: .list(["TABLE"], repeated: "ID"), json: resultJSON
    ) { try await RowChanges.run($0, $1, .undelete) }
  }

  private static var copy: CommandSpecification {
    command(
      "copy", "Compare tables with another store, or copy, verify or move them.",
      operands: .optionalList("TABLE"),
      options: [
        .value("from", "NAME", "store to copy from", isRequired: true),
        .flag(
          "deleted", "copy deleted rows too: inserted now, deleted by a second copy after the push"),
        .flag("overwrite", "also overwrite rows that were changed here since the last copy"),
        .flag("apply", "queue inserts and updates; without it, nothing is changed"),
        .flag("deletions", "queue deletes of copied rows that were deleted in the other store"),
        .flag("pending", "copy the pending changes of the other store, which must be offline"),
        .flag("verify", "compare both stores and both servers by count, digest and value"),
        .flag("move", "take the other store offline permanently, then copy its pending changes"),
        .flag("anyway", "with --move: move even if rows or changes are left behind"),
      ], json: "print the comparison, the run or the result as JSON"
    ) { try await CopyCommand.run($0, $1) }
  }

  private static var purge: CommandSpecification {
    command(
      "purge", "Remove a table's rows from the store; a pull fetches them again.",
      operands: .fixed(["TABLE"]),
      options: [.flag("force", "also discard its pending operations")], json: resultJSON
    ) { try await RowChanges.purge($0, $1) }
  }
}
