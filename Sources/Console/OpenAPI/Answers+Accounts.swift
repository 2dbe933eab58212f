import Support

extension Answer {
  /// Stores, their settings, and backups.
  static let stores: UTF8Dictionary<Answer> = [
    "GET /stores/new": .init(.object([("kinds", .list(.map)), ("sections", .list(.map))])),
    "POST /stores": .init(savedStore, status: 201),
    "POST /stores/probe": .init(
      .object([
        ("checks", .list(.object([("check", .text), ("result", .text), ("evidence", .text)]))),
        (
          "tables",
          .orNull(
            .list(
              .object([("name", .text), ("columns", .list(.text)), ("rowCount", .orNull(.integer))])
            ))
        ),
        ("betterAddress", .orNull(.text)),
      ])),
    "GET /s/{store}/settings": .init(
      .object([
        ("store", .map), ("file", .text), ("locked", .orNull(.text)), ("ifState", .text),
      ])), "POST /s/{store}/settings": .init(savedStore),
    "GET /s/{store}/remove": .init(
      .object([
        ("store", .text), ("counts", .orNull(.named("Counts"))), ("unsent", .orNull(.integer)),
      ])),
    "POST /s/{store}/remove": .init(
      .object([("removed", .text), ("file", .orNull(.text)), ("undo", .orNull(.integer))])),
    "GET /backups": .init(
      .object([
        ("directory", .text), ("everyMinutes", .orNull(.integer)), ("keep", .integer),
        (
          "running",
          .orNull(
            .object([
              ("by", .text), ("startedAt", .text), ("filesDone", .integer),
              ("filesTotal", .orNull(.integer)),
            ]))
        ),
        (
          "backups",
          .list(
            .object([
              ("id", .integer), ("by", .text), ("startedAt", .text), ("finishedAt", .text),
              ("folder", .text), ("files", .integer), ("bytes", .integer),
              ("verified", .boolean), ("failure", .orNull(.text)),
            ]))
        ),
      ])),
    "POST /backups": .init(.object([("started", .boolean), ("url", .text)]), status: 202),
    "GET /openapi.json": .init(
      .object([
        ("openapi", .text), ("info", .map), ("servers", .list(.object([("url", .text)]))),
        ("paths", .map), ("components", .map),
      ])),
    "GET /help": .init(
      .object([
        ("keys", .list(.object([("keys", .text), ("does", .text)]))),
        ("words", .list(.object([("word", .text), ("meaning", .text)]))),
        ("topics", .list(.object([("id", .text), ("title", .text), ("text", .text)]))),
      ])), "POST /logout": .init(.object([("signedIn", .boolean)])),
  ]

  private static let savedStore = Shape.object([
    ("name", .text), ("url", .text), ("store", .map), ("undo", .orNull(.integer)),
  ])

  /// Users, tokens, sessions and one's own account.
  static let accounts: UTF8Dictionary<Answer> = [
    "POST /users": .init(.object([("name", .text), ("role", Shapes.role)])),
    "POST /users/{name}/role": .init(.object([("name", .text), ("role", Shapes.role)])),
    "GET /users/{name}/password": .init(asked), "POST /users/{name}/password": .init(named),
    "GET /users/{name}/remove": .init(removal), "POST /users/{name}/remove": .init(named),
    "GET /users/{name}/second-factor/remove": .init(asked),
    "POST /users/{name}/second-factor/remove": .init(named),
    "GET /users/tokens/{id}/revoke": .init(.object([("token", .named("Token"))])),
    "POST /users/tokens/{id}/revoke": .init(.object([("id", .integer)])),
    "GET /login/unsent/{id}": .init(.object([("path", .text)])),
    "POST /sessions/{id}/end": .init(.object([("id", .integer)])),
    "POST /sessions/end-others": .init(.object([("ended", .integer)])),
    "POST /account/confirm": .init(.map), "POST /account/password": .init(.map),
    "GET /account/second-factor": .init(.object([("secondFactor", .boolean)])),
    "POST /account/second-factor": .init(codes), "POST /account/recovery-codes": .init(codes),
    "POST /account/second-factor/remove": .init(.map),
  ]

  private static let named = Shape.object([("name", .text)])
  private static let asked = Shape.object([("user", .named("User")), ("sessions", .integer)])
  private static let removal = Shape.object([
    ("user", .named("User")), ("sessions", .integer), ("tokens", .list(.text)),
  ])
  private static let codes = Shape.object([("recoveryCodes", .list(.text))])
}
