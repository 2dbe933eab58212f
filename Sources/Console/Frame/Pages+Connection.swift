import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What every page of a store says while its server cannot be reached.
extension Pages {
  /// - Parameter store: Nil above the stores.
  func frameFigures(of store: String?, _ context: PageContext) async throws -> FrameFigures {
    try await context.found.frameFigures(of: store) {
      try await data.frameFigures(
        stores: stores.stores.map(\.name).filter(context.sees), of: store, owner: context.owner)
    }
  }

  /// Adds `SYNC_FAILED`: `TEXT`, `CAUSE`, in `FAILED_RUN` a link to the run, and in `TRY` the form
  /// that syncs now.
  ///
  /// - Parameter page: The address of the page. The overview, *Sync* and the run's own page give the
  ///   cause themselves.
  func add(
    _ failure: SyncFailure, of store: String, isOnline: Bool, on page: String,
    _ context: PageContext, to values: inout TemplateDictionary
  ) {
    let runLink = Links.run(store, failure.run.id)
    let givesCause = ![runLink, Links.store(store), Links.sync(store)].contains(page)
    let text =
      isOnline
      ? localized("Sync failing since \(Format.minute(failure.since, now: context.now)).")
      : failure.last(now: context.now)
    var note: TemplateDictionary = [
      "TEXT": text,
      "CAUSE": givesCause ? (failure.run.shownMessage ?? "").asSentence : "",
    ]
    if page != runLink { note.add("FAILED_RUN", ["RUN_LINK": runLink]) }
    if context.may(.syncRun) { note.add("TRY", ["ACTION": Links.sync(store)]) }
    values.add("SYNC_FAILED", note)
  }
}

extension FrameFigures {
  /// Why the store's sync fails; nil for a store that was moved, which is not synced any more.
  func failure(of store: String, _ summary: StoreSummary?) -> SyncFailure? {
    summary?.movedTo == nil ? syncFailures[store] : nil
  }

  /// Another text once a store goes offline or online, or its sync fails, fails again or works again.
  func statusMark(of stores: Pages.Summaries) -> String {
    stores.map { info, summary in
      let failed = failure(of: info.name, summary).map { " \($0.run.id)" } ?? ""
      let isUsable = summary.trouble == nil && info.trouble == nil
      return (summary.isOnline ? "online" : "offline") + (isUsable ? "" : " unusable") + failed
    }.joined(separator: ", ")
  }
}

/// When a store was switched offline, and who did it, as far as the audit log has it.
struct OfflineSwitch: Sendable, Equatable {
  var at: Timestamp?
  var who: String?

  /// Such as `Offline since 14:12`, as a sentence.
  func headline(now: Timestamp) -> String {
    guard let at else { return localized("This store is offline.") }
    return localized("Offline since \(Format.minute(at, now: now)).")
  }

  /// Such as `Switched off by Mira`, as a sentence; nil where nobody is on record.
  var author: String? { who.map { who in localized("Switched off by \(who.actorName).") } }
}

/// What every page of a store says and does not offer while the store is offline.
extension Pages {
  /// How many of the newest entries about the runs of a store can hide the switch.
  private static let entriesMax = 50

  func offlineSwitch(of store: String, _ context: PageContext) async -> OfflineSwitch {
    await context.found.offlineSwitch(of: store) {
      var filter = AuditFilter()
      filter.store = store
      filter.action = ConsoleAction.syncRun.rawValue
      filter.result = .done
      // The page is worth showing without it.
      let entries = try? await data.auditEntries(filter, limit: Self.entriesMax)
      let last = entries?.first { $0.record.after?["offline"] != nil }
      guard let last, last.record.after?["offline"] == true else { return OfflineSwitch() }
      return OfflineSwitch(at: last.at, who: last.record.who)
    }
  }

  /// Adds the switch of the top bar, and what the partials `Frame/_needs-server` and
  /// `Frame/_server-link` read.
  func addConnection(
    of store: String, _ summary: StoreSummary, isSyncFailing: Bool, _ context: PageContext,
    to values: inout TemplateDictionary
  ) async {
    var connection: TemplateDictionary = ["CONNECTION_URL": Links.offline(store)]
    connection.show("IS_ONLINE", if: summary.isOnline && !isSyncFailing)
    connection.show("IS_FAILING", if: summary.isOnline && isSyncFailing)
    values.set("OFFLINE_REASON", localized("This store is offline."))
    values.show("STORE_ONLINE", if: summary.isOnline)
    values.show("STORE_OFFLINE", if: !summary.isOnline)
    if !summary.isOnline {
      let offline = await offlineSwitch(of: store, context)
      connection.show("IS_OFFLINE")
      connection.show("HAS_FAILED", if: isSyncFailing)
      connection.show("HAS_NOT_FAILED", if: !isSyncFailing)
      connection.set("OFFLINE_TEXT", offline.headline(now: context.now))
      connection.set("OFFLINE_BY", ifAny: offline.author)
    }
    if let place = summary.movedTo {
      connection.add("MOVED", ["MOVED_TO": place, "MOVED_LINK": Links.store(place)])
    } else {
      connection.show("NOT_MOVED")
    }
    connection.show("MAY_SWITCH", if: context.may(.syncRun))
    connection.show("MAY_NOT_SWITCH", if: !context.may(.syncRun))
    values.add("CONNECTION", connection)
  }
}
