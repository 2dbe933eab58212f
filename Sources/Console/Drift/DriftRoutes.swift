import HTTPKit
import Support

/// Rows that differ between a store and its server, as checks found them.
extension ConsoleRoutes {
  var drift: [ConsoleRoute] { DriftHandlers(services: services).routes }
}

extension DriftHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/drift", .storeOpen, show)] }
}

extension Links {
  package static func drift(_ store: String) -> String { path("s", store, "drift") }

  /// The checks of one table.
  static func drift(_ store: String, of table: String) -> String {
    with(drift(store), QueryItems([.init("table", table)]))
  }

  /// Comparing one table with the server.
  static func reconcile(_ store: String, of table: String) -> String {
    with(reconcile(store), QueryItems([.init("table", table)]))
  }
}
