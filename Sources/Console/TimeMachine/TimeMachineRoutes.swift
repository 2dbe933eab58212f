import Support

/// Tables as they were.
extension ConsoleRoutes {
  var timeMachine: [ConsoleRoute] { TimeMachineHandlers(services: services).routes }
}

extension TimeMachineHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, list),
      .post(Self.path + "/stage", .rowsEdit, ["at": .text, "ids": .list(.text)], stage),
    ]
  }

  private static let path = "/s/{store}/t/{table}/past"
}

extension Links {
  /// The table as it was.
  static func pastRows(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "past")
  }
}
