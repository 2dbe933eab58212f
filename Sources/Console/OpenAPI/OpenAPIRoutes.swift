import HTTPKit

/// The OpenAPI document.
extension ConsoleRoutes {
  var openAPI: [ConsoleRoute] { OpenAPIHandlers(services: services).routes }
}

extension OpenAPIHandlers {
  var routes: [ConsoleRoute] { [.open(.get, "/openapi.json", show)] }
}
