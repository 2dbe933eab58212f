import Support

/// Comparing a table with the server.
extension ConsoleRoutes {
  var reconcile: [ConsoleRoute] { ReconcileHandlers(services: services).routes }
}

extension ReconcileHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/reconcile", .storeOpen, show),
      .post("/s/{store}/reconcile", .syncRun, ["table": .text, "content": .boolean], start),
      .post(
        "/s/{store}/reconcile/{run}/apply", .reconcileApply,
        [
          "missingOnServer": .text, "missingHere": .text, "different": .text, "ids": .list(.text),
          "confirm": .integer,
        ], apply),
    ]
  }
}
