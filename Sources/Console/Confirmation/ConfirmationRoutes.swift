/// Confirmation pages.
extension ConsoleRoutes {
  var confirmations: [ConsoleRoute] { ConfirmationHandlers(services: services).routes }
}

extension ConfirmationHandlers {
  var routes: [ConsoleRoute] { [.get("/asked/{question}", .accountView, show)] }
}
