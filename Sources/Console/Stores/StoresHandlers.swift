package import ConsoleData
import HTTPKit
package import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The first page: every store with what it needs.
struct StoresHandlers: Sendable {
  let services: ConsoleServices

  private struct Entry: Searchable {
    let info: StoreInfo
    let summary: StoreSummary
    let runs: [Run]
    /// Nil while sync works.
    let failure: SyncFailure?

    var lastRun: Run? { runs.first }
    /// What keeps the store's file from being used.
    var trouble: StorageProblem? { summary.trouble }
    var status: StoreStatus { StoreStatus(summary, runs: runs, failure: failure) }
    /// The run that could not do its work with the server; nil while sync works.
    var failed: Run? {
      switch status {
      case .failed(let run): run
      case .offline(let run): run
      default: nil
      }
    }
    var texts: [String] {
      [info.name, info.environment, remoteName(info.remoteKind), info.remoteURL]
    }

    /// What keeps it from its server, then what waits for a person.
    var badges: [Badge] {
      guard info.problem == nil || trouble != nil else {
        return [Badge(.failed, localized("Not ready"))]
      }
      var badges: [Badge] = []
      if case .needsAttention = status {} else { badges.append(Badge(status)) }
      if !summary.isOnline, let failed { badges.append(Badge(.failed(failed))) }
      return trouble == nil ? badges + attention : badges
    }

    /// Rejections and conflicts, each with their own sign.
    private var attention: [Badge] {
      let counts = summary.counts
      var badges: [Badge] = []
      if counts.failed > 0 {
        badges.append(Badge(.failed, localized("\(Format.number(counts.failed)) rejected")))
      }
      if counts.conflicts > 0 {
        badges.append(Badge(.conflict, Format.count(counts.conflicts, "conflict")))
      }
      return badges
    }
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let text = try ListFilter.text(in: request.query())
    let figures = try await services.pages.frameFigures(of: nil, context)
    var entries = try await entries(figures, context)
    if request.wantsJSON { return try await answer(entries, with: text, figures, request) }
    entries.sort(by: Self.isBefore)
    var values: TemplateDictionary = [
      "SUBTITLE": [Self.subtitle(entries.count), Self.failing(entries)].compactMap(\.self)
        .joinedAsSentences()
    ]
    let mayAdd = services.mayEditStores(context)
    values.add("ADD", list: mayAdd ? [["ADD_URL": Links.newStore]] : [])
    values.show("NO_ADD", if: !mayAdd)
    let mistakes = await services.administration?.mistakes ?? []
    var broken: TemplateDictionary = ["FILE": services.administration?.file ?? ""]
    broken.add("MISTAKE", list: mistakes.map { ["TEXT": $0] })
    values.add("BROKEN", list: mistakes.isEmpty ? [] : [broken])
    values.add(
      "UNREADY",
      list: entries.compactMap { entry in
        entry.info.problem.map {
          [
            "STORE": entry.info.name, "LINK": Links.store(entry.info.name),
            "TEXT": localized(stored: $0),
          ]
        }
      })
    values.add(
      "UNUSABLE",
      list: entries.compactMap { entry in
        entry.trouble.map {
          [
            "STORE": entry.info.name, "LINK": Links.store(entry.info.name),
            "TEXT": $0.message, "REMEDY": $0.remedy,
          ]
        }
      })
    values.show("EMPTY", if: entries.isEmpty)
    let found = entries.filter { $0.contains(text) }
    values.show("TABLE", if: !found.isEmpty)
    values.add("STORE", list: found.map { row($0, context) })
    if entries.count > 1 || !entries.isEmpty && text != nil {
      ListFilter(
        searching: localized("Stores"), Links.stores, for: text, localized("Search stores")
      )
      .addTools(to: &values, shown: found.count)
    }
    if !entries.isEmpty { try await services.addRecentActivity(to: &values, context) }
    return try await services.pages.page(
      "Stores/stores", title: Self.title(entries), values: values, request, context,
      nav: Nav(.stores))
  }

  private func answer(
    _ entries: [Entry], with text: String?, _ figures: FrameFigures, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let mistakes = await services.administration?.mistakes ?? []
    var object: JSONObject = [
      "stores": .array(entries.filter { $0.contains(text) }.map(json)),
      "configurationMistakes": .array(mistakes.map { .string($0) }),
    ]
    if try request.query()["_live"] != nil {
      object["status"] = .string(figures.statusMark(of: entries.map { ($0.info, $0.summary) }))
    }
    return services.pages.respond(json: .object(object))
  }

  /// The stores that whoever looks may see.
  private func entries(_ figures: FrameFigures, _ context: PageContext) async throws -> [Entry] {
    var entries: [Entry] = []
    for info in services.stores.stores where context.sees(info.name) {
      let summary = await services.stores.standing(of: info.name)
      entries.append(
        Entry(
          info: info, summary: summary,
          runs: try await services.data.runs(
            store: info.name, RunQuery(limit: OverviewPage.runsShown)),
          failure: figures.failure(of: info.name, summary)))
    }
    return entries
  }

