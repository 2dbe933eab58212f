import Support
import SyncCore
import SyncInspection

/// What a route answers to a program.
struct Answer: Sendable {
  var status = 200
  var shape: Shape

  init(_ shape: Shape, status: Int = 200) {
    self.shape = shape
    self.status = status
  }

  /// By method and pattern.
  static let all = [
    pages, stores, alerts, accounts, rowTools, syncing, copying, conflictRules, notes,
  ]
  .reduce(
    into: UTF8Dictionary<Answer>()
  ) {
    $0.merge($1) { first, _ in first }
  }

  /// The main pages and actions.
  private static let pages: UTF8Dictionary<Answer> = [
    "GET /": .init(
      .all([
        .object([("stores", .list(store)), ("configurationMistakes", .list(.text))]),
        .sometimes([("status", .text)]),
      ])),
    "GET /s/{store}": .init(
      .all([
        .object([("store", .text)]), standing,
        .sometimes([
          ("problem", .text), ("history", history), ("revision", .text),
          ("status", .text),
          ("duplicates", .list(.object([("table", .text), ("count", .integer)]))),
        ]),
      ])),
    "GET /s/{store}/tables": .init(.object([("tables", .list(.named("Table")))])),
    "GET /s/{store}/t/{table}": .init(
      .all([
        .object([
          ("table", .text), ("view", .text), ("columns", .list(.named("Column"))),
          ("rows", .list(.named("Row"))),
          ("count", .orNull(.object([("value", .integer), ("exact", .boolean)]))),
          ("next", .orNull(.text)),
        ]), .sometimes([("ignored", .list(.text)), ("facets", .list(facet))]),
      ])),
    "GET /s/{store}/t/{table}/r/{id}": .init(
      .all([
        row, .object([("notes", .list(.named("Note")))]),
        .sometimes([("history", .list(change)), ("serverVersions", .list(serverVersion))]),
      ])),
    "POST /s/{store}/t/{table}/r/{id}": .init(row),
    "POST /s/{store}/t/{table}": .init(.object([("id", .text)]), status: 201),
    "POST /s/{store}/t/{table}/r/{id}/delete": .init(changed),
    "POST /s/{store}/t/{table}/r/{id}/undelete": .init(changed),
    "POST /s/{store}/t/{table}/r/{id}/hard-delete": .init(changed),
    "GET /s/{store}/t/{table}/r/{id}/passport": .init(
      .object([
        ("store", .text), ("table", .text), ("id", .text), ("title", .text),
        ("redaction", .word(["none", "columns", "values"])), ("facts", .map),
        (
          "sections",
          .list(
            .object([
              ("title", .text), ("columns", .list(.text)), ("rows", .list(.list(.text))),
              ("note", .orNull(.text)),
            ]))
        ), ("markdown", .text),
      ])),
    "POST /s/{store}/t/{table}/bulk": .init(manyRows),
    "GET /s/{store}/trash": .init(
      .object([
        (
          "rows",
          .list(
            .object([
              ("table", .text), ("id", .text), ("deletedAt", .orNull(.text)),
              ("by", .orNull(.text)), ("values", .named("Values")),
            ]))
        ), ("next", .orNull(.text)), ("count", .integer),
        (
          "deletions",
          .orNull(
            .object([
              ("from", .text), ("seconds", .integer), ("rows", .list(.integer)),
              ("unknown", .integer),
            ]))
        ),
      ])), "POST /s/{store}/trash/undelete": .init(many),
    "GET /s/{store}/queue": .init(
      .object([
        ("operations", .list(.named("Operation"))), ("count", .integer), ("next", .orNull(.text)),
        ("states", .map),
      ])),
    "POST /s/{store}/queue/bulk": .init(manyDecided),
    "POST /s/{store}/errors/bulk": .init(manyDecided),
    "GET /s/{store}/reports/{entry}": .init(
      .object([
        ("entry", .integer), ("action", .text), ("at", .text), ("by", .text), ("thing", .text),
        ("code", .orNull(.word(ActionReport.Code.allCases.map(\.rawValue)))), ("done", .text),
        ("asked", .integer),
        ("changed", .integer), ("problemCount", .integer), ("newer", .integer),
        (
          "problems",
          .list(
            .object([
              ("table", .text), ("id", .text), ("operation", .orNull(.integer)),
              ("message", .text),
            ]))
        ), ("undo", .boolean),
      ])),
    "GET /s/{store}/errors": .init(
      .all([
        .sometimes([
          (
            "run",
            .object([("run", .integer), ("problems", .integer), ("resolved", .integer)])
          )
        ]),
        .object([
          ("errors", .list(.named("OpenError"))), ("count", .integer), ("next", .orNull(.text)),
          ("moreFamilies", .integer),
          (
            "families",
            .list(
              .object([
                ("table", .text), ("kind", .word(ErrorKind.allCases.map(\.rawValue))),
                ("status", .integer), ("cause", .text), ("count", .integer), ("firstAt", .text),
                ("lastAt", .text), ("example", .text), ("query", .text),
              ]))
          ),
        ]),
      ])),
    "GET /s/{store}/errors/{error}": .init(.named("OpenError")),
    "GET /s/{store}/sync": .init(
      .object([
        ("schedule", .orNull(.named("Schedule"))), ("live", .orNull(.named("Live"))),
        ("runs", .list(.named("RunReport"))), ("next", .orNull(.integer)),
      ])),
    "GET /s/{store}/runs": .init(
      .object([
        ("runs", .list(.named("RunReport"))), ("count", .integer), ("next", .orNull(.integer)),
      ])),
    "GET /s/{store}/runs/{run}": .init(
      .all([.named("RunReport"), .object([("notes", .list(.named("Note")))])])),
    "GET /s/{store}/runs/{run}/rows": .init(.named("RunRows")),
    "GET /s/{store}/tokens": .init(allTokens),
    "POST /s/{store}/push": .init(.named("Started"), status: 202),
    "POST /s/{store}/pull": .init(.named("Started"), status: 202),
    "POST /s/{store}/sync": .init(.named("Started"), status: 202),
    "POST /s/{store}/reconcile": .init(.named("Started"), status: 202),
    "GET /undo/{entry}": .init(
      .either([
        .object([
          ("entry", .integer), ("store", .text), ("table", .text), ("state", .text),
          ("done", .integer), ("rows", .integer),
        ]),
        .object([
          ("entry", .integer), ("store", .text), ("table", .text), ("state", .text),
          ("message", .text),
        ]),
      ])),
    "POST /undo/{entry}": .init(
      .either([
        .all([
          .object([
            ("undone", .integer), ("changed", .integer), ("left", .list(.named("RowName"))),
          ]), .sometimes([("problems", .list(.object([("id", .text), ("message", .text)])))]),
        ]), .object([("undone", .integer), ("store", .orNull(.text))]),
      ])),
    "GET /audit": .init(
      .object([("entries", .list(.named("AuditEntry"))), ("next", .orNull(.text))])),
    "GET /audit/{entry}": .init(.named("AuditEntry")),
    "GET /users": .init(
      .object([
        ("users", .list(.named("User"))), ("tokens", .list(.named("Token"))),
        ("sessions", .list(.named("Session"))),
      ])),
    "POST /users/tokens": .init(.object([("name", .text), ("token", .text)]), status: 201),
    "GET /sessions": .init(.object([("sessions", .list(.named("Session")))])),
    "GET /account": .init(
      .object([
        ("user", .text), ("role", Shapes.role), ("secondFactor", .boolean),
        ("recoveryCodesLeft", .integer),
      ])), "GET /healthz": .init(.object([("ok", .boolean)])),
    "GET /readyz": .init(.object([("ok", .boolean), ("degraded", .boolean)])),
    "GET /login": .init(.object([("signedIn", .boolean)])),
  ]

