import HTTPKit

/// Health check and metrics, for probes and monitoring.
extension ConsoleRoutes {
  var metrics: [ConsoleRoute] {
    HealthHandlers(services: services).routes
      + MetricsHandlers(services: services).routes
  }
}

extension HealthHandlers {
  var routes: [ConsoleRoute] {
    [.open(.get, "/healthz", isAlive), .open(.get, "/readyz", isReady)]
  }
}

extension MetricsHandlers {
  var routes: [ConsoleRoute] { [.get("/metrics", .storeOpen, show).openToOneStore()] }
}
