import Support

/// A store's schedule.
extension ConsoleRoutes {
  var schedule: [ConsoleRoute] { ScheduleHandlers(services: services).routes }
}

extension ScheduleHandlers {
  var routes: [ConsoleRoute] {
    [.post("/s/{store}/schedule", .schedulePause, ["paused": .boolean], change)]
  }
}
