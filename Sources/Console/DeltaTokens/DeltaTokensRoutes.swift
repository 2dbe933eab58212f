import Support

/// Delta tokens.
extension ConsoleRoutes {
  var deltaTokens: [ConsoleRoute] { DeltaTokenHandlers(services: services).routes }
}

extension DeltaTokenHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/tokens", .storeOpen, list),
      .get("/s/{store}/removals", .storeOpen, removals),
      .post(
        "/s/{store}/tokens/rewind", .syncReset, ["table": .text, "queryId": .text, "to": .text],
        rewind),
      .post("/s/{store}/tokens/forget", .syncReset, ["table": .text, "queryId": .text], forget),
    ]
  }
}
