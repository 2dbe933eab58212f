import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection

/// A parameter in the query string of an address, as the contract describes it.
struct QueryParameter: Sendable {
  let name: String
  let shape: Shape
  let words: String
  /// Of a list, the names are as many as there are columns: `title=a`, `rank__gt=3`.
  var isOpen = false

  var json: JSONValue {
    var object: JSONObject = [
      "name": .string(name), "in": "query", "required": false, "description": .string(words),
      "schema": isOpen
        ? ["type": "object", "additionalProperties": ["type": "string"]] : shape.schema,
    ]
    if isOpen {
      object["style"] = "form"
      object["explode"] = true
    }
    return .object(object)
  }

  /// By method and pattern of the route, those that change what its JSON says.
  static let all: UTF8Dictionary<[QueryParameter]> = [
    "GET /s/{store}/t/{table}": RowListRequest.viewParameters + [
      .init(
        name: "filter", shape: .map,
        words: "Conditions, each a parameter of its own: COLUMN=V or COLUMN__OP=V with OP one of "
          + "not, contains, starts, gt, gte, lt, lte, in, null. Of those whose names end with the "
          + "same __orN (N from 1 to 9), such as text__contains__or1=V, a row matches at least one.",
        isOpen: true),
      .init(
        name: RowListRequest.textParameter, shape: .text,
        words: "Only rows with this in their id or in one of their text columns."),
      .init(name: "sort", shape: .text, words: "A column; with “-” in front, descending."),
      .init(
        name: "cols", shape: .list(.text),
        words: "Only these columns, each a parameter of its own, in this order."),
      .init(
        name: "facet", shape: .list(.text),
        words: "Adds the most frequent values of this column; "
          + "\(RowListRequest.facetsMax) such parameters at most."),
      .init(
        name: "_count", shape: .word(["exact"]), words: "Counts beyond 10,000 rows too."),
      .init(
        name: "_time", shape: .word(["long"]), words: "Lets the list look for 30 s instead of 3."),
      zone,
    ] + pages,
    "GET /s/{store}": [
      .init(
        name: "period", shape: .word(ChartPeriod.allCases.map(\.rawValue)),
        words: "Adds the figures of the charts over this time."),
      .init(
        name: "_live", shape: .word(["1"]),
        words: "Adds “revision”, another one whenever a row changed, and “status”, another one "
          + "whenever the store goes offline or online or a sync fails or works again."),
    ],
    "GET \(RowHandlers.path)": [
      .init(
        name: "tab", shape: .word(["history"]),
        words: "Adds “history”, the newest change first, and “serverVersions”, what the server had "
          + "of the row while it was changed here too."),
      .init(
        name: RowHistoryFilter.personParameter, shape: .text,
        words: "Of the history, only changes by this person; “\(RowHistoryFilter.sync)” for those "
          + "that came with a sync."),
      .init(
        name: RowHistoryFilter.columnParameter, shape: .text,
        words: "Of the history, only changes of this column."),
      .init(
        name: RowHistoryFilter.sourceParameter,
        shape: .word(HistoryEntry.Source.allCases.map(\.rawValue)),
        words: "Of the history, only entries from this source."),
      text(
        "Of the history, only entries with this in what happened, by whom, in a changed "
          + "column or its value before or after."),
    ],
    "GET /": [
      text("Only stores with this in their name, environment, remote or address."),
      .init(name: "_live", shape: .word(["1"]), words: "Adds “status”, as that of one store."),
    ],
    "GET /s/{store}/changes": [
      text(
        "Only staged changes with this in the row’s name or id, the table, a column or its "
          + "new text; “ifState” is about all of them.")
    ],
    "GET /s/{store}/t/{table}/schema": [
      text("Only columns whose name or type contains this text.")
    ],
    "GET /s/{store}/t/{table}/duplicates": [
      text("Only inserts with this in their key or in an id or a text of their rows.")
    ],
    "GET /s/{store}/drift": [
      .init(name: "table", shape: .text, words: "Only this table; “remaining” counts all."),
      text(
        "Only tables with this in their name or in why their check failed; “remaining” "
          + "counts all."),
    ],
    "GET /s/{store}/removals": [
      text("Only deletions with this in the record’s name, the feed or the reason.")
    ],
    "GET /backups": [
      text("Only backups with this in who made them, their folder or why they failed.")
    ],
    "GET /alerts": [
      text(
        "Only alerts and undelivered messages with this in their title, detail, note, "
          + "channel or reason, or in who acknowledged them.")
    ],
    "GET /s/{store}/t/{table}/values": [
      .init(name: "column", shape: .text, words: "Whose values; needed."),
      text("Only values with this in them, of all rows."),
    ],
    "GET /s/{store}/t/{table}/server": [
      .init(
        name: "filter", shape: .text,
        words: "Only these rows, in the server’s own query language, as the filter of a pull."),
      .init(name: "after", shape: .text, words: "The next page: “next” of the page before."),
      .init(
        name: "limit", shape: .integer,
        words: "How many rows, at most \(ListSize.max)."),
    ],
    "GET /s/{store}/copy": [
      .init(name: "from", shape: .text, words: "The store to copy rows from."),
      .init(
        name: "deleted", shape: .word(["1"]), words: "Counts its deleted rows as rows to copy."),
      .init(
        name: "overwrite", shape: .word(["1"]),
        words: "Counts rows that differ as changed, whoever changed them here."),
    ],
    "GET /s/{store}/copy/move": [
      .init(name: "from", shape: .text, words: "The store to move here; needed.")
    ],
    "GET /s/{store}/t/{table}/past": [
      .init(name: "at", shape: .text, words: "The rows as they were then; a day ago by default."),
      .init(name: "to", shape: .text, words: "Compares with this later time instead of now."),
      .init(
        name: "with", shape: .text,
        words: "Compares with what “server” or “store:NAME” has now, instead of this store."),
      .init(
        name: "view", shape: .word(PastRowsRequest.View.allCases.map(\.rawValue)),
        words: "The rows that changed since, or all."),
      text("Only where the row’s id, or a text of the row then or later, has this in it."),
      .init(name: "after", shape: .text, words: "The next page: “next” of the page before."),
      .init(
        name: "limit", shape: .integer,
        words: "How many rows, at most \(ListSize.max)."),
    ],
    "GET /s/{store}/trash": [
      .init(name: "table", shape: .text, words: "Only this table."),
      .init(
        name: "by", shape: .text,
        words: "Who deleted; “\(TrashRequest.elsewhere)” for what came with a pull."),
      text("Only rows that have this text in a column or in their id."),
      moment("from", "Deleted then or later."), moment("to", "Deleted before."), zone,
    ] + pages,
    "GET /s/{store}/queue": [
      .init(
        name: "state", shape: .word(QueuePage.tabs.map(\.word).filter { !$0.isEmpty }),
        words: "Only these operations."),
      .init(name: "table", shape: .text, words: "Only this table."), sought,
    ] + pages,
    "GET /s/{store}/errors": [
      .init(name: "table", shape: .text, words: "Only this table."),
      .init(
        name: "kind", shape: .word(ErrorKind.allCases.map(\.rawValue)), words: "Only this kind."),
      .init(name: "status", shape: .integer, words: "Only this HTTP status; 0 for no answer."),
      .init(
        name: "cause", shape: .text,
        words: "Only this cause, as “families” has it; empty for none."),
      .init(
        name: "assignee", shape: .text,
        words: "Only the errors of this user; “\(Assignments.me)” for whoever asks, "
          + "“\(Assignments.nobody)” for errors that nobody has."),
      .init(
        name: "run", shape: .integer,
        words: "Only what this run left undone and still needs a decision; with the kind unknown, "
          + "its unknown outcomes."),
      moment("since", "Only of operations that failed first after it."), sought,
    ] + pages,
    "GET /s/{store}/t/{table}/rules": [
      .init(
        name: "rule", shape: .word(ConflictRule.Choice.allCases.map(\.rawValue)),
        words: "Adds the rehearsal of this rule."),
      .init(
        name: "column", shape: .text,
        words: "The column that it is for; empty for all columns without a rule of their own."),
      .init(
        name: "ifNull", shape: .word(ConflictRule.NullHandling.allCases.map(\.rawValue)),
        words: "What larger, sum and union do when one side is NULL."),
    ],
    "GET /s/{store}/decisions": [
      .init(name: "table", shape: .text, words: "Only this table."),
      text(
        "Only where the row’s id, a text of the row on either side, or a rule has this in "
          + "it."),
      size,
      .init(name: "before", shape: .integer, words: "Older decisions: “next” of the page before."),
    ],
    "GET /s/{store}/tables": [
      text("Only tables whose name contains this text.")
    ],
    "GET /s/{store}/tokens": [
      .init(name: "table", shape: .text, words: "Only tokens that this table uses."),
      text("Only queries whose table, query id, filter or token has this in it."),
    ],
    "GET /users": [
      text(
        "Only users, tokens and sessions with this in a name, a role, a store, an address "
          + "or a browser.")
    ],
    "GET /help": [.init(name: "q", shape: .text, words: "Only parts with these words.")],
    "GET /audit": [
      .init(name: "user", shape: .text, words: "Who."),
      .init(name: "action", shape: .text, words: "An action, such as rows.edit."),
      .init(name: "store", shape: .text, words: "Only this store."),
      .init(name: "table", shape: .text, words: "Only rows of this table."),
      .init(
        name: "result", shape: .word(["done", "denied", "failed"]), words: "What came of it."),
      .init(name: "q", shape: .text, words: "A text in what it was done to."),
      moment("from", "Then or later."), moment("to", "Before; a day alone is included."), zone,
    ] + pages,
    "GET /s/{store}/sync": [
      .init(
        name: "before", shape: .integer, words: "Older runs: “next” of the page before.")
    ],
    "GET /s/{store}/runs": [
      .init(
        name: "kind", shape: .word(Run.Kind.allCases.map(\.rawValue)), words: "Only this kind."),
      .init(
        name: "result", shape: .word(RunQuery.Result.allCases.map(\.rawValue)),
        words: "Only runs with this result; problems: some operations were rejected."),
      .init(
        name: "moved", shape: .word(RunQuery.Moved.allCases.map(\.rawValue)),
        words: "Only runs that pushed, pulled or deleted at least one row."),
      .init(name: "since", shape: .integer, words: "Only runs newer than this one."),
      text("A run’s number, or a part of the name of who started it or of a table."),
      size,
      .init(name: "before", shape: .integer, words: "Older runs: “next” of the page before."),
    ],
    "GET /s/{store}/runs/{run}/rows": [
      .init(
        name: "result", shape: .word(RunRowsRequest.Result.allCases.map(\.rawValue)),
        words: "Only rows with this result."),
      .init(name: "table", shape: .text, words: "Only this table."),
      text("Only where the row’s id has this in it."),
    ] + pages,
    "GET /jump": [searched, listed], "GET /s/{store}/jump": [searched, listed],
    "GET /s/{store}/push/preview/{preview}": [
      .init(
        name: PreviewRequest.tabParameter, shape: .word(PreviewPage.tabs.map(\.rawValue)),
        words: "Only operations with this expected result."),
      .init(
        name: PreviewRequest.reasonParameter,
        shape: .word(BlockReason.Code.allCases.map(\.rawValue)),
        words: "Only operations that are blocked for this reason."),
      text(
        "Only operations with this in the row’s name or id, the table or the detail; “blocked” "
          + "counts all."),
      .init(
        name: "size", shape: .integer, words: "Of the page; JSON has all operations."),
      .init(
        name: ListCursor.afterParameter, shape: .integer,
        words: "Of the page: only what is listed after this operation."),
    ],
  ]

  private static let size = QueryParameter(
    name: "size", shape: .integer, words: "How many at once, from 1 to \(ListSize.max).")
  private static let pages: [QueryParameter] = [
    size,
    .init(name: "after", shape: .text, words: "Goes on behind this: “next” of the page before."),
  ]
  private static let sought = text(
    "Only where the row’s id, a text of the row or the reason has this in it.")
  private static let searched = QueryParameter(
    name: "q", shape: .text,
    words: "A store, a table, the number of an operation, the beginning of a row’s id, or a part "
      + "of a row’s name.")
  private static let listed = QueryParameter(
    name: "list", shape: .text,
    words: "“1”: rows too where a store, a table or a page has exactly this name.")
  private static let zone = QueryParameter(
    name: "tz", shape: .text, words: "The zone in which times are typed: UTC or such as Asia/Tokyo."
  )

  /// A search.
  private static func text(_ words: String) -> QueryParameter {
    .init(name: "text", shape: .text, words: words)
  }

  private static func moment(_ name: String, _ words: String) -> QueryParameter {
    .init(name: name, shape: .text, words: words + " Such as 2026-11-21 or 2026-11-21T14:00.")
  }
}
