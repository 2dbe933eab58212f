/// Runs.
extension ConsoleRoutes {
  var runs: [ConsoleRoute] {
    RunListHandlers(services: services).routes + RunHandlers(services: services).routes
      + RunRowsHandlers(services: services).routes
  }
}

extension RunListHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/runs", .storeOpen, list)] }
}

extension RunHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/runs/{run}", .storeOpen, show),
      .get("/s/{store}/runs/{run}/events", .storeOpen, events),
      .post("/s/{store}/runs/{run}/cancel", .syncRun, cancel),
    ]
  }
}

extension RunRowsHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/runs/{run}/rows", .storeOpen, list).asFiles] }
}
