/// A store's tables, and duplicated inserts.
extension ConsoleRoutes {
  var tables: [ConsoleRoute] {
    TablesHandlers(services: services).routes
      + DuplicatesHandlers(services: services).routes
  }
}

extension TablesHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/tables", .storeOpen, list)] }
}

extension DuplicatesHandlers {
  var routes: [ConsoleRoute] {
    [.get("/s/{store}/t/{table}/duplicates", .storeOpen, show)]
  }
}
