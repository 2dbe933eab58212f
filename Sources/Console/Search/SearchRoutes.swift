/// The search box.
extension ConsoleRoutes {
  var search: [ConsoleRoute] { SearchHandlers(services: services).routes }
}

extension SearchHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/jump", .storeOpen, everywhere).openToOneStore(),
      .get("/s/{store}/jump", .storeOpen, inStore),
    ]
  }
}
