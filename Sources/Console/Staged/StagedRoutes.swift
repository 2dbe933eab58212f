import HTTPKit
import Support

/// Staged changes.
extension ConsoleRoutes {
  var staged: [ConsoleRoute] { StagedChangesHandlers(services: services).routes }
}

extension StagedChangesHandlers {
  var routes: [ConsoleRoute] {
    let body: UTF8Dictionary<Shape> = ["ifState": .text, "ids": .list(.integer)]
    return [
      .get(Self.path, .rowsEdit, show),
      .post(Self.path + "/save", .rowsEdit, body, save),
      .post(Self.path + "/selected", .rowsEdit, body, selected),
      // The addresses of a save that was refused, loaded again.
      .get(Self.path + "/save", .rowsEdit, showAgain),
      .get(Self.path + "/selected", .rowsEdit, showAgain),
      .post(Self.path + "/discard", .rowsEdit, body, discard),
      .post(Self.path + "/{change}/remove", .rowsEdit, remove),
      .post(Self.path + "/{change}/choose", .rowsEdit, ["sides": .map], choose),
    ]
  }
}
