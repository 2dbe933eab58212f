import Support

/// The list of stores, and removing a store.
extension ConsoleRoutes {
  var stores: [ConsoleRoute] {
    StoresHandlers(services: services).routes
      + RemoveStoreHandlers(services: services).routes
  }
}

extension StoresHandlers {
  var routes: [ConsoleRoute] { [.get("/", .storeOpen, list).openToOneStore()] }
}

extension RemoveStoreHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeEdit, ask),
      .post(Self.path, .storeEdit, ["confirm": .text, "reason": .text], remove),
    ]
  }
}
