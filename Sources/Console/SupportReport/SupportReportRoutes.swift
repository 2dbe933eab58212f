/// The support report of a row.
extension ConsoleRoutes {
  var supportReport: [ConsoleRoute] { SupportReportHandlers(services: services).routes }
}

extension SupportReportHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/t/{table}/r/{id}/passport", .export, show)] }
}
