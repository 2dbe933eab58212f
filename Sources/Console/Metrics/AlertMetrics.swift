import ConsoleData

extension MetricsText {
  /// Exports 0 for conditions without open alerts, so that no series disappears.
  mutating func add(_ open: [Alert]) {
    add(
      "syncline_alerts_open", .gauge, "Open alerts by condition.",
      AlertCondition.allCases.map { condition in
        Sample(
          [("condition", condition.rawValue)], open.count { $0.cause.condition == condition })
      })
  }
}
