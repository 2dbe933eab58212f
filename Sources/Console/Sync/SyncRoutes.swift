import ConsoleData
import HTTPKit
import Support

/// Push, pull and sync, and their previews.
extension ConsoleRoutes {
  var sync: [ConsoleRoute] {
    SyncHandlers(services: services).routes
      + PushPreviewHandlers(services: services).routes
      + PullPreviewHandlers(services: services).routes
      + ParseHookHandlers(services: services).routes
  }
}

extension SyncHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/sync", .storeOpen, show),
      .post(
        "/s/{store}/push", .syncRun,
        [
          "tables": .list(.text), "operations": .list(.integer), "previewed": .list(.any),
          "preview": .text, "upTo": .integer, "anyway": .boolean,
        ]
      ) {
        try await start(.push, $0, $1)
      },
      .post(
        "/s/{store}/pull", .syncRun,
        [
          "tables": .list(.text), "full": .boolean, "previewed": .list(.any), "preview": .text,
          "anyway": .boolean,
        ]
      ) {
        try await start(.pull, $0, $1)
      },
      .post("/s/{store}/sync", .syncRun, ["upTo": .integer]) { try await start(.sync, $0, $1) },
      .post("/s/{store}/offline", .syncRun, ["offline": .boolean], switchOffline),
    ]
  }
}

extension PushPreviewHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/push/preview", .syncRun,
        ["tables": .list(.text), "operations": .list(.integer)], take),
      .get("/s/{store}/push/preview/{preview}", .syncRun, show),
    ]
  }
}

extension PullPreviewHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/pull/preview", .syncRun, ["tables": .list(.text), "full": .boolean], take),
      .get("/s/{store}/pull/preview/{preview}", .syncRun, show),
    ]
  }
}

extension ParseHookHandlers {
  var routes: [ConsoleRoute] { [.open(.post, Self.path, hear)] }
}
