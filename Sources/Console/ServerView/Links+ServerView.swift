extension Links {
  /// The rows of a table as the server has them now.
  static func serverRows(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "server")
  }

  /// A row beside the server's copy of now.
  static func serverComparison(_ store: String, _ table: String, _ id: String) -> String {
    row(store, table, id, action: "server")
  }
}
