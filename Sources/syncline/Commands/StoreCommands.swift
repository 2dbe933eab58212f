import ConsoleData
import SyncCore

/// The commands on one store, in the order of `syncline help`.
enum StoreCommands {
  static var all: [CommandSpecification] {
    [
      status, tables, rows, queue, errors, push, pull, sync, delete, undelete, reconcile, purge,
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
      "status", "Say how a store stands: rows, pending operations, trouble.", use: .reading
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
        .value("view", "live|deleted|all|pending|failed|conflicts", "which rows (live)"),
        .repeated("filter", "COLUMN__OP=VALUE", "as in the console's addresses: text__contains=x"),
        .value("sort", "-COLUMN", "the sort keys, a minus before one turns it round"),
      ] + paging, use: .reading
    ) { try await Reports.rows($0, $1) }
  }

  private static var queue: CommandSpecification {
    command("queue", "List the operation queue.", options: paging, use: .reading) {
      try await Reports.queue($0, $1)
    }
  }

  private static var errors: CommandSpecification {
    command(
      "errors", "List errors and conflicts; the status is 1 when there are any.", options: paging,
      use: .reading
    ) {
      try await Reports.errors($0, $1)
    }
  }

  /// What every list takes.
  private static var paging: [CommandSpecification.Option] {
    [
      .value("size", "50", "lines of a page"),
      .value("after", "CURSOR", "the `next` of the page before"),
      .flag("all", "every page, one after the other; with --json a line each"),
    ]
  }

  private static var push: CommandSpecification {
    command(
      "push", "Send the pending operations to the server.",
      options: [.flag("anyway", "send at once, though the server asked to wait")]
    ) {
      try await SyncRuns.run($0, $1, .push)
    }
  }

  private static var pull: CommandSpecification {
    command(
      "pull", "Fetch what changed on the server.", operands: .optionalList("TABLE"),
      options: [.flag("full", "fetch every row, as if nothing had been pulled before")]
    ) { try await SyncRuns.run($0, $1, .pull) }
  }

  private static var sync: CommandSpecification {
    command("sync", "Push, then pull.") { try await SyncRuns.run($0, $1, .sync) }
  }

  private static var reconcile: CommandSpecification {
    command(
      "reconcile", "Compare a table's ids with the server's; changes nothing without --apply.",
      operands: .fixed(["TABLE"]),
      options: [
        .flag("content", "read every row, and compare the values of equal versions too"),
        .flag("apply", "do what the next three options say"),
        .value(
          "missing-on-server", "remove-here|insert-again|ignore",
          "rows that the server does not have (remove-here)"),
        .value("missing-here", "pull-again|ignore", "rows that are not here (pull-again)"),
        .value("different", "pull-again|ignore", "rows that differ (pull-again)"),
        .value("confirm", "N", "the number of rows to remove, where the guard asks for it"),
      ]
    ) { try await SyncRuns.reconcile($0, $1) }
  }

  private static var delete: CommandSpecification {
    command(
      "delete", "Delete rows, by the table's soft-delete setting.",
      operands: .list(["TABLE"], repeated: "ID")
    ) { try await RowChanges.run($0, $1, .delete) }
  }

  private static var undelete: CommandSpecification {
    command(
      "undelete", "Bring deleted rows back.", operands: .list(["TABLE"], repeated: "ID")
    ) { try await RowChanges.run($0, $1, .undelete) }
  }

  private static var purge: CommandSpecification {
    command(
      "purge", "Drop a table's local rows; a pull brings them back.", operands: .fixed(["TABLE"]),
      options: [.flag("force", "drop its pending operations too: they are lost")]
    ) { try await RowChanges.purge($0, $1) }
  }
}
