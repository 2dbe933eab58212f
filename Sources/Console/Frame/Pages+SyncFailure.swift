import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// What every page of a store says while its server cannot be reached.
extension Pages {
  /// - Parameter store: Nil above the stores.
  func frameFigures(of store: String?, _ context: PageContext) async throws -> FrameFigures {
    guard let store else { return try await data.frameFigures(store: nil, owner: context.owner) }
    return try await context.found.frameFigures(of: store) {
      try await data.frameFigures(store: store, owner: context.owner)
    }
  }

  /// Adds `SYNC_FAILED`: `TEXT`, `CAUSE`, `RUN_LINK`, and in `TRY` the form that syncs now.
  func add(
    _ failure: SyncFailure, of store: String, isOnline: Bool, _ context: PageContext,
    to values: inout TemplateDictionary
  ) {
    var note: TemplateDictionary = [
      "TEXT": localized("Sync failing since \(Format.time(failure.since, now: context.now))."),
      "CAUSE": (failure.run.outcome.message ?? "").asSentence,
      "RUN_LINK": Links.run(store, failure.run.id),
    ]
    if isOnline, context.may(.syncRun) { note.add("TRY", ["ACTION": Links.sync(store)]) }
    values.add("SYNC_FAILED", note)
  }
}
