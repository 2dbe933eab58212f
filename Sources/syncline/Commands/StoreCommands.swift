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

  /// A command that opens the store named by its options.
  private static func command(
    _ name: String, _ summary: String, operands: CommandSpecification.Operands = .none,
    options: [CommandSpecification.Option] = [], use: StoreSession.Use = .changing,
    run: @escaping @Sendable (StoreSession, ParsedArguments) async throws -> Int32
  ) -> CommandSpecification {
    CommandSpecification(
      name: name, summary: summary, operands: operands, options: options + StoreSession.options,
      run: { arguments in
        let session = try await StoreSession.open(arguments, for: use)
        return try await session.finish { try await run(session, arguments) }
      })
  }

  private static var status: CommandSpecification {
    command(
      "status", "Show a store's rows, pending operations and errors.", use: .reading
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
        .value("view", "live|deleted|all|pending|failed|conflicts", "which rows (default: live)"),
        .repeated(
          "filter", "COLUMN__OP=VALUE", "condition, such as text__contains=x; __or1: any of these"),
        .value("sort", "-COLUMN", "sort order; a minus sorts in descending order"),
      ] + paging, use: .reading
    ) { try await Reports.rows($0, $1) }
  }

  private static var past: CommandSpecification {
    command(
      "past", "List the rows of a table that changed since a time, as they were then.",
      operands: .fixed(["TABLE"]),
      options: [
        .value("at", "TIME", "such as 2026-11-21T14:30:00Z; required"),
        .value("to", "TIME", "compare with this later time (default: now)"),
        .flag("server", "compare with what the server has now"),
        .flag("all", "all rows, by id"),
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
      "rules", "List the conflict rules of a table, or rehearse one; nothing is changed.",
      operands: .fixed(["TABLE"]),
      options: [
        .value(
          "rule", "larger",
          "rehearse: \(ConflictRule.Choice.allCases.map(\.rawValue).joined(separator: ", "))"),
        .value("column", "COLUMN", "its column (default: all columns without a rule)"),
        .value("if-null", "ask|other", "if one side is NULL (default: ask)"),
      ], use: .reading
    ) { try await ConflictRuleReports.rules($0, $1) }
  }

  private static var decisions: CommandSpecification {
    command(
      "decisions", "List the conflicts that rules resolved, newest first.",
      options: [
        .value("table", "TABLE", "only this table"),
        .value("before", "ID", "older decisions: `next` of the previous page"),
      ], use: .reading
    ) { try await ConflictRuleReports.decisions($0, $1) }
  }

  /// What every list takes.
  private static var server: CommandSpecification {
    command(
      "server", "List a table as its server has it now, or compare one row with the server.",
      operands: .fixed(["TABLE"]),
      options: [
        .value("row", "ID", "compare this row; exit with 1 if it differs"),
        .flag("pull", "with --row: store the server's row"),
        .value("filter", "TEXT", "condition in the server's query language"),
        .value("size", "50", "rows per page"),
        .value("after", "CURSOR", "cursor: `next` of the previous page"),
      ]
    ) { try await ServerReport.run($0, $1) }
  }

  private static var live: CommandSpecification {
    command(
      "live", "Pull what changes on the server at once, until Ctrl-C."
    ) { try await LiveCommand.run($0, $1) }
  }

  private static var paging: [CommandSpecification.Option] {
    [
      .value("size", "50", "rows per page"),
      .value("after", "CURSOR", "cursor: `next` of the previous page"),
      .flag("all", "all pages; with --json, one object per line"),
    ]
  }

  private static var push: CommandSpecification {
    command(
      "push", "Push pending operations to the server.",
      options: [.flag("anyway", "send now, even while rate limited by the server")]
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
      ]
    ) { try await SyncRuns.run($0, $1, .pull) }
  }

  private static var sync: CommandSpecification {
    command("sync", "Push, then pull.") { try await SyncRuns.run($0, $1, .sync) }
  }

  private static var reconcile: CommandSpecification {
    command(
      "reconcile",
      "Compare a table, or all tables, with the server; change nothing without --apply.",
      operands: .optional("TABLE"),
      options: [
        .flag("content", "compare the values of every row too, not only ids and versions"),
        .flag("apply", "apply the next three options"),
        .value(
          "missing-on-server", "remove-here|insert-again|ignore",
          "rows missing on the server (default: remove-here)"),
        .value("missing-here", "pull-again|ignore", "rows missing here (default: pull-again)"),
        .value("different", "pull-again|ignore", "rows that differ (default: pull-again)"),
        .value("confirm", "N", "number of rows to remove, if it must be confirmed"),
      ]
    ) { try await ReconcileCommand.run($0, $1) }
  }

  private static var delete: CommandSpecification {
    command(
      "delete", "Delete rows, by the table's soft-delete setting.",
      operands: .list(["TABLE"], repeated: "ID")
    ) { try await RowChanges.run($0, $1, .delete) }
  }

  private static var undelete: CommandSpecification {
    command(
      "undelete", "Undelete rows.", operands: .list(["TABLE"], repeated: "ID")
    ) { try await RowChanges.run($0, $1, .undelete) }
  }

  private static var copy: CommandSpecification {
    command(
      "copy", "Compare tables with another store’s, and queue what is missing here.",
      operands: .optionalList("TABLE"),
      options: [
        .value("from", "NAME", "store to copy from", isRequired: true),
        .flag("deleted", "copy deleted rows, too: inserted first, deleted after the push"),
        .flag("overwrite", "overwrite rows that differ and were changed here"),
        .flag("apply", "queue inserts and updates; without it nothing is changed"),
        .flag("deletions", "queue deletes of rows that the other store deleted since"),
        .flag("pending", "copy the other store’s pending changes; it has to be offline"),
        .flag("verify", "compare both stores and both servers by count, digest and value"),
        .flag("move", "take the other store offline permanently, then copy its pending changes"),
        .flag("anyway", "move it even if rows or changes are left behind"),
      ]
    ) { try await CopyCommand.run($0, $1) }
  }

  private static var purge: CommandSpecification {
    command(
      "purge", "Remove a table's rows from the store; a pull fetches them again.",
      operands: .fixed(["TABLE"]),
      options: [.flag("force", "discard its pending operations too")]
    ) { try await RowChanges.purge($0, $1) }
  }
}
