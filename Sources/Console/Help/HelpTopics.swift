import Localization

/// What the page of help explains, in the order of the page.
struct HelpTopic: Sendable {
  /// Its anchor.
  let id: String
  let title: String
  let summary: String
  let paragraphs: [String]

  static var all: [HelpTopic] { [sync, conflicts, deleted, stuck, imports, programs] }

  private static var sync: HelpTopic {
    HelpTopic(
      id: "sync", title: localized("How sync works"),
      summary: localized("Push, pull, delta tokens, runs"),
      paragraphs: [
        localized(
          "A store is a local copy of a server’s tables. Your changes are saved here first and "
            + "wait in the queue as operations. Several changes of one row become one operation."),
        localized(
          "A push sends the queue to the server, each change with the version of the row that it "
            + "was made on. A pull fetches what changed on the server since the last pull; the "
            + "delta token marks that position. A sync is a push, then a pull."),
        localized(
          "A pull never overwrites a row with pending changes. The server’s newer version is "
            + "kept beside it."),
        localized(
          "Each push, pull, sync, reconcile and copy is a run. Its page lists the rows that were "
            + "sent and received, and the problems."),
        localized(
          "Pulls do not include rows that were removed on the server without a "
            + "tombstone. Reconcile finds them: it compares all ids with the server. Drift "
            + "checks do so on a schedule."),
      ])
  }

  private static var conflicts: HelpTopic {
    HelpTopic(
      id: "conflicts", title: localized("Conflicts and rejections"),
      summary: localized("What they mean and how to resolve them"),
      paragraphs: [
        localized(
          "A conflict is a row that changed both here and on the server. Both versions are kept "
            + "until you resolve it: keep the local version, take the server’s, or merge them "
            + "column by column."),
        localized(
          "A rejection is a change that the server refused, for example an invalid value or a "
            + "missing permission. The error’s page shows the server’s message. Edit the row and "
            + "retry, or discard the change."),
        localized(
          "Errors are grouped by cause. You can apply one choice to the others of a group; the "
            + "page shows the result before anything is changed."),
        localized(
          "Conflict rules resolve conflicts of a table or column during the push. Each decision "
            + "is listed with both versions and can be undone."),
        localized(
          "If a response is lost, the outcome of a change is unknown: the server may or may not "
            + "have applied it. The next push checks, and sends the change again only if it did "
            + "not arrive."),
      ])
  }

  private static var deleted: HelpTopic {
    HelpTopic(
      id: "deleted", title: localized("Deleted rows"),
      summary: localized("Soft delete, undelete, restore, purge"),
      paragraphs: [
        localized(
          "Delete marks a row as deleted and moves it to the trash. Undelete, in the trash or on "
            + "the row’s page, restores it here and, with the next push, on the server."),
        localized(
          "Hard delete removes a row permanently, here and with the next push on the server. "
            + "Until that push it can be undone. Only administrators can hard delete."),
        localized(
          "Purge removes local copies only. Rows that the server still has return with the next "
            + "full pull."),
        localized(
          "A removed row keeps its history. Open the row’s address, or find the row in the "
            + "time machine of its table, and restore it: it is inserted again with the values "
            + "of that time."),
      ])
  }

  private static var stuck: HelpTopic {
    HelpTopic(
      id: "stuck", title: localized("Why is a row not synced?"),
      summary: localized("The checks, in order"),
      paragraphs: [
        localized(
          "The row’s page lists these checks, each with its result and what to do about it."),
        localized("Is the store offline? Nothing is sent until it is online again."),
        localized(
          "Does the change wait for another one: an earlier change of the row, a row that it "
            + "refers to, or a table that is sent first?"),
        localized(
          "Was the change rejected, or is it in conflict? Then it waits for your decision under "
            + "Errors."),
        localized(
          "Is the server unreachable, limiting requests (Retry-After), or rejecting the "
            + "sign-in? The overview shows this, with the cause."),
        localized(
          "“Preview push” on the Sync page shows what a push would send now and what the server "
            + "would answer, without changing anything."),
        localized(
          "For a ticket, open the row’s support report: everything about the row on one page, "
            + "redacted as you choose."),
      ])
  }

  private static var imports: HelpTopic {
    HelpTopic(
      id: "import", title: localized("Import and export"),
      summary: localized("Files, columns, keys"),
      paragraphs: [
        localized(
          "Import, on a table’s page, takes CSV, TSV, a JSON list or NDJSON, as a file or "
            + "pasted. The first line of CSV and TSV names the columns. An empty field is NULL."),
        localized(
          "The review shows what would change before anything is written. You choose which "
            + "column goes where, and which column identifies the rows to update."),
        localized(
          "Invalid rows are skipped if you want; you can download them with the reasons. An "
            + "import can be undone as one action while its rows are unchanged."),
        localized(
          "Export a list as CSV or NDJSON with the links at the bottom of its page. The filters "
            + "of the list apply. An unchanged export can be imported again and changes nothing."),
      ])
  }

  private static var programs: HelpTopic {
    HelpTopic(
      id: "programs", title: localized("Command line and JSON"),
      summary: localized("Every page as data"),
      paragraphs: [
        localized(
          "Every page is also JSON: follow the link at its bottom, add .json to its address, or "
            + "send “Accept: application/json”. /openapi.json describes all addresses."),
        localized(
          "Programs sign in with an API token from Users and tokens, as “Authorization: Bearer "
            + "TOKEN”. A token has a role and can be limited to one store."),
        localized(
          "The syncline command works on the same stores: syncline push, pull, rows, errors, "
            + "past, backup and more. “syncline --help” lists all commands."),
      ])
  }

  var texts: [String] { [title, summary] + paragraphs }
}
