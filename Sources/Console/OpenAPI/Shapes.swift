import SyncCore
import SyncInspection

/// The shapes that several answers share, by name.
enum Shapes {
  static let named = runs + others

  private static let others: [(String, Shape)] = [
    ("Error", .object([("error", .all([error, .sometimes([("problems", .list(problem))])]))])),
    ("RowName", .object([("table", .text), ("id", .text)])), ("Values", .map),
    ("Record", .orNull(.map)),
    (
      "Operation",
      .object([
        ("id", .integer), ("table", .text), ("itemId", .text),
        ("kind", .word(OperationKind.allCases.map(\.name))),
        ("state", .word(OperationState.allCases.map(\.rawValue))), ("attempts", .integer),
        ("queuedAt", .text), ("lastError", .orNull(.text)),
      ])
    ),
    (
      "OperationError",
      .object([
        ("id", .text), ("operationId", .integer), ("table", .text), ("itemId", .text),
        ("kind", .text), ("code", .integer), ("status", .integer), ("message", .text),
        ("base", .named("Record")), ("local", .named("Record")), ("server", .named("Record")),
        ("at", .text), ("since", .text), ("state", .word(ErrorKind.allCases.map(\.rawValue))),
      ])
    ),
    ("OpenError", .all([.named("OperationError"), .object([("seen", .orNull(.text))]), remarks])),
    (
      "Note",
      .object([
        ("note", .integer), ("by", .text), ("at", .text), ("editedAt", .orNull(.text)),
        ("text", .text), ("operation", .orNull(.integer)), ("own", .boolean),
      ])
    ),
    (
      "Column", .object([("name", .text), ("type", .text), ("system", .boolean)])
    ),
    (
      "Row",
      .object([
        ("id", .text), ("state", rowState), ("deleted", .boolean), ("values", .named("Values")),
      ])
    ),
    (
      "Table",
      .object([
        ("name", .text), ("live", .integer), ("deleted", .integer), ("pending", .integer),
        ("failed", .integer), ("conflicts", .integer), ("lastPull", .orNull(.text)),
        ("readOnly", .orNull(.text)),
      ])
    ),
    (
      "Counts",
      .object([
        ("live", .integer), ("deleted", .integer), ("pending", .integer), ("failed", .integer),
        ("conflicts", .integer),
      ])
    ),
    (
      "Check",
      .object([
        ("check", .text), ("result", .text), ("evidence", .text), ("finding", .text),
        ("fix", .orNull(.map)),
      ])
    ),
    (
      "AuditEntry",
      .object([
        ("id", .integer), ("at", .text), ("who", .text), ("address", .text), ("action", .text),
        ("store", .orNull(.text)), ("target", .text), ("count", .orNull(.integer)),
        ("result", .word(["done", "denied", "failed"])), ("reason", .orNull(.text)),
        ("run", .orNull(.integer)), ("outcome", .any), ("before", .any), ("after", .any),
        ("names", .list(.object([("table", .text), ("id", .text), ("name", .text)]))),
        ("undo", .boolean), ("undoneAt", .orNull(.text)),
        ("times", .integer), ("lastAt", .orNull(.text)), ("requestId", .text),
      ])
    ),
    (
      "User",
      .object([
        ("name", .text), ("role", role), ("createdAt", .text), ("signedInAt", .orNull(.text)),
        ("secondFactor", .boolean),
      ])
    ),
    (
      "Token",
      .object([
        ("id", .integer), ("name", .text), ("role", role), ("createdAt", .text),
        ("createdBy", .text), ("usedAt", .orNull(.text)), ("expiresAt", .orNull(.text)),
        ("store", .orNull(.text)), ("currentRole", .orNull(role)),
      ])
    ),
    (
      "View",
      .object([
        ("id", .integer), ("name", .text), ("query", .text), ("shared", .boolean),
        ("createdBy", .text), ("createdAt", .text),
      ])
    ),
    (
      "Request",
      .object([
        ("method", .text), ("url", .text), ("headers", .list(.list(.text))),
        ("body", .orNull(.text)),
      ])
    ),
    (
      "Attempt",
      .object([
        ("number", .integer), ("startedAt", .text), ("durationMs", .integer),
        ("method", .orNull(.text)), ("status", .orNull(.integer)), ("outcome", .text),
        ("headers", .list(.list(.text))), ("body", .orNull(.text)), ("message", .orNull(.text)),
        ("bodyTruncated", .boolean),
      ])
    ),
    (
      "PullPreview",
      .object([
        ("table", .text), ("queryId", .text), ("received", .integer), ("inserted", .integer),
        ("updated", .integer), ("deleted", .integer), ("unchanged", .integer),
        ("keptBeside", .integer), ("complete", .boolean), ("warnings", .list(.text)),
        ("failure", .orNull(.text)),
        (
          "pushes",
          .list(
            .object([
              ("id", .integer), ("fingerprint", .text), ("table", .text), ("itemId", .text),
              ("kind", .orNull(.text)), ("expected", .text),
            ]))
        ),
        (
          "examples",
          .list(
            .object([
              ("id", .text), ("effect", .text), ("server", .named("Record")),
              ("local", .named("Record")),
            ]))
        ),
      ])
    ),
    (
      "Session",
      .object([
        ("id", .integer), ("current", .boolean), ("user", .text), ("role", role),
        ("address", .text), ("agent", .text),
        ("createdAt", .text), ("seenAt", .text),
      ])
    ),
  ]

  /// What people left on an error.
  private static let remarks = Shape.object([
    ("assignee", .orNull(.text)), ("notes", .list(.named("Note"))),
  ])

  private static let error = Shape.object([
    ("code", .text), ("message", .text), ("requestId", .text),
  ])
  /// Of settings, with the place that it is about.
  private static let problem = Shape.object([("path", .text), ("message", .text)])

  static let role = Shape.word(["viewer", "operator", "admin"])
  static let rowState = Shape.word(RowState.allCases.map(\.rawValue))
}
