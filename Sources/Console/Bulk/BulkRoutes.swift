import Support

/// Actions on many rows.
extension ConsoleRoutes {
  var bulk: [ConsoleRoute] {
    BulkHandlers(services: services).routes
      + PurgeHandlers(services: services).routes
  }
}

extension BulkHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/t/{table}/bulk", .rowsDelete,
        [
          "action": .text, "ids": .list(.text), "query": .text, "expect": .integer, "reason": .text,
          "values": .map, "column": .text, "find": .text, "with": .text,
          "preview": .boolean, "seen": .integer,
        ],
        run)
    ]
  }
}

extension PurgeHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .rowsPurge, ask),
      .post(Self.path, .rowsPurge, ["query": .text, "force": .boolean, "reason": .text], purge),
    ]
  }
}
