import SyncCore

/// What runs, and the schedule that starts them, are told with.
extension Shapes {
  static let runs: [(String, Shape)] = [
    (
      "Run",
      .object([
        ("run", .integer), ("kind", .text),
        ("state", .word(["running", "succeeded", "failed", "cancelled"])),
        ("pushed", .integer), ("failed", .integer), ("conflicts", .integer),
        ("unknown", .integer), ("received", .integer), ("pulled", .integer), ("deleted", .integer),
        ("startedAt", .text), ("finishedAt", .orNull(.text)),
      ])
    ),
    (
      "RunReport",
      .all([
        .named("Run"),
        .object([
          ("store", .text), ("steps", .list(.named("Step"))), ("by", .text),
          ("cancelledBy", .orNull(.text)), ("message", .orNull(.text)), ("report", .orNull(report)),
          ("applied", .list(.map)),
        ]), .sometimes([("progress", progress)]),
      ])
    ), ("Started", .object([("run", .integer), ("url", .text)])), ("RunRows", rows),
    (
      "Step",
      .object([
        ("kind", .text), ("name", .text), ("state", .text), ("done", .integer),
        ("total", .orNull(.integer)), ("message", .orNull(.text)),
      ])
    ), ("Stop", .object([("code", .text), ("message", .text)])),
    (
      "PushReport",
      .object([
        ("sent", .integer), ("succeeded", .integer), ("failed", .integer),
        ("conflicts", .integer), ("unknown", .integer), ("decidedByRules", .integer),
        ("remaining", .integer),
        ("waiting", .integer), ("stopped", .orNull(.named("Stop"))), ("problems", .list(.text)),
        ("warnings", .list(.text)),
        ("refusedTables", .list(.object([("table", .text), ("message", .text)]))),
      ])
    ),
    (
      "Schedule",
      .object([
        ("everyMinutes", .integer), ("jitterSeconds", .integer),
        ("pauseAfterFailures", .orNull(.integer)), ("state", .text), ("paused", .boolean),
        ("pausedBy", .orNull(.text)), ("pausedAt", .orNull(.text)),
        ("pauseReason", .orNull(.text)), ("nextAt", .orNull(.text)), ("failures", .integer),
        ("lastRun", .orNull(.named("Run"))),
      ])
    ),
    (
      "Live",
      .object([
        (
          "state", .word(["connecting", "connected", "waiting", "offline", "unsupported"])
        ), ("connectedSince", .orNull(.text)), ("reason", .orNull(.text)),
        ("retryAt", .orNull(.text)), ("rows", .integer), ("lastRowAt", .orNull(.text)),
      ])
    ),
  ]

  private static let report = Shape.all([
    .object([
      ("tables", .orNull(.list(.text))), ("operations", .orNull(.list(.integer))),
      ("full", .boolean), ("push", .orNull(.named("PushReport"))), ("pull", .orNull(pull)),
      ("problems", .list(problem)), ("failure", .orNull(.text)), ("preview", .orNull(.map)),
      ("newer", .orNull(.integer)),
    ]),
    .sometimes([
      ("missingOnServer", .list(.text)), ("missingHere", .list(.text)),
      ("different", .list(.text)), ("comparison", comparison), ("copy", Answer.copyRun),
      (
        "comparisons",
        .list(
          .all([
            comparison,
            .object([
              ("missingOnServer", .list(.text)), ("missingHere", .list(.text)),
              ("different", .list(.text)),
            ]),
          ]))
      ),
      (
        "sum",
        .object([
          ("tables", .integer), ("failed", .integer), ("localRows", .integer),
          ("serverRows", .integer), ("missingOnServer", .integer), ("missingHere", .integer),
          ("different", .integer),
        ])
      ),
    ]),
  ])

  private static let pull = Shape.object([
    (
      "tables",
      .list(
        .object([
          ("table", .text), ("queryId", .text), ("pages", .integer), ("received", .integer),
          ("inserted", .integer), ("updated", .integer), ("deleted", .integer),
          ("unchanged", .integer), ("keptBeside", .integer), ("warnings", .list(.text)),
          ("failure", .orNull(.text)), ("goesOn", .boolean),
        ]))
    ), ("push", .orNull(.named("PushReport"))), ("stopped", .orNull(.named("Stop"))),
  ])

  private static let problem = Shape.object([
    ("errorId", .text), ("operationId", .integer), ("table", .text), ("itemId", .text),
    ("kind", .text), ("conflict", .boolean), ("status", .integer), ("message", .text),
    ("state", .text), ("deletedThere", .boolean), ("missingThere", .boolean),
    ("changed", .list(.text)),
  ])

  private static let rows = Shape.object([
    (
      "rows",
      .list(
        .object([
          ("table", .text), ("id", .text),
          ("result", .word(RunRowsRequest.Result.allCases.map(\.rawValue))), ("kind", .text),
          ("at", .orNull(.text)), ("entry", .orNull(.integer)),
          ("changed", .orNull(.list(.text))), ("error", .orNull(.text)),
          ("operation", .orNull(.integer)), ("status", .orNull(.integer)),
          ("message", .orNull(.text)),
        ]))
    ), ("next", .orNull(.text)), ("counts", .map), ("capped", .boolean), ("trimmed", .boolean),
    ("recorded", .boolean),
    ("unlisted", .list(.object([("table", .text), ("count", .integer)]))),
  ])

  private static let comparison = Shape.object([
    ("table", .text), ("startedAt", .text), ("localRows", .integer), ("serverRows", .integer),
    ("pendingRows", .integer), ("complete", .boolean), ("content", .boolean),
    ("digest", .boolean), ("filtered", .boolean),
    ("failure", .orNull(.text)), ("warnings", .list(.text)), ("confirm", .orNull(.integer)),
    (
      "counts",
      .object([("missingOnServer", .integer), ("missingHere", .integer), ("different", .integer)])
    ),
  ])

  private static let progress = Shape.object([
    ("say", .text), ("note", .text), ("percent", .orNull(.integer)),
    (
      "steps",
      .list(
        .all([
          .named("Step"),
          .object([("title", .text), ("look", .text), ("word", .text), ("count", .text)]),
        ]))
    ),
  ])
}
