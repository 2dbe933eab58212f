import ConsoleData
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What only a person can settle, one line per cause and table.
struct OverviewProblems {
  let store: String
  let tables: [TableSummary]
  let families: ErrorGroups
  /// How many inserts of a table were made twice.
  let duplicates: [(table: String, count: Int)]
  /// The newest run, where it could not reach its end.
  let failedRun: Run?
  let permissions: RowPermissions
  let now: Timestamp

  /// At most this many causes are shown.
  static let shownMax = 12

  /// The failed run first, then conflicts, refusals, duplicated inserts and tables that were never
  /// pulled.
  var list: [TemplateDictionary] {
    (failedRun.map { [line($0)] } ?? []) + families.groups.map(line) + more
      + duplicates.map { line(ofDuplicates: $0.table, $0.count) } + neverPulled
  }

  private func line(ofDuplicates table: String, _ count: Int) -> TemplateDictionary {
    let atLeast = count >= SyncContext.duplicatedInsertsMax ? "at least " : ""
    var values: TemplateDictionary = [
      "CHIP": Badge(ErrorKind.failed).look.rawValue, "CHIP_WORD": "Duplicate",
      "HEADLINE": "\(atLeast)\(Format.count(count, "insert")) of \(table) "
        + "created \(count == 1 ? "a duplicate" : "duplicates") on the server",
      "DETAIL": "Keep one row of each and delete the rest.",
    ]
    values.add("OPEN", ["LINK": Links.duplicates(store, table), "LABEL": "Review"])
    return values
  }

  private func line(_ run: Run) -> TemplateDictionary {
    let badge = Badge(ErrorKind.failed)
    var values: TemplateDictionary = [
      "CHIP": badge.look.rawValue, "CHIP_WORD": badge.word,
      "HEADLINE": "\(run.title) failed: \(run.outcome.message ?? "it gave no reason")",
      "DETAIL": "Started \(Format.time(run.startedAt, now: now)). Changes made here are kept.",
    ]
    values.add("OPEN", ["LINK": Links.run(store, run.id), "LABEL": "View run"])
    return values
  }

  private var more: [TemplateDictionary] {
    guard families.moreCauses > 0 else { return [] }
    let badge = Badge(ErrorKind.failed)
    var values: TemplateDictionary = [
      "CHIP": badge.look.rawValue, "CHIP_WORD": badge.word,
      "HEADLINE": "\(Format.count(families.moreCauses, "more cause")) with "
        + Format.count(families.moreErrors, "operation"),
      "DETAIL": "Only the largest are listed "
        + "here.",
    ]
    values.add("OPEN", ["LINK": Links.errors(store), "LABEL": "View all causes"])
    return [values]
  }

  private func line(_ family: ErrorGroup) -> TemplateDictionary {
    let rows = Format.count(family.count, "row")
    let since = Format.time(family.firstAt, now: now)
    let badge = Badge(family.kind)
    let cause = family.cause.isEmpty ? "no reason given" : family.cause.withFewGaps
    let (headline, detail): (String, String) =
      switch family.kind {
      case .conflict:
        (
          "\(rows) changed here and "
            + (family.isDeletedThere ? "deleted on the server" : "on the server"),
          " Your changes are kept."
        )
      case .failed:
        (
          "\(rows) rejected: \(cause)",
          family.status == 0 ? "" : " HTTP \(family.status)."
        )
      case .unknown:
        (
          "\(Format.count(family.count, "change")) with unknown outcome: "
            + (family.status == 0 ? "no response" : "HTTP \(family.status)"),
          " The next push checks with the server."
        )
      }
    var values: TemplateDictionary = [
      "CHIP": badge.look.rawValue,
      // The list's first column is made for one word.
      "CHIP_WORD": family.kind == .unknown ? "Unknown" : badge.word, "HEADLINE": headline,
      "DETAIL": "\(family.table), since \(since).\(detail)",
    ]
    let list = Links.with(Links.errors(store), ErrorRequest(family).items(after: nil))
    values.add(
      "OPEN",
      [
        "LINK": family.count == 1 ? Links.error(store, family.exampleID) : list,
        "LABEL": family.count > 1
          ? "Review \(Format.number(family.count))"
          : family.kind.remedy,
      ])
    return values
  }

  private var neverPulled: [TemplateDictionary] {
    tables.filter { $0.lastPull == nil && $0.isConfigured }.map { table in
      let held = table.live + table.deleted
      var values: TemplateDictionary = [
        "CHIP": Badge.Look.blocked.rawValue, "CHIP_WORD": "Not pulled",
        "HEADLINE": held == 0
          ? "\(table.name) has not been pulled yet"
          : "\(table.name) has not been pulled "
            + "completely",
        "DETAIL": held == 0
          ? "It has no rows here."
          : "It has \(Format.count(held, "row")) here; the server may have more.",
        "TABLE": table.name,
      ]
      values.add("PULL", list: permissions.syncs ? [["ACTION": Links.pull(store)]] : [])
      return values
    }
  }
}
