import Support

/// Errors and conflicts, and resolving them.
extension ConsoleRoutes {
  var errors: [ConsoleRoute] {
    ErrorHandlers(services: services).routes
      + ResolveSimilarHandlers(services: services).routes
  }
}

extension ErrorHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/errors", .storeOpen, list),
      .post(
        "/s/{store}/errors/bulk", .queueRetry,
        [
          "choice": .text, "ids": .list(.text), "query": .text, "expect": .integer,
          "until": .text, Precondition.field: .map, "assignee": .text, "reassign": .boolean,
        ], bulk),
      .get("/s/{store}/errors/{error}", .storeOpen, show),
      .post(
        "/s/{store}/errors/{error}/resolve", .conflictResolve,
        ["choice": .text, "values": .map, Precondition.field: .text], resolve),
      .post("/s/{store}/errors/{error}/refresh", .conflictResolve, refresh),
    ]
  }
}

extension ResolveSimilarHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/errors/{error}/same", .conflictResolve,
        ["sides": .map, "preview": .boolean, "expect": .integer], same)
    ]
  }
}
