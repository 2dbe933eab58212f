import Support

/// Soft-deleted rows.
extension ConsoleRoutes {
  var trash: [ConsoleRoute] { TrashHandlers(services: services).routes }
}

extension TrashHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/trash", .storeOpen, list).asFiles,
      .post(
        "/s/{store}/trash/undelete", .rowsUndelete,
        ["rows": .list(.named("RowName")), "query": .text, "expect": .integer],
        TrashUndeleteHandlers(services: services).undelete),
    ]
  }
}
