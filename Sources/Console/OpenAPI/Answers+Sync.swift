import ConsoleData
import Support
import SyncCore

extension Answer {
  /// Queue, errors, runs and what belongs to them.
  static let syncing: UTF8Dictionary<Answer> = [
    "GET /s/{store}/queue/{operation}": .init(
      .all([
        .named("Operation"),
        .object([
          ("changed", .map), ("base", .named("Record")), ("local", .named("Record")),
          ("server", .named("Record")), ("request", .named("Request")),
          ("blockedBy", .list(.integer)), ("nextAttemptAt", .orNull(.text)),
          ("by", .orNull(.text)), ("attemptLog", .list(.named("Attempt"))),
          ("story", .list(.object([("at", .text), ("kind", .text), ("by", .orNull(.text))]))),
          ("why", .list(.named("Check"))), ("seen", .orNull(.text)),
        ]),
      ])),
    "POST /s/{store}/queue/{operation}/cancel": .init(
      .object([
        ("operation", .integer), ("cancelled", .boolean), ("entry", .orNull(.integer)),
      ])),
    "POST /s/{store}/queue/{operation}/retry": .init(
      .object([("operation", .integer), ("state", .text), ("entry", .orNull(.integer))])),
    "POST /s/{store}/errors/{error}/resolve": .init(
      .object([
        ("id", .text), ("choice", .text), ("table", .text), ("itemId", .text),
        ("entry", .orNull(.integer)),
      ])),
    "POST /s/{store}/errors/{error}/refresh": .init(
      .object([("id", .text), ("server", .named("Record"))])),
    "POST /s/{store}/errors/{error}/same": .init(.either([same, manyDecided])),
    "POST /s/{store}/push/preview": .init(
      .object([
        (
          "operations",
          .list(
            .object([
              ("id", .integer), ("table", .text), ("itemId", .text),
              ("kind", .word(OperationKind.allCases.map(\.name))), ("expected", .text),
              ("reason", blockReason), ("evidence", .text), ("request", .named("Request")),
              ("server", .named("Record")),
              ("fingerprint", .text), ("lastStatus", .orNull(.integer)),
            ]))
        ), ("blocked", blockedCounts), ("preview", .text),
      ])),
    "GET /s/{store}/push/preview/{preview}": .init(
      .object([
        ("preview", .text),
        (
          "operations",
          .list(
            .object([
              ("id", .integer), ("table", .text), ("itemId", .text), ("kind", .text),
              ("expected", .text), ("reason", blockReason), ("evidence", .text),
              ("method", .text), ("bytes", .integer), ("fingerprint", .text),
              ("lastStatus", .orNull(.integer)),
            ]))
        ), ("blocked", blockedCounts),
      ])),
    "POST /s/{store}/unmask": .init(.object([("store", .text), ("until", .orNull(.text))])),
    "POST /s/{store}/offline": .init(
      .object([("offline", .boolean), ("stopping", .orNull(.integer))])),
    "POST /s/{store}/pull/preview": .init(pullPreview),
    "GET /s/{store}/pull/preview/{preview}": .init(pullPreview),
    "POST /s/{store}/hooks/parse": .init(.object([("success", .orNull(.map))])),
    "POST /s/{store}/schedule": .init(
      .object([("paused", .boolean), ("schedule", .orNull(.named("Schedule")))])),
    "POST /s/{store}/runs/{run}/cancel": .init(
      .object([("run", .integer), ("cancelling", .boolean)]), status: 202),
    "GET /s/{store}/reconcile": .init(.object([("runs", .list(.named("RunReport")))])),
    "GET /s/{store}/drift": .init(drift),
    "POST /s/{store}/reconcile/{run}/apply": .init(
      .object([
        ("removed", .integer), ("queuedInserts", .integer), ("pulled", .integer),
        ("skipped", .list(.object([("id", .text), ("reason", .text)]))),
        ("stopped", .orNull(.object([("code", .text), ("message", .text)]))),
        ("undo", .orNull(.integer)),
      ])),
    "GET /s/{store}/removals": .init(
      .object([
        (
          "removals",
          .list(
            .object([
              ("id", .text), ("feed", .text), ("table", .orNull(.text)), ("reason", .text),
              ("at", .text),
            ]))
        )
      ])), "POST /s/{store}/tokens/rewind": .init(tokens),
    "POST /s/{store}/tokens/forget": .init(tokens),
  ]

  /// Why an operation of a preview is not sent.
  private static let blockReason = Shape.orNull(.word(BlockReason.Code.allCases.map(\.rawValue)))

  private static let blockedCounts = Shape.sometimes(
    BlockReason.Code.allCases.map { ($0.rawValue, .integer) })

