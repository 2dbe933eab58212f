import ConsoleData
import Localization
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
  let drift: DriftState
  /// Nil while sync works.
  let failure: SyncFailure?
  /// Why the store is not live, though it should be.
  let streamLoss: LiveStatus.Loss?
  /// The last backup, if it failed.
  let failedBackup: BackupRecord?
  let maySeeBackups: Bool
  /// Whether the reader can test the connection on the page of settings.
  let mayTest: Bool
  let permissions: RowPermissions
  /// How many errors the reader has.
  let mine: Int
  let now: Timestamp

  /// At most this many causes are shown.
  static let shownMax = 12

  /// The failed run, the lost stream and the failed backup first, then the reader's own errors,
  /// conflicts, refusals, duplicated inserts, tables that differ from the server's and those that were
  /// never pulled.
  var list: [TemplateDictionary] {
    (failure.map { [line($0)] } ?? []) + lostStream + (failedBackup.map { [line($0)] } ?? [])
      + assigned
      + families.groups.map(line) + more
      + duplicates.map { line(ofDuplicates: $0.table, $0.count) }
      + differing + failedChecks + neverPulled
  }

  private var assigned: [TemplateDictionary] {
    guard mine > 0 else { return [] }
    var values: TemplateDictionary = [
      "HEADLINE": localized("\(Format.count(mine, "error is", "errors are")) assigned to you"),
      "DETAIL": localized("Also listed below by cause."),
    ]
    values.set(state: Badge(.warn, localized("Assigned to you")))
    values.add(
      "OPEN",
      [
        "LINK": Links.with(Links.errors(store), ErrorRequest(assignee: Assignments.me).filter),
        "LABEL": localized("Review \(Format.number(mine))"),
      ])
    return [values]
  }

  private func line(ofDuplicates table: String, _ count: Int) -> TemplateDictionary {
    let inserts = Format.count(count, "insert")
    var values: TemplateDictionary = [
      "HEADLINE": count >= SyncContext.duplicatedInsertsMax
        ? localized("At least \(inserts) of \(table) created duplicates on the server")
        : count == 1
          ? localized("\(inserts) of \(table) created a duplicate on the server")
          : localized("\(inserts) of \(table) created duplicates on the server"),
      "DETAIL": localized("Keep one row of each and delete the rest."),
    ]
    values.set(state: Badge(.failed, localized("Duplicate")))
    values.add("OPEN", ["LINK": Links.duplicates(store, table), "LABEL": localized("Review")])
    return values
  }

  private func line(_ failure: SyncFailure) -> TemplateDictionary {
    let count = failure.count
    let runs =
      count >= SyncFailure.countMax
      ? localized("More than \(Format.count(count - 1, "run"))") : Format.count(count, "run")
    let (runName, time) = (failure.run.title, Format.minute(failure.since, now: now))
    let cause = failure.run.causeParts
    var values: TemplateDictionary = [
      "HEADLINE": cause?.what ?? localized("\(runName) failed"),
      "DETAIL": [cause?.why, localized("\(runs) failed since \(time)")].compactMap(\.self)
        .joined(separator: " · "),
    ]
    values.set(state: Badge(.failed, localized("Sync failed")), symbol: "alert")
    if permissions.syncs { values.add("TRY", ["ACTION": Links.sync(store)]) }
    if mayTest { values.add("TEST", ["LINK": Links.settings(store)]) }
    values.add("OPEN", ["LINK": Links.run(store, failure.run.id), "LABEL": localized("View run")])
    return values
  }

  /// One line, and none while sync fails, which has a line of its own.
  private var lostStream: [TemplateDictionary] {
    guard let streamLoss, failure == nil else { return [] }
    let (reason, time) = (
      localized(stored: streamLoss.reason), Format.time(streamLoss.since, now: now)
    )
    var values: TemplateDictionary = [
      "HEADLINE": localized("Not connected to the server’s change stream: \(reason)"),
      "DETAIL": localized(
        "Since \(time) · changes on the server come with the next sync or pull"),
    ]
    values.set(state: Badge(.failed, localized("Live", context: "changes as they happen")))
    values.add("OPEN", ["LINK": Links.sync(store), "LABEL": localized("Open sync")])
    return [values]
  }

  private func line(_ backup: BackupRecord) -> TemplateDictionary {
    let (reason, time) = (
      localized(stored: backup.failure ?? ""), Format.time(backup.startedAt, now: now)
    )
    var values: TemplateDictionary = [
      "HEADLINE": localized("The last backup failed: \(reason)"),
      "DETAIL": localized("\(time) · earlier backups are kept"),
    ]
    values.set(state: Badge(.failed, localized("Backup")))
    if maySeeBackups {
      values.add("OPEN", ["LINK": Links.backups, "LABEL": localized("View backups")])
    }
    return values
  }

  private var more: [TemplateDictionary] {
    guard families.moreCauses > 0 else { return [] }
    let causes = Format.count(families.moreCauses, "more cause")
    let operations = Format.count(families.moreErrors, "operation")
    var values: TemplateDictionary = [
      "HEADLINE": localized("\(causes) with \(operations)"),
      "DETAIL": localized("Only the largest are listed here."),
    ]
    values.set(state: Badge(ErrorKind.failed))
    values.add("OPEN", ["LINK": Links.errors(store), "LABEL": localized("View all causes")])
    return [values]
  }

  private func line(_ family: ErrorGroup) -> TemplateDictionary {
    let since = Format.time(family.firstAt, now: now)
    let (headline, detail) = family.summary
    var values: TemplateDictionary = [
      "HEADLINE": headline,
      "DETAIL": [family.table, localized("since \(since)"), detail].filter { !$0.isEmpty }
        .joined(separator: " · "),
    ]
    values.set(state: Badge(family.kind))
    let list = Links.with(Links.errors(store), ErrorRequest(family).items())
    values.add(
      "OPEN",
      [
        "LINK": family.count == 1 ? Links.error(store, family.exampleID) : list,
        "LABEL": family.count > 1
          ? localized("Review \(Format.number(family.count))")
          : localized("Review"),
      ])
    return values
  }

  private var differing: [TemplateDictionary] {
    drift.differing.map { check in
      let (rows, table) = (Format.count(check.remaining, "row"), check.table)
      return driftLine(
        check.remaining == 1
          ? localized("\(rows) of \(table) differs from the server")
          : localized("\(rows) of \(table) differ from the server"),
        parts(of: check).joined(separator: " · "), Badge(.warn, localized("Drift")))
    }
  }

  /// What a check found, with its time.
  private func parts(of check: DriftCheck) -> [String] {
    var parts: [String] = []
    if check.missingOnServer > 0 {
      parts.append(localized("\(Format.number(check.missingOnServer)) missing on the server"))
    }
    if check.missingHere > 0, !check.isFiltered {
      parts.append(localized("\(Format.number(check.missingHere)) missing here"))
    }
    if check.different > 0 {
      parts.append(localized("\(Format.number(check.different)) different"))
    }
    if check.repaired > 0 {
      parts.append(localized("\(Format.number(check.repaired)) repaired since"))
    }
    return parts + [localized("checked \(Format.time(check.checkedAt, now: now))")]
  }

  /// One line, and none while the server can't be reached: that has a line of its own.
  private var failedChecks: [TemplateDictionary] {
    let failed = drift.failures.values.sorted { $0.table < $1.table }
    guard failure == nil, let first = failed.first else { return [] }
    let tables = failed.count == 1 ? first.table : Format.count(failed.count, "table")
    return [
      driftLine(
        localized("The last drift check of \(tables) failed"),
        localized(stored: first.failure ?? ""),
        Badge(.failed, localized("Drift")))
    ]
  }

  private func driftLine(
    _ headline: String, _ detail: String, _ badge: Badge
  ) -> TemplateDictionary {
    var values: TemplateDictionary = ["HEADLINE": headline, "DETAIL": detail]
    values.set(state: badge)
    values.add("OPEN", ["LINK": Links.drift(store), "LABEL": localized("View drift")])
    return values
  }

  private var neverPulled: [TemplateDictionary] {
    tables.filter { $0.lastPull == nil && $0.isConfigured }.map { table in
      let held = table.live + table.deleted
      var values: TemplateDictionary = [
        "HEADLINE": held == 0
          ? localized("\(table.name) has not been pulled yet")
          : localized("\(table.name) has not been pulled completely"),
        "DETAIL": held == 0
          ? localized("It has no rows here.")
          : localized("It has \(Format.count(held, "row")) here; the server may have more."),
        "TABLE": table.name,
      ]
      values.set(state: Badge(.blocked, localized("Not pulled")))
      values.add("PULL", list: permissions.syncs ? [["ACTION": Links.pull(store)]] : [])
      return values
    }
  }
}

