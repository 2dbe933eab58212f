/// Keys and glossary.
extension ConsoleRoutes {
  var help: [ConsoleRoute] { HelpHandlers(services: services).routes }
}

extension HelpHandlers {
  var routes: [ConsoleRoute] { [.get("/help", .storeOpen, show).openToOneStore()] }
}
