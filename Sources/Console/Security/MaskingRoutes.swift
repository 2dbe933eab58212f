import Support

/// Showing masked values.
extension ConsoleRoutes {
  var masking: [ConsoleRoute] { UnmaskHandlers(services: services).routes }
}

extension UnmaskHandlers {
  var routes: [ConsoleRoute] {
    [.post("/s/{store}/unmask", .valuesUnmask, ["unmask": .boolean], unmask)]
  }
}
