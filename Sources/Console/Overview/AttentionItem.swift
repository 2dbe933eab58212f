import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// A problem and what can be done about it, for the list of `Overview/_attention`.
struct AttentionItem {
  let badge: Badge
  /// Nil for the badge's own.
  var symbol: String?
  let headline: String
  let detail: String
  /// The forms' actions of a full sync and of a pull of one table.
  var sync: String?
  var pull: (table: String, action: String)?
  /// The action of the form that tests the connection.
  var test: String?
  var links: [(link: String, label: String)] = []

  init(_ badge: Badge, _ headline: String, _ detail: String) {
    (self.badge, self.headline, self.detail) = (badge, headline, detail)
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["HEADLINE": headline, "DETAIL": detail]
    values.set(state: badge, symbol: symbol)
    if let sync { values.add("TRY", ["ACTION": sync]) }
    if let test { values.add("TEST", ["ACTION": test]) }
    values.add("OPEN", list: links.map { ["LINK": $0.link, "LABEL": $0.label] })
    if let pull { values.add("PULL", ["TABLE": pull.table, "ACTION": pull.action]) }
    return values
  }
}

extension AttentionItem {
  /// One of the runs of a store that failed since its server was last reached.
  ///
  /// - Parameters:
  ///   - run: The one that the page is about; nil for the newest, with a link to it.
  ///   - mayTest: Whether the reader can test the connection.
  init(
    _ failure: SyncFailure, of run: Run? = nil, maySync: Bool, mayTest: Bool, now: Timestamp
  ) {
    let failed = run ?? failure.run
    let (runName, cause) = (failed.title, failed.causeParts)
    self.init(
      Badge(.failed, localized("Sync failed")),
      cause?.what ?? localized("\(runName) failed"),
      [cause?.why, failure.runs(now: now), failed.remedy].compactMap(\.self)
        .joined(separator: " · "))
    symbol = "alert"
    sync = maySync ? Links.sync(failed.store) : nil
    test = mayTest ? Links.settings(failed.store) : nil
    links = run == nil ? [(Links.run(failed.store, failed.id), localized("View run"))] : []
  }

  /// Errors of one cause.
  ///
  /// - Parameters:
  ///   - count: How many of them are still open.
  ///   - facts: What else is known of them, after the table.
  ///   - link: Leads to all of them, or to the only one.
  init(_ group: ErrorGroup, open count: Int, _ facts: [String], _ link: String?) {
    self.init(
      Badge(group.kind), group.summary.headline,
      ([group.table] + facts).filter { !$0.isEmpty }.joined(separator: " · "))
    guard let link else { return }
    links = [
      (link, count > 1 ? localized("Review \(Format.number(count))") : localized("Review"))
    ]
  }
}

extension Run {
  /// What to do where nothing reached the server, as a part of a line; nil where the cause says it.
  fileprivate var remedy: String? {
    guard case .unreachable = report.stopped else { return nil }
    return localized("check the server and its address")
  }
}

extension SyncFailure {
  /// How many runs failed since when, as a part of a line.
  func runs(now: Timestamp) -> String {
    let time = Format.minute(since, now: now)
    let runs =
      count >= Self.countMax
      ? localized("More than \(Format.count(count - 1, "run"))") : Format.count(count, "run")
    return localized("\(runs) failed since \(time)")
  }

  /// When the newest of them failed, as a sentence.
  func last(now: Timestamp) -> String {
    let time = Format.minute(run.finishedAt ?? run.startedAt, now: now)
    return localized("The last sync failed at \(time).")
  }

  /// True for each of the runs that failed as a whole.
  func includes(_ run: Run) -> Bool {
    run.kind.isSync && run.state == .failed && run.outcome.message != nil
      && (run.finishedAt ?? run.startedAt) >= since
  }
}