  /// Trouble first, then by name.
  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    let (leftNeeds, rightNeeds) = (left.summary.counts.needYou, right.summary.counts.needYou)
    let (leftOnline, rightOnline) = (left.summary.isOnline, right.summary.isOnline)
    if (left.trouble == nil) != (right.trouble == nil) { return left.trouble != nil }
    if (left.failed == nil) != (right.failed == nil) { return left.failed != nil }
    if leftOnline != rightOnline { return !leftOnline }
    return leftNeeds == rightNeeds ? left.info.name < right.info.name : leftNeeds > rightNeeds
  }

  private static func subtitle(_ count: Int) -> String {
    let stores = Format.count(count, "store")
    return count > 1
      ? localized("\(stores) on this machine. Stores that need attention come first.")
      : localized("\(stores) on this machine.")
  }

  private static let namesMax = 3

  private static func title(_ entries: [Entry]) -> String {
    let count = entries.count { $0.failed != nil }
    return count == 0
      ? localized("Stores") : localized("Stores (\(Format.number(count)) failing)")
  }

  private static func failing(_ entries: [Entry]) -> String? {
    let names = entries.filter { $0.failed != nil }.map(\.info.name)
    guard !names.isEmpty else { return nil }
    let stores =
      names.count > namesMax
      ? Format.count(names.count, "store") : names.joinedAsList()
    return localized("Sync is failing: \(stores).")
  }

  private func row(_ entry: Entry, _ context: PageContext) -> TemplateDictionary {
    let counts = entry.summary.counts
    var row: TemplateDictionary = [
      "STORE_KEY": entry.info.name, "URL": Links.store(entry.info.name),
      "REMOTE": remoteName(entry.info.remoteKind), "ADDRESS": entry.info.remoteURL,
      "COUNTS": entry.trouble == nil ? Self.counts(counts) : "–",
    ]
    row.add("CHIP", each: entry.badges) { $0.set(badge: "STATE", $1) }
    row.show("PROD", if: entry.info.isProduction)
    row.set(
      "STORE_ENVIRONMENT",
      ifAny: entry.info.environment.isEmpty ? nil : entry.info.environment.capitalizedWord)
    row.show("NEVER", if: entry.lastRun == nil)
    if let run = entry.failed, let text = run.shortCause {
      var cause: TemplateDictionary = ["TEXT": text]
      cause.add("RUN", list: run.isCauseCut ? [["LINK": Links.run(run.store, run.id)]] : [])
      row.add("CAUSE", cause)
    }
    if let run = entry.lastRun {
      row.add("LAST", stamp(run.finishedAt ?? run.startedAt, now: context.now))
    }
    return row
  }

  /// `5,122 live rows, 3 pending`.
  private static func counts(_ counts: StoreCounts) -> String {
    let pending = counts.pending == 0 ? nil : localized("\(Format.number(counts.pending)) pending")
    return [Format.count(counts.live, "live row"), pending].compactMap(\.self).joinedAsList()
  }

  private func json(_ entry: Entry) -> JSONValue {
    var object: JSONObject = [
      "name": .string(entry.info.name), "environment": .string(entry.info.environment),
      "remote": ["kind": .string(entry.info.remoteKind), "url": .string(entry.info.remoteURL)],
      "online": entry.trouble == nil ? .bool(entry.summary.isOnline) : .null,
      "counts": entry.trouble == nil ? entry.summary.counts.json : .null,
      "lastRun": entry.lastRun?.summaryJSON ?? nil,
    ]
    object["trouble"] = entry.trouble.map(\.json)
    object["problem"] = entry.info.problem.map { .string($0) }
    return .object(object)
  }
}

/// `azure` as people write it.
func remoteName(_ kind: String) -> String {
  switch kind {
  case "azure": "Azure"
  case "parse": "Parse"
  case "cloudkit": "CloudKit"
  default: kind
  }
}

extension Run {
  /// A run as lists show it, without its steps and its report.
  package var summaryJSON: JSONValue {
    [
      "run": .integer(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
      "pushed": .integer(Int64(outcome.pushed)), "failed": .integer(Int64(outcome.failed)),
      "conflicts": .integer(Int64(report.conflicts)),
      "unknown": .integer(Int64(outcome.unknown)),
      "received": .integer(Int64(report.received)),
      "pulled": .integer(Int64(outcome.pulled)), "deleted": .integer(Int64(outcome.deleted)),
      "startedAt": .string(startedAt.description),
      "finishedAt": finishedAt.map { .string($0.description) } ?? nil,
    ]
  }
}