  private static let drift = Shape.object([
    (
      "tables",
      .list(
        .object([
          ("table", .text), ("run", .integer), ("checkedAt", .text),
          ("method", .word(DriftCheck.Method.allCases.map(\.rawValue))), ("serverRows", .integer),
          ("missingOnServer", .integer), ("missingHere", .integer), ("different", .integer),
          ("filtered", .boolean), ("repaired", .integer), ("remaining", .integer),
          ("failure", .orNull(.text)),
          (
            "checks",
            .list(
              .object([
                ("run", .integer), ("checkedAt", .text), ("found", .integer), ("failed", .boolean),
              ]))
          ),
        ]))
    ), ("remaining", .integer),
    (
      "checks",
      .list(
        .object([
          ("run", .integer), ("startedAt", .text), ("finishedAt", .text), ("found", .integer),
          ("failedTables", .integer),
        ]))
    ),
    (
      "schedule",
      .orNull(
        .object([
          ("everyHours", .integer), ("words", .text), ("requestsPerMinute", .orNull(.integer)),
          ("bytesPerMinute", .orNull(.integer)), ("nextAt", .orNull(.text)),
        ]))
    ),
  ])

  /// What the same choice would make of the other conflicts.
  private static let same = Shape.object([
    ("columns", .list(.text)), ("changed", .integer), ("isComplete", .boolean),
    ("leftOut", .integer),
    (
      "rows",
      .list(.object([("id", .text), ("table", .text), ("itemId", .text), ("results", .map)]))
    ),
  ])

  private static let skippedRows = Shape.list(
    .object([("id", .text), ("code", .text), ("reason", .text)]))

  /// A table of another store beside the one of this store.
  private static let copied = Shape.object([
    ("table", .text), ("sourceRows", .integer), ("sourceDeleted", .integer), ("same", .integer),
    ("new", .integer), ("changed", .integer), ("deleted", .integer), ("skipped", .integer),
    ("rowsHere", .integer), ("onlyHere", .integer), ("written", .integer), ("complete", .boolean),
    ("skippedRows", skippedRows), ("columns", .list(copiedColumn)),
    ("leftOutColumns", .list(.text)),
    ("digests", .orNull(.object([("there", .text), ("here", .text)]))),
  ])

  private static let copiedColumn = Shape.object([
    ("name", .text), ("type", .text), ("typeHere", .orNull(.text)),
    ("form", .word(CopiedColumn.Form.allCases.map(\.rawValue))),
  ])

  /// What a copy or a verification came to.
  static let copyRun = Shape.object([
    ("from", .text), ("deleted", .boolean), ("overwrite", .boolean), ("written", .integer),
    ("skipped", .integer),
    (
      "tables",
      .list(
        .all([
          copied,
          .object([
            ("entry", .orNull(.integer)), ("failure", .orNull(.text)),
            ("pendingHere", .orNull(.integer)),
            (
              "there",
              .orNull(
                .object([
                  ("missingOnServer", .integer), ("missingHere", .integer),
                  ("different", .integer), ("failure", .orNull(.text)),
                ]))
            ),
          ]),
        ]))
    ),
  ])

  private static let copiedPending = Shape.object([
    ("table", .text), ("copied", .integer), ("removals", .integer), ("same", .integer),
    ("skipped", .integer),
    ("skippedRows", skippedRows),
  ])

  /// Copying rows from another store.
  static let copying: UTF8Dictionary<Answer> = [
    "GET /s/{store}/copy": .init(
      .all([
        .object([("from", .orNull(.text)), ("sources", .list(.text))]),
        .sometimes([
          ("fromOffline", .boolean), ("alike", .boolean), ("tables", .list(copied)),
          ("missingTables", .list(.text)), ("pending", .list(copiedPending)),
        ]),
      ])),
    "POST /s/{store}/copy": .init(.named("Started"), status: 202),
    "POST /s/{store}/copy/verify": .init(.named("Started"), status: 202),
    "GET /s/{store}/copy/move": .init(
      .object([
        ("from", .text), ("movedTo", .orNull(.text)), ("leftBehind", .list(.text)),
        ("pending", .integer), ("verifiedBy", .orNull(.integer)), ("verified", .boolean),
      ])),
    "POST /s/{store}/copy/move": .init(
      .object([
        ("moved", .boolean), ("copied", .integer), ("skipped", .integer),
        ("tables", .list(copiedPending)),
      ])),
    "POST /s/{store}/copy/deletions": .init(
      .object([("deleted", .integer), ("entry", .orNull(.integer))])),
    "POST /s/{store}/copy/pending": .init(
      .object([("copied", .integer), ("skipped", .integer), ("tables", .list(copiedPending))])),
  ]

  static let allTokens = Shape.all([
    tokens,
    .object([
      (
        "withoutToken",
        .list(
          .object([
            ("table", .text), ("queryId", .orNull(.text)), ("filter", .orNull(.text)),
            ("goesOn", .boolean), ("lastPullAt", .orNull(.text)), ("rows", .integer),
          ]))
      )
    ]),
  ])

  static let tokens = Shape.object([
    (
      "tokens",
      .list(
        .object([
          ("table", .text), ("queryId", .text), ("filter", .orNull(.text)),
          ("value", .orNull(.text)), ("lastPullAt", .orNull(.text)), ("rows", .integer),
        ]))
    )
  ])

  private static let pullPreview = Shape.object([
    ("tables", .list(.named("PullPreview"))), ("pushedFirst", .map), ("preview", .text),
  ])
}
