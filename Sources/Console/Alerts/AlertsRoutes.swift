import Support

/// Open alerts, who takes care of them, and what came of their messages.
extension ConsoleRoutes {
  var alerts: [ConsoleRoute] { AlertHandlers(services: services).routes }
}

extension AlertHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/alerts", .alertView, show),
      .post("/alerts/{alert}/acknowledge", .alertAcknowledge, ["note": .text], acknowledge),
      .post("/alerts/channels/{channel}/test", .alertDeliver, test),
      .post("/alerts/deliveries/{delivery}/retry", .alertDeliver, retry),
      .post("/alerts/deliveries/{delivery}/discard", .alertDeliver, discard),
    ]
  }
}

extension Links {
  package static var alerts: String { path("alerts") }

  static func acknowledge(_ alert: Int64) -> String { path("alerts", "\(alert)", "acknowledge") }

  static func testChannel(_ channel: String) -> String {
    path("alerts", "channels", channel, "test")
  }

  /// - Parameter action: `retry` or `discard`.
  static func delivery(_ id: String, action: String) -> String {
    path("alerts", "deliveries", id, action)
  }
}
