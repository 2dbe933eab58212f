import Support

/// The rows of a table, and saved views.
extension ConsoleRoutes {
  var rows: [ConsoleRoute] {
    RowsHandlers(services: services).routes
      + ViewHandlers(services: services).routes
      + ColumnLayoutHandlers(services: services).routes
  }
}

extension RowsHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/t/{table}", .storeOpen, list).asFiles,
      .get("/s/{store}/t/{table}/values", .storeOpen, values),
    ]
  }
}

extension ViewHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, list),
      .post(Self.path, .viewSave, ["name": .text, "query": .text, "shared": .boolean], save),
      .post(Self.path + "/{id}/rename", .viewSave, ["name": .text], rename),
      .post(Self.path + "/{id}/remove", .viewSave, remove),
    ]
  }
}
