import Support

/// The operation queue.
extension ConsoleRoutes {
  var queue: [ConsoleRoute] { QueueHandlers(services: services).routes }
}

extension QueueHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/queue", .storeOpen, list),
      .post(
        "/s/{store}/queue/bulk", .queueRetry,
        [
          "action": .text, "ids": .list(.integer), "query": .text, "expect": .integer,
          "upTo": .integer, Precondition.field: .map,
        ], bulk),
      .get("/s/{store}/queue/{operation}", .storeOpen, show),
      .post(
        "/s/{store}/queue/{operation}/cancel", .queueCancel, [Precondition.field: .text], cancel),
      .post("/s/{store}/queue/{operation}/retry", .queueRetry, retry),
    ]
  }
}
