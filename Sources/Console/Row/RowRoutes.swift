import Support

/// One row, its values and its files.
extension ConsoleRoutes {
  var row: [ConsoleRoute] {
    RowHandlers(services: services).routes
      + RowFileHandlers(services: services).routes
      + RowValueHandlers(services: services).routes
  }
}

extension RowHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, show),
      .post(Self.path + "/delete", .rowsDelete, delete),
      .post(Self.path + "/undelete", .rowsUndelete, undelete),
      .get(Self.path + "/hard-delete", .rowsHardDelete, askHardDelete),
      .post(
        Self.path + "/hard-delete", .rowsHardDelete, ["reason": .text, "confirm": .text], hardDelete
      ),
    ]
  }
}

extension RowFileHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, show),
      .post(
        Self.path, .rowsEdit,
        ["name": .text, "contentType": .text, "base64": .text, "ifState": .text], upload
      )
      .acceptingFiles,
    ]
  }
}

extension RowValueHandlers {
  var routes: [ConsoleRoute] {
    [.get("/s/{store}/t/{table}/r/{id}/value", .storeOpen, show)]
  }
}
