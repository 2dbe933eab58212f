import Support

/// A store's tables, their schemas, and duplicated inserts.
extension ConsoleRoutes {
  var tables: [ConsoleRoute] {
    TablesHandlers(services: services).routes + NewTableHandlers(services: services).routes
      + SchemaHandlers(services: services).routes + DuplicatesHandlers(services: services).routes
  }
}

extension TablesHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/tables", .storeOpen, list)] }
}

extension NewTableHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/tables/new", .tableCreate, show),
      .post(
        "/s/{store}/tables", .tableCreate, ["name": .text, "columns": .list(.map)], create),
    ]
  }
}

extension SchemaHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/t/{table}/schema", .storeOpen, show)] }
}

extension DuplicatesHandlers {
  var routes: [ConsoleRoute] {
    [.get("/s/{store}/t/{table}/duplicates", .storeOpen, show)]
  }
}
