import Support

/// Inserting and editing a row.
extension ConsoleRoutes {
  var rowForm: [ConsoleRoute] { RowFormHandlers(services: services).routes }
}

extension RowFormHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.rows + "/new", .rowsEdit, showNew),
      .post(Self.rows, .rowsEdit, ["values": .map, "addColumns": .boolean], insert),
      .get(Self.row + "/edit", .rowsEdit, showEdit),
      .post(
        Self.row, .rowsEdit, ["values": .map, "ifState": .text, "addColumns": .boolean], update),
    ]
  }
}
