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
    ]
  }

  private static let path = "/s/{store}/copy"
}

extension Links {
  /// Copying rows into a store.
  static func copy(_ store: String) -> String { path("s", store, "copy") }
}
