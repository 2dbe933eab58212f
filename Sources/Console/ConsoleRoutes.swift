/// Every route of the console, in one place.
struct ConsoleRoutes {
  let services: ConsoleServices

  var all: [ConsoleRoute] {
    SignInHandlers(services: services).routes
      + HealthHandlers(services: services).routes
      + StoresHandlers(services: services).routes
      + AuditHandlers(services: services).routes
      + UsersHandlers(services: services).routes
      + APITokenHandlers(services: services).routes
      + SessionsHandlers(services: services).routes
      + ThemeHandlers(services: services).routes
  }
}
