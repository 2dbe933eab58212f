import HTTPKit
import Support

/// Staged changes.
extension ConsoleRoutes {
  var staged: [ConsoleRoute] { StagedChangesHandlers(services: services).routes }
}

extension StagedChangesHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .rowsEdit, show),
      .post(Self.path + "/save", .rowsEdit, ["ifState": .text], save),
      // The address of a save that was refused, loaded again.
      .get(Self.path + "/save", .rowsEdit) { request, context in
        if request.wantsJSON { return try await show(request, context) }
        return .seeOther(Links.changes(try await services.store(request).name))
      },
      .post(Self.path + "/discard", .rowsEdit, ["ifState": .text], discard),
      .post(Self.path + "/{change}/remove", .rowsEdit, remove),
      .post(Self.path + "/{change}/choose", .rowsEdit, ["sides": .map], choose),
    ]
  }
}
