import Support

/// The list of stores, adding a store and removing one.
extension ConsoleRoutes {
  var stores: [ConsoleRoute] {
    StoresHandlers(services: services).routes
      + AddStoreHandlers(services: services).routes
      + RemoveStoreHandlers(services: services).routes
  }
}

extension StoresHandlers {
  var routes: [ConsoleRoute] { [.get("/", .storeOpen, list).openToOneStore()] }
}

extension AddStoreHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/stores/new", .storeEdit, show),
      .post("/stores", .storeEdit, ["store": .map], add),
      .post("/stores/probe", .storeEdit, ["store": .map], probe),
    ]
  }
}

extension RemoveStoreHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeEdit, ask),
      .post(Self.path, .storeEdit, ["confirm": .text, "reason": .text], remove),
    ]
  }
}
