import HTTPKit

/// The choice of light or dark.
extension ConsoleRoutes {
  var frame: [ConsoleRoute] { ThemeHandlers(services: services).routes }
}

extension ThemeHandlers {
  var routes: [ConsoleRoute] { [.open(.post, "/theme", choose)] }
}
