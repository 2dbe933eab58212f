import Support

/// Imports.
extension ConsoleRoutes {
  var imports: [ConsoleRoute] { ImportHandlers(services: services).routes }
}

extension ImportHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .rowsImport, ask),
      .post(
        Self.path, .rowsImport,
        [
          "rows": .list(.map), "mode": .text, "addColumns": .boolean, "preview": .boolean,
          "skipInvalid": .boolean,
        ], take
      )
      .acceptingUploads,
      .get(Self.path + "/template", .rowsImport, template).asCSV,
      .get(Self.path + "/{draft}", .rowsImport, look),
      .post(Self.path + "/{draft}", .rowsImport, ["skipInvalid": .boolean], confirm),
      .get(Self.path + "/{draft}/invalid", .rowsImport, invalid).asCSV,
      .get(Self.path + "/{draft}/columns", .rowsImport, columns),
      .post(
        Self.path + "/{draft}/columns", .rowsImport,
        ["columns": .map, "mode": .text, "key": .text, "corrections": .map], choose),
      .post(Self.path + "/{draft}/cancel", .rowsImport, cancel),
      .post(Self.path + "/{draft}/leave-out", .rowsImport, leaveOut),
    ]
  }
}
