import HTTPKit
import Support

/// Copying rows from another store.
extension ConsoleRoutes {
  var copying: [ConsoleRoute] { CopyHandlers(services: services).routes }
}

extension CopyHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, look),
      .post(
        Self.path, .rowsImport,
        [
          "from": .text, "tables": .list(.text), "deleted": .boolean, "overwrite": .boolean,
          "expect": .integer,
        ], copyRows),
      .post(
        Self.path + "/deletions", .rowsDelete,
        ["from": .text, "table": .text, "expect": .integer], copyDeletions),
      .post(Self.path + "/pending", .rowsImport, ["from": .text], copyPending),
      .post(Self.path + "/verify", .syncRun, ["from": .text, "tables": .list(.text)], verify),
      .get(Self.path + "/move", .storeOpen, showMove),
      .post(
        Self.path + "/move", .rowsImport,
        ["from": .text, "expect": .integer, "anyway": .boolean],
        moveStore),
    ]
  }

  private static let path = "/s/{store}/copy"
}

extension Links {
  /// Copying rows into a store.
  static func copy(_ store: String) -> String { path("s", store, "copy") }
  /// Compares both stores and both servers.
  static func copyVerification(_ store: String) -> String { path("s", store, "copy", "verify") }
  /// Moving another store here.
  static func storeMove(_ store: String) -> String { path("s", store, "copy", "move") }
  /// The page that asks before.
  static func storeMove(_ store: String, from source: String) -> String {
    with(storeMove(store), QueryItems([.init("from", source)]))
  }
}
