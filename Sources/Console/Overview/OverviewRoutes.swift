/// A store's overview.
extension ConsoleRoutes {
  var overview: [ConsoleRoute] { OverviewHandlers(services: services).routes }
}

extension OverviewHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}", .storeOpen, overview)] }
}
