/// The audit log, and reports of bulk actions.
extension ConsoleRoutes {
  var audit: [ConsoleRoute] {
    AuditHandlers(services: services).routes
      + ReportHandlers(services: services).routes
  }
}

extension AuditHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/audit", .auditView, list).asFiles.openToOneStore(),
      .get("/audit/{entry}", .auditView, show).openToOneStore(),
    ]
  }
}

extension ReportHandlers {
  var routes: [ConsoleRoute] { [.get("/s/{store}/reports/{entry}", .auditView, show)] }
}
