import Support
import SyncCore

extension Answer {
  /// Conflict rules, and what they decided.
  static let conflictRules: UTF8Dictionary<Answer> = [
    "GET /s/{store}/t/{table}/rules": .init(
      .object([
        ("table", .text),
        (
          "rules",
          .list(.all([rule, .object([("decisions", .integer), ("undone", .integer)])]))
        ),
        ("rehearsal", .orNull(rehearsal)), ("ifState", .orNull(.text)),
      ])),
    "POST /s/{store}/t/{table}/rules": .init(
      .all([
        changed,
        .object([
          ("resolved", .integer), ("skipped", .integer), ("entry", .orNull(.integer)),
        ]),
      ])),
    "POST /s/{store}/t/{table}/rules/remove": .init(changed),
    "GET /s/{store}/decisions": .init(
      .object([
        ("decisions", .list(decision)), ("count", .integer), ("next", .orNull(.integer)),
      ])),
    "GET /s/{store}/decisions/{decision}": .init(
      .all([decision, .object([("obstacle", .orNull(.text))])])),
    "POST /s/{store}/decisions/{decision}/undo": .init(
      .object([("decision", .integer), ("error", .orNull(.text))])),
  ]

  private static let rule = Shape.all([
    .object([("rule", .word(ConflictRule.Choice.allCases.map(\.rawValue)))]),
    .sometimes([
      ("column", .text), ("ifNull", .word(ConflictRule.NullHandling.allCases.map(\.rawValue))),
    ]),
  ])

  private static let changed = Shape.object([
    ("table", .text), ("rules", .list(rule)), ("undo", .orNull(.integer)),
  ])

  private static let rehearsal = Shape.object([
    ("conflicts", .integer), ("isComplete", .boolean), ("same", .integer),
    ("different", .integer), ("open", .integer), ("waiting", .integer),
    (
      "rows",
      .list(
        .object([
          ("itemId", .text), ("error", .orNull(.text)), ("decidedAt", .orNull(.text)),
          ("decision", .orNull(.text)),
          ("result", .word(["same", "different", "open", "waiting"])),
          ("reason", .orNull(openReason)),
          (
            "columns",
            .list(
              .all([
                .object([
                  ("column", .text), ("local", .any), ("server", .any), ("rule", .orNull(rule)),
                ]), .sometimes([("value", .any), ("reason", openReason)]),
              ]))
          ),
        ]))
    ),
  ])

  private static let openReason = Shape.word(
    ConflictVerdict.OpenReason.allCases.map(\.rawValue))

  private static let decision = Shape.object([
    ("id", .integer), ("at", .text), ("table", .text), ("itemId", .text),
    ("kind", .word(OperationKind.allCases.map(\.name))), ("rules", .list(rule)),
    ("choice", .text), ("changedAt", .orNull(.text)), ("base", .orNull(.named("Record"))),
    ("local", .orNull(.named("Record"))), ("server", .orNull(.named("Record"))),
    ("result", .orNull(.named("Record"))), ("by", .orNull(.text)),
    ("undoneAt", .orNull(.text)), ("undoneBy", .orNull(.text)),
  ])
}
