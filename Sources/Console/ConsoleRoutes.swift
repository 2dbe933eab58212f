/// Every route of the console, in one place.
struct ConsoleRoutes {
  let services: ConsoleServices

  var all: [ConsoleRoute] {
    SignInHandlers(services: services).routes
      + HealthHandlers(services: services).routes
      + StoresHandlers(services: services).routes
      + ThemeHandlers(services: services).routes
  }
}
