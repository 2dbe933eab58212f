import Support
import SyncCore
import SyncInspection

extension Answer {
  /// What helps with rows: values, views, staged changes, imports, the jump box.
  static let rowTools: UTF8Dictionary<Answer> = [
    "GET /s/{store}/t/{table}/past": .init(
      .object([
        ("at", .text), ("to", .orNull(.text)), ("with", .orNull(.text)),
        ("view", .word(PastRowsRequest.View.allCases.map(\.rawValue))),
        (
          "rows",
          .list(
            .object([
              ("id", .text), ("change", .word(RowAtTime.Change.allCases.map(\.rawValue))),
              ("then", .orNull(.named("Record"))), ("later", .orNull(.named("Record"))),
              ("differing", .list(.text)), ("entry", .orNull(.integer)),
            ]))
        ), ("next", .orNull(.text)), ("historyBegins", .orNull(.text)),
      ])),
    "POST /s/{store}/t/{table}/past/stage": .init(
      .object([
        ("staged", .integer), ("left", .list(.object([("id", .text), ("reason", .text)]))),
      ])),
    "GET /s/{store}/t/{table}/values": .init(
      .object([("column", .text), ("values", .list(.any)), ("names", .map)])),
    "GET /s/{store}/t/{table}/duplicates": .init(
      .object([("table", .text), ("duplicates", .list(duplicated))])),
    "GET /s/{store}/tables/new": .init(.object([("types", .list(.text))])),
    "POST /s/{store}/tables": .init(
      .object([("table", .text), ("columns", .list(.named("Column")))]), status: 201),
    "GET /s/{store}/t/{table}/schema": .init(schema),
    "GET /s/{store}/t/{table}/new": .init(
      .object([("table", .text), ("columns", .list(.named("Column")))])),
    "GET /s/{store}/t/{table}/r/{id}/edit": .init(
      .object([
        ("table", .text), ("id", .text), ("columns", .list(.named("Column"))),
        ("values", .named("Values")), ("ifState", .text),
      ])),
    "GET /s/{store}/t/{table}/r/{id}/value": .init(
      .object([("column", .text), ("value", .any)])),
    "POST /s/{store}/t/{table}/r/{id}/file/{column}": .init(
      .object([
        ("id", .text), ("column", .text), ("value", .any), ("queued", .boolean),
        ("state", Shapes.rowState),
      ])),
    "GET /s/{store}/t/{table}/purge": .init(
      .object([("count", .integer), ("unsent", .integer)])),
    "POST /s/{store}/t/{table}/purge": .init(
      .object([("purged", .integer), ("undo", .orNull(.integer))])),
    "GET /s/{store}/t/{table}/r/{id}/hard-delete": .init(
      .object([
        ("id", .text), ("confirm", .text), ("neverSent", .boolean), ("stays", .orNull(.text)),
      ])),
    "GET /s/{store}/t/{table}/server": .init(
      .object([
        ("table", .text), ("at", .text), ("rows", .list(compared)), ("next", .orNull(.text)),
        ("warnings", .list(.text)),
      ])),
    "GET /s/{store}/t/{table}/r/{id}/server": .init(compared),
    "POST /s/{store}/t/{table}/r/{id}/server": .init(
      .object([("id", .text), ("choice", .text), ("undo", .orNull(.integer))])),
    "POST /s/{store}/t/{table}/columns": .init(.object([("query", .text)])),
    "GET /s/{store}/t/{table}/views": .init(.object([("views", .list(.named("View")))])),
    "POST /s/{store}/t/{table}/views": .init(
      .all([.named("View"), .object([("replaced", .boolean), ("undo", .integer)])]), status: 201),
    "POST /s/{store}/t/{table}/views/{id}/rename": .init(
      .all([.named("View"), .object([("undo", .integer)])])),
    "POST /s/{store}/t/{table}/views/{id}/remove": .init(
      .object([("removed", .integer), ("undo", .integer)])),
    "GET /s/{store}/changes": .init(changes), "GET /s/{store}/changes/save": .init(changes),
    "GET /s/{store}/changes/selected": .init(changes),
    "POST /s/{store}/changes/save": .init(.object([("saved", .integer)])),
    "POST /s/{store}/changes/selected": .init(.object([("saved", .integer)])),
    "POST /s/{store}/changes/discard": .init(
      .object([("discarded", .integer), ("entry", .orNull(.integer))])),
    "POST /s/{store}/changes/{change}/remove": .init(
      .object([("removed", .integer), ("entry", .orNull(.integer))])),
    "POST /s/{store}/changes/{change}/choose": .init(.object([("values", .map)])),
    "GET /s/{store}/t/{table}/import": .init(
      .object([
        ("table", .text), ("modes", .list(.text)), ("columns", .list(.named("Column"))),
      ])), "POST /s/{store}/t/{table}/import": .init(imported),
    "GET /s/{store}/t/{table}/import/{draft}": .init(imported),
    "POST /s/{store}/t/{table}/import/{draft}": .init(imported),
    "POST /s/{store}/t/{table}/import/{draft}/cancel": .init(imported),
    "POST /s/{store}/t/{table}/import/{draft}/leave-out": .init(imported),
    "GET /s/{store}/t/{table}/import/{draft}/columns": .init(imported),
    "POST /s/{store}/t/{table}/import/{draft}/columns": .init(imported),
    "GET /jump": .init(found),
    "GET /s/{store}/jump": .init(found),
  ]

