import Support

/// A store's settings.
extension ConsoleRoutes {
  var settings: [ConsoleRoute] { SettingsHandlers(services: services).routes }
}

extension SettingsHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/settings", .settingsView, show),
      .post("/s/{store}/settings", .storeEdit, Self.members, change),
    ]
  }
}
