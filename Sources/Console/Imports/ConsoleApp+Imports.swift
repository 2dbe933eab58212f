import Support

extension ConsoleApp {
  /// Looks for imports that broke off when the program was killed, and names them in the audit.
  ///
  /// - Returns: A line about each, for the log.
  package func findBrokenImports() async -> [String] {
    guard !services.configuration.isReadOnly else { return [] }
    return await BrokenImports(services: services).find()
  }

  /// Names imports in the audit that broke off when it could not be written.
  package func noteBrokenImports() async { await BrokenImports(services: services).noteUnnoted() }

  /// Drops imports that were not confirmed, once they are too old.
  package func dropOldImports() { services.imports.sweep(services.time.now) }

  /// Ends imports, and what takes them back, at their next batch, and removes all uploads.
  package func stopImports() async {
    await services.imports.stop()
    await services.importReversals.stop()
  }
}
