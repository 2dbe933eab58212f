import Support

extension Answer {
  /// Notes, and who has an error.
  static let notes: UTF8Dictionary<Answer> = [
    "POST /s/{store}/t/{table}/r/{id}/notes": .init(written, status: 201),
    "POST /s/{store}/errors/{error}/notes": .init(written, status: 201),
    "POST /s/{store}/runs/{run}/notes": .init(written, status: 201),
    "POST /s/{store}/notes/{note}/edit": .init(written),
    "POST /s/{store}/notes/{note}/delete": .init(
      .object([("deleted", .integer), ("entry", .orNull(.integer))])),
    "POST /s/{store}/errors/{error}/assign": .init(
      .object([
        ("id", .text), ("assignee", .orNull(.text)), ("entry", .orNull(.integer)),
      ])),
  ]

  private static let written = Shape.all([
    .named("Note"), .object([("entry", .orNull(.integer))]),
  ])
}
