/// Undo.
extension ConsoleRoutes {
  var undo: [ConsoleRoute] { UndoHandlers(services: services).routes }
}

extension UndoHandlers {
  /// Open to everybody's own views; for anything else the entry says what is demanded.
  var routes: [ConsoleRoute] {
    [
      .post("/undo/{entry}", .viewSave, undo).openToOneStore(),
      .get("/undo/{entry}", .actionUndo, show).openToOneStore(),
    ]
  }
}
