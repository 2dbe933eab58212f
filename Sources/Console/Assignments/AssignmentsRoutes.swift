import Support

/// Assigning errors to people.
extension ConsoleRoutes {
  var assignments: [ConsoleRoute] { AssignmentHandlers(services: services).routes }
}

extension AssignmentHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/errors/{error}/assign", .errorAssign,
        ["assignee": .text, "was": .text, "reassign": .boolean], assign)
    ]
  }
}