  private static let compared = Shape.object([
    ("table", .text), ("id", .text), ("at", .text),
    ("result", .word(ServerComparison.Result.allCases.map(\.rawValue))),
    ("local", .named("Record")), ("server", .named("Record")), ("differing", .list(.text)),
    ("operations", .list(.integer)),
    ("changedOnServer", .boolean), ("ifState", .orNull(.text)),
    ("repairs", .list(.word(RowRepair.allCases.map(\.rawValue)))),
  ])

  private static let duplicated = Shape.object([
    ("column", .text), ("key", .text),
    (
      "rows",
      .list(
        .object([
          ("id", .text), ("createdAt", .orNull(.text)), ("updatedAt", .orNull(.text)),
          ("values", .named("Values")),
        ]))
    ),
  ])

  private static let changes = Shape.object([
    (
      "changes",
      .list(
        .object([
          ("change", .integer), ("table", .text), ("id", .text), ("was", .map), ("values", .map),
          ("insert", .boolean), ("stale", .boolean), ("at", .text),
        ]))
    ), ("ifState", .text),
  ])

  private static let imported = Shape.object([
    ("format", .orNull(.text)), ("rows", .integer), ("new", .integer), ("changed", .integer),
    ("unchanged", .integer), ("unknownColumns", .list(.text)), ("entry", .orNull(.integer)),
    ("state", .text), ("done", .integer),
    ("problems", .list(mistake)), ("leftOut", .list(mistake)), ("invalid", .integer),
    ("columns", .map), ("key", .text), ("unmatched", .map),
  ])

  private static let mistake = Shape.object([
    ("line", .any), ("column", .any), ("message", .text),
  ])

  private static let schema = Shape.object([
    ("table", .text),
    (
      "columns",
      .list(
        .object([
          ("name", .text), ("type", .text), ("isSystem", .boolean), ("isLocal", .boolean),
          ("firstSeenAt", .orNull(.text)), ("counted", .boolean), ("nulls", .orNull(.integer)),
          ("distinct", .orNull(.integer)),
          ("least", .any), ("greatest", .any), ("longest", .orNull(.integer)),
          ("unmatched", .orNull(.integer)),
        ]))
    ),
    (
      "indexes",
      .list(
        .object([
          ("name", .text), ("columns", .list(.text)), ("bytes", .orNull(.integer)),
        ]))
    ), ("bytes", .orNull(.integer)),
  ])

  private static let found = Shape.all([
    results,
    .sometimes([
      (
        "index",
        .object([("rows", .integer), ("total", .integer), ("isComplete", .boolean)])
      )
    ]),
  ])

  private static let results = Shape.object([
    (
      "results",
      .list(
        .all([
          .object([
            ("kind", .text), ("label", .text), ("place", .text), ("url", .text), ("id", .text),
          ]),
          .sometimes([("match", .object([("column", .text), ("text", .text)]))]),
        ]))
    ), ("notSearched", .list(.text)),
  ])
}
