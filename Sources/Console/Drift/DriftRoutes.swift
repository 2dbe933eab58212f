import Support

/// Rows that differ between a store and its server, as checks found them.
extension ConsoleRoutes {
  var drift: [ConsoleRoute] { DriftHandlers(services: services).routes }
}

extension DriftHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/drift", .storeOpen, show)] }
}

extension Links {
  package static func drift(_ store: String) -> String { path("s", store, "drift") }
}
