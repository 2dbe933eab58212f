import ConsoleData
import Support
import SyncCore
import TemplateKit

/// What every page of a store says while its server cannot be reached.
extension Pages {
  /// Nil where sync works, above the stores, and for a store that the person does not see.
  func syncFailure(
    of store: String?, _ summaries: Summaries, _ context: PageContext
  ) async throws -> SyncFailure? {
    guard let store, summaries.contains(where: { $0.info.name === store }) else { return nil }
    return try await context.found.syncFailure(of: store) {
      try await data.syncFailure(store: store)
    }
  }

  /// Adds `SYNC_FAILED`: `TEXT`, `CAUSE`, `RUN_LINK`, and in `TRY` the form that syncs now.
  func add(
    _ failure: SyncFailure, of store: String, isOnline: Bool, _ context: PageContext,
    to values: inout TemplateDictionary
  ) {
    var note: TemplateDictionary = [
      "TEXT": "Sync failing since \(Format.time(failure.since, now: context.now)).",
      "CAUSE": (failure.run.outcome.message ?? "").asSentence,
      "RUN_LINK": Links.run(store, failure.run.id),
    ]
    if isOnline, context.may(.syncRun) { note.add("TRY", ["ACTION": Links.sync(store)]) }
    values.add("SYNC_FAILED", note)
  }
}
