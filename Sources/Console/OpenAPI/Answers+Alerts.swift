import ConsoleData
import Support

extension Answer {
  /// Alerts and their messages.
  static let alerts: UTF8Dictionary<Answer> = [
    "GET /alerts": .init(
      .object([
        ("open", .list(alert)), ("channels", .list(channel)), ("deadLetters", .list(delivery)),
        ("ended", .list(alert)),
      ])),
    "POST /alerts/{alert}/acknowledge": .init(
      .object([("id", .integer), ("acknowledgedBy", .text)])),
    "POST /alerts/channels/{channel}/test": .init(.object([("id", .text)]), status: 202),
    "POST /alerts/deliveries/{delivery}/retry": .init(.object([("id", .text)]), status: 202),
    "POST /alerts/deliveries/{delivery}/discard": .init(.object([("id", .text)])),
  ]

  private static let alert = Shape.object([
    ("id", .integer), ("condition", .word(AlertCondition.allCases.map(\.rawValue))),
    ("store", .orNull(.text)), ("title", .text), ("detail", .text), ("effect", .text),
    ("remedy", .text), ("since", .orNull(.text)), ("openedAt", .orNull(.text)),
    ("endedAt", .orNull(.text)), ("openings", .integer), ("unwatched", .boolean),
    ("acknowledgedBy", .orNull(.text)), ("acknowledgedAt", .orNull(.text)),
    ("note", .orNull(.text)), ("url", .orNull(.text)),
  ])

  private static let channel = Shape.object([
    ("name", .text), ("kind", .word(AlertChannel.Kind.allCases.map(\.rawValue))),
    ("target", .text), ("pending", .integer), ("last", .orNull(delivery)),
  ])

  private static let delivery = Shape.object([
    ("id", .text), ("alert", .orNull(.integer)), ("channel", .text),
    ("event", .word(AlertEvent.allCases.map(\.rawValue))), ("title", .text),
    ("state", .word(AlertDelivery.State.allCases.map(\.rawValue))), ("createdAt", .text),
    ("attempts", .integer), ("attemptedAt", .orNull(.text)), ("nextAt", .orNull(.text)),
    ("failure", .orNull(.text)),
  ])
}
