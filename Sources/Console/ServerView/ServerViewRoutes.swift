import Support

/// What the server has now: the rows of a table, and one row beside the store's.
extension ConsoleRoutes {
  var serverView: [ConsoleRoute] {
    ServerRowsHandlers(services: services).routes
      + ServerComparisonHandlers(services: services).routes
  }
}

extension ServerRowsHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/t/{table}/server", .serverView, list)] }
}

extension ServerComparisonHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(RowHandlers.path + "/server", .serverView, show),
      .post(
        RowHandlers.path + "/server", .syncRun, ["choice": .text, "ifState": .text], repair),
    ]
  }
}
