/// The choice of the pages' language.
extension ConsoleRoutes {
  var languages: [ConsoleRoute] { LanguageHandlers(services: services).routes }
}

extension LanguageHandlers {
  var routes: [ConsoleRoute] { [.post("/language", .accountView, choose)] }
}
