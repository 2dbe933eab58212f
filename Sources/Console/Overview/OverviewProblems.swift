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
  let drift: DriftState
  /// Nil while sync works.
  let failure: SyncFailure?
  /// Why the store is not live, though it should be.
  let streamLoss: LiveStatus.Loss?
  /// The last backup, if it failed.
  let failedBackup: BackupRecord?
  let maySeeBackups: Bool
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
      "HEADLINE": "\(Format.count(mine, "error is", "errors are")) assigned to you",
      "DETAIL": "Also listed below by cause.",
    ]
    values.set(state: Badge(.warn, "Assigned to you"))
    values.add(
      "OPEN",
      [
        "LINK": Links.with(Links.errors(store), ErrorRequest(assignee: Assignments.me).filter),
        "LABEL": "Review \(Format.number(mine))",
      ])
    return [values]
  }

  private func line(ofDuplicates table: String, _ count: Int) -> TemplateDictionary {
    let atLeast = count >= SyncContext.duplicatedInsertsMax ? "at least " : ""
    var values: TemplateDictionary = [
      "HEADLINE": "\(atLeast)\(Format.count(count, "insert")) of \(table) "
        + "created \(count == 1 ? "a duplicate" : "duplicates") on the server",
      "DETAIL": "Keep one row of each and delete the rest.",
    ]
    values.set(state: Badge(.failed, "Duplicate"))
    values.add("OPEN", ["LINK": Links.duplicates(store, table), "LABEL": "Review"])
    return values
  }

  private func line(_ failure: SyncFailure) -> TemplateDictionary {
    let count = failure.count
    let runs = count >= SyncFailure.countMax ? "More than \(Format.number(count - 1)) runs" : nil
    var values: TemplateDictionary = [
      "HEADLINE": failure.run.outcome.message ?? "\(failure.run.title) failed",
      "DETAIL": "\(runs ?? Format.count(count, "run")) failed since "
        + "\(Format.time(failure.since, now: now)) · changes are kept here",
    ]
    values.set(state: Badge(ErrorKind.failed))
    if permissions.syncs { values.add("TRY", ["ACTION": Links.sync(store)]) }
    values.add("OPEN", ["LINK": Links.run(store, failure.run.id), "LABEL": "View run"])
    return values
  }

  /// One line, and none while sync fails, which has a line of its own.
  private var lostStream: [TemplateDictionary] {
    guard let streamLoss, failure == nil else { return [] }
    var values: TemplateDictionary = [
      "HEADLINE": "Not connected to the server’s change stream: \(streamLoss.reason)",
      "DETAIL":
        "Since \(Format.time(streamLoss.since, now: now)) · changes on the server come with "
        + "the next sync or pull",
    ]
    values.set(state: Badge(.failed, "Live"))
    values.add("OPEN", ["LINK": Links.sync(store), "LABEL": "Open sync"])
    return [values]
  }

  private func line(_ backup: BackupRecord) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "HEADLINE": "The last backup failed: \(backup.failure ?? "")",
      "DETAIL": "\(Format.time(backup.startedAt, now: now)) · earlier backups are kept",
    ]
    values.set(state: Badge(.failed, "Backup"))
    if maySeeBackups { values.add("OPEN", ["LINK": Links.backups, "LABEL": "View backups"]) }
    return values
  }

  private var more: [TemplateDictionary] {
    guard families.moreCauses > 0 else { return [] }
    var values: TemplateDictionary = [
      "HEADLINE": "\(Format.count(families.moreCauses, "more cause")) with "
        + Format.count(families.moreErrors, "operation"),
      "DETAIL": "Only the largest are listed here.",
    ]
    values.set(state: Badge(ErrorKind.failed))
    values.add("OPEN", ["LINK": Links.errors(store), "LABEL": "View all causes"])
    return [values]
  }

  private func line(_ family: ErrorGroup) -> TemplateDictionary {
    let since = Format.time(family.firstAt, now: now)
    let (headline, detail) = family.summary
    var values: TemplateDictionary = [
      "HEADLINE": headline,
      "DETAIL": [family.table, "since \(since)", detail].filter { !$0.isEmpty }
        .joined(separator: " · "),
    ]
    values.set(state: Badge(family.kind))
    let list = Links.with(Links.errors(store), ErrorRequest(family).items(after: nil))
    values.add(
      "OPEN",
      [
        "LINK": family.count == 1 ? Links.error(store, family.exampleID) : list,
        "LABEL": family.count > 1
          ? "Review \(Format.number(family.count))"
          : "Review",
      ])
    return values
  }

  private var differing: [TemplateDictionary] {
    drift.differing.map { check in
      let parts = [
        (check.missingOnServer, "missing on the server"),
        (check.isFiltered ? 0 : check.missingHere, "missing here"), (check.different, "different"),
      ].filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1)" }
      let repaired = check.repaired > 0 ? ["\(Format.number(check.repaired)) repaired since"] : []
      return driftLine(
        "\(Format.count(check.remaining, "row")) of \(check.table) "
          + "\(check.remaining == 1 ? "differs" : "differ") from the server",
        (parts + repaired + ["checked \(Format.time(check.checkedAt, now: now))"])
          .joined(separator: " · "), Badge(.warn, "Drift"))
    }
  }

  /// One line, and none while the server can't be reached: that has a line of its own.
  private var failedChecks: [TemplateDictionary] {
    let failed = drift.failures.values.sorted { $0.table < $1.table }
    guard failure == nil, let first = failed.first else { return [] }
    let what = failed.count == 1 ? first.table : Format.count(failed.count, "table")
    return [
      driftLine(
        "The last drift check of \(what) failed", first.failure ?? "", Badge(.failed, "Drift"))
    ]
  }

  private func driftLine(
    _ headline: String, _ detail: String, _ badge: Badge
  ) -> TemplateDictionary {
    var values: TemplateDictionary = ["HEADLINE": headline, "DETAIL": detail]
    values.set(state: badge)
    values.add("OPEN", ["LINK": Links.drift(store), "LABEL": "View drift"])
    return values
  }

  private var neverPulled: [TemplateDictionary] {
    tables.filter { $0.lastPull == nil && $0.isConfigured }.map { table in
      let held = table.live + table.deleted
      var values: TemplateDictionary = [
        "HEADLINE": held == 0
          ? "\(table.name) has not been pulled yet"
          : "\(table.name) has not been pulled completely",
        "DETAIL": held == 0
          ? "It has no rows here."
          : "It has \(Format.count(held, "row")) here; the server may have more.",
        "TABLE": table.name,
      ]
      values.set(state: Badge(.blocked, "Not pulled"))
      values.add("PULL", list: permissions.syncs ? [["ACTION": Links.pull(store)]] : [])
      return values
    }
  }
}

extension ErrorGroup {
  /// How many rows have what cause, and what else is worth knowing of it.
  var summary: (headline: String, detail: String) {
    let rows = Format.count(count, "row")
    let reason = cause.isEmpty ? "no reason given" : cause.withFewGaps
    return switch kind {
    case .conflict:
      (
        "\(rows) changed here and \(isDeletedThere ? "deleted on the server" : "on the server")",
        "your changes are kept"
      )
    case .failed: ("\(rows) rejected: \(reason)", status == 0 ? "" : "HTTP \(status)")
    case .unknown:
      (
        "\(Format.count(count, "change")) with unknown outcome: \(Format.answer(status: status))",
        "the next push checks with the server"
      )
    }
  }
}
