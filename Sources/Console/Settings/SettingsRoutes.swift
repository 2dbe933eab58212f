import Support

/// A store's settings.
extension ConsoleRoutes {
  var settings: [ConsoleRoute] { SettingsHandlers(services: services).routes }
}

extension SettingsHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/stores/new", .storeEdit, showNew),
      .post("/stores", .storeEdit, ["store": .map], add),
      .post("/stores/probe", .storeEdit, ["store": .map], probe),
      .get("/s/{store}/settings", .settingsView, show),
      .post("/s/{store}/settings", .storeEdit, Self.members, change),
    ]
  }
}
