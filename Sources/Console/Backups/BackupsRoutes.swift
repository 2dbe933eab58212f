import Support

/// Backups of all stores and of the console.
extension ConsoleRoutes {
  var backups: [ConsoleRoute] { BackupHandlers(services: services).routes }
}

extension BackupHandlers {
  var routes: [ConsoleRoute] {
    [.get("/backups", .backupView, show), .post("/backups", .backupMake, make)]
  }
}

extension Links {
  package static var backups: String { path("backups") }
}
