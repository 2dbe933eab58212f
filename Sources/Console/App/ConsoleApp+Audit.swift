import ConsoleData

extension ConsoleApp {
  /// Writes the ends of runs that could not be written when they ended.
  package func finishRuns() async { await services.data.finishRuns() }

  /// Writes what the stores still keep for the audit, of changes whose entries could not be written
  /// when they were made, or before the program ended.
  ///
  /// - Returns: A line about each store, for the log.
  package func carryAuditOver() async -> [String] {
    guard !services.configuration.isReadOnly else { return [] }
    var lines: [String] = []
    for info in services.stores.stores {
      guard let sync = try? await services.stores.context(of: info.name) else { continue }
      do {
        let count = try await services.audit.carryOver(from: sync)
        guard count > 0 else { continue }
        lines.append("Store \(info.name): \(Self.entries(count)) in the audit now")
      } catch {
        lines.append("Store \(info.name): the audit cannot be written yet: \(error)")
      }
    }
    // A store that has an action's entry too has the fuller one.
    do {
      let count = try await services.data.recordPendingIntents()
      if count > 0 { lines.append("\(Self.entries(count)) in the audit now") }
    } catch {
      lines.append("The audit cannot be written yet: \(error)")
    }
    return lines
  }

  private static func entries(_ count: Int) -> String {
    "\(Format.count(count, "audit entry", "audit entries")) that could not be written before "
      + (count == 1 ? "is" : "are")
  }
}
