import Support

/// Notes on rows, errors and runs.
extension ConsoleRoutes {
  var notes: [ConsoleRoute] { NoteHandlers(services: services).routes }
}

extension NoteHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(RowHandlers.path + "/notes", .noteEdit, ["text": .text], addToRow),
      .post("/s/{store}/errors/{error}/notes", .noteEdit, ["text": .text], addToError),
      .post("/s/{store}/runs/{run}/notes", .noteEdit, ["text": .text], addToRun),
      .post("/s/{store}/notes/{note}/edit", .noteEdit, ["text": .text], edit),
      .post("/s/{store}/notes/{note}/delete", .noteEdit, delete),
    ]
  }
}
