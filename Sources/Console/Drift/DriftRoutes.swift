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

  /// The checks of one table, and of others whose names have its name in them.
  static func drift(_ store: String, of table: String) -> String {
    with(drift(store), QueryItems([.init("text", table)]))
  }
}