extension Run {
  private static let causeMax = 160

  /// What kept it from its work, as a part of a line; nil where nothing did.
  var shortCause: String? {
    guard let cause = shownMessage?.trimmed, !cause.isEmpty else { return nil }
    return Self.part(cause)
  }

  /// True where ``shortCause`` is not all of it.
  var isCauseCut: Bool { shortCause?.hasSuffix("…") == true }

  /// The first sentence of the cause, or the part of its only one before a colon, and what it says
  /// after that; nil where nothing kept it from its work.
  var causeParts: (what: String, why: String?)? {
    guard let cause = shownMessage?.trimmed, !cause.isEmpty else { return nil }
    let language = TextCatalogue.current.language
    let end =
      cause.firstRange(of: language.remarkSeparator).flatMap {
        $0.upperBound < cause.endIndex ? $0 : nil
      } ?? cause.firstRange(of: language.colon)
    guard let end else { return (Self.part(cause), nil) }
    let rest = String(cause[end.upperBound...]).trimmed
    return (Self.part(String(cause[..<end.lowerBound])), rest.isEmpty ? nil : Self.part(rest))
  }

  /// Without the full stop at its end, and cut where it is long.
  private static func part(_ text: String) -> String {
    let part =
      text.hasSuffix(TextCatalogue.current.language.fullStop) ? String(text.dropLast()) : text
    return part.count > causeMax ? part.prefix(causeMax) + "…" : part
  }
}

extension ErrorGroup {
  /// How many rows have what cause, and what else is worth knowing of it.
  var summary: (headline: String, detail: String) {
    let (rows, changes) = (Format.count(count, "row"), Format.count(count, "change"))
    let reason = cause.isEmpty ? localized("no reason given") : localized(stored: cause).withFewGaps
    return switch kind {
    case .conflict:
      (
        isDeletedThere
          ? localized("\(rows) changed here and deleted on the server")
          : localized("\(rows) changed here and on the server"),
        localized("your changes are kept")
      )
    case .failed: (localized("\(rows) rejected: \(reason)"), status == 0 ? "" : "HTTP \(status)")
    case .unknown:
      (
        localized("\(changes) with unknown outcome: \(Format.answer(status: status))"),
        localized("may or may not be on the server; the next push checks")
      )
    }
  }
}