  /// How a store stands, in the list of stores and on its own page.
  private static let standing = Shape.object([
    ("remote", .object([("kind", .text), ("url", .text)])), ("online", .boolean),
    ("counts", .named("Counts")), ("lastRun", .orNull(.named("Run"))),
  ])

  /// A store in the list; one whose file cannot be used has `trouble`, and neither `online` nor
  /// `counts`.
  private static let store = Shape.all([
    .object([
      ("name", .text), ("environment", .text),
      ("remote", .object([("kind", .text), ("url", .text)])), ("online", .orNull(.boolean)),
      ("counts", .orNull(.named("Counts"))), ("lastRun", .orNull(.named("Run"))),
    ]), .sometimes([("problem", .text), ("trouble", trouble)]),
  ])

  private static let trouble = Shape.object([
    ("code", .text), ("file", .text), ("message", .text), ("remedy", .text),
  ])

  /// The figures of the charts.
  private static let history = Shape.object([
    ("period", .text), ("from", .text), ("seconds", .integer),
    ("queued", .list(.orNull(.integer))), ("needYou", .list(.orNull(.integer))),
    ("sent", .list(.integer)), ("failed", .list(.integer)), ("unknown", .list(.integer)),
    ("pulled", .list(.integer)),
  ])

  private static let facet = Shape.object([
    ("column", .text), ("values", .list(.object([("value", .any), ("count", .integer)]))),
    ("more", .boolean), ("whole", .boolean),
  ])

  private static let row = Shape.object([
    ("table", .text), ("id", .text), ("state", Shapes.rowState), ("deleted", .boolean),
    ("values", .named("Values")), ("base", .named("Record")),
    ("operations", .list(.named("Operation"))), ("errors", .list(.named("OperationError"))),
    ("why", .list(.named("Check"))),
  ])

  /// An action on many, with the number of its audit entry; null while the audit cannot be written.
  static let many = Shape.object([
    ("changed", .integer), ("problems", .list(.object([("id", .text), ("message", .text)]))),
    ("entry", .orNull(.integer)),
  ])

  static let manyDecided = Shape.all([
    many, .object([("isComplete", .boolean), ("newer", .integer)]),
  ])

  private static let changed = Shape.all([
    .object([("id", .text), ("state", .orNull(Shapes.rowState)), ("deleted", .boolean)]),
    .sometimes([("entry", .orNull(.integer)), ("stays", .orNull(.text))]),
  ])

  /// What the server had of a row while it was changed here too.
  private static let serverVersion = Shape.object([
    ("conflict", .orNull(.integer)), ("at", .text), ("resolution", .orNull(.text)),
    ("values", .named("Record")), ("base", .orNull(.named("Record"))),
  ])

  /// One step of a row's history.
  private static let change = Shape.object([
    ("entry", .integer), ("at", .text), ("source", .text), ("kind", .text), ("by", .orNull(.text)),
    ("values", .named("Record")),
  ])

  /// The same for rows of a table: how many left it with their insert, and whether Undo works.
  ///
  /// The edit of a column also counts the rows that need no change; a preview shows the first that do.
  static let manyRows = Shape.all([
    many, .object([("neverSent", .integer), ("undo", .boolean)]),
    .sometimes([
      ("stays", .orNull(.text)), ("unchanged", .integer), ("seen", .integer),
      ("rows", .list(.object([("id", .text), ("before", .any), ("after", .any)]))),
    ]),
  ])
}
