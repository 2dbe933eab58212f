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
  /// Who has how many of the errors of a cause, in words.
  let assignees: [ErrorGroup.Key: String]
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
  /// Whether the reader can test the connection.
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
  var list: [AttentionItem] {
    let failed = failure.map {
      AttentionItem($0, maySync: permissions.syncs, mayTest: mayTest, now: now)
    }
    return [failed, lostStream, failedBackup.map(item), assigned].compactMap(\.self)
      + families.groups.map(item) + [more].compactMap(\.self)
      + duplicates.map { item(ofDuplicates: $0.table, $0.count) }
      + differing + [failedChecks].compactMap(\.self) + neverPulled
  }

  private var assigned: AttentionItem? {
    guard mine > 0 else { return nil }
    var item = AttentionItem(
      Badge(.warn, localized("Assigned to you")),
      localized("\(Format.count(mine, "error is", "errors are")) assigned to you"),
      localized("Also listed below by cause."))
    item.links = [
      (
        Links.with(Links.errors(store), ErrorRequest(assignee: Assignments.me).filter),
        localized("Review \(Format.number(mine))")
      )
    ]
    return item
  }

  private func item(ofDuplicates table: String, _ count: Int) -> AttentionItem {
    let inserts = Format.count(count, "insert")
    var item = AttentionItem(
      Badge(.failed, localized("Duplicate", context: "state of a row")),
      count >= SyncContext.duplicatedInsertsMax
        ? localized("At least \(inserts) of \(table) created duplicates on the server")
        : count == 1
          ? localized("\(inserts) of \(table) created a duplicate on the server")
          : localized("\(inserts) of \(table) created duplicates on the server"),
      localized("Keep one row of each and delete the rest."))
    item.links = [(Links.duplicates(store, table), localized("Review"))]
    return item
  }

  /// None while sync fails, which has an item of its own.
  private var lostStream: AttentionItem? {
    guard let streamLoss, failure == nil else { return nil }
    let (reason, time) = (
      localized(stored: streamLoss.reason), Format.time(streamLoss.since, now: now)
    )
    var item = AttentionItem(
      Badge(.failed, localized("Live", context: "changes as they happen")),
      localized("Not connected to the server’s change stream: \(reason)"),
      localized("Since \(time) · changes on the server come with the next sync or pull"))
    item.links = [(Links.sync(store), localized("Open sync"))]
    return item
  }

  private func item(_ backup: BackupRecord) -> AttentionItem {
    let (reason, time) = (
      localized(stored: backup.failure ?? ""), Format.time(backup.startedAt, now: now)
    )
    var item = AttentionItem(
      Badge(.failed, localized("Backup")), localized("The last backup failed: \(reason)"),
      localized("\(time) · earlier backups are kept"))
    item.links = maySeeBackups ? [(Links.backups, localized("View backups"))] : []
    return item
  }

  private var more: AttentionItem? {
    guard families.moreCauses > 0 else { return nil }
    let causes = Format.count(families.moreCauses, "more cause")
    let changes = Format.count(families.moreErrors, "change")
    var item = AttentionItem(
      Badge(ErrorKind.failed), localized("\(causes) with \(changes)"),
      localized("Only the largest are listed here."))
    item.links = [(Links.errors(store), localized("View all causes"))]
    return item
  }

  private func item(_ family: ErrorGroup) -> AttentionItem {
    let since = Format.time(family.firstAt, now: now)
    return AttentionItem(
      family, open: family.count,
      [
        localized("since \(since)"), family.summary.detail,
        assignees[ErrorGroup.Key(family)] ?? "",
      ],
      family.count == 1
        ? Links.error(store, family.exampleID)
        : Links.with(Links.errors(store), ErrorRequest(family).items()))
  }

  private var differing: [AttentionItem] {
    drift.differing.map { check in
      let words = DriftWords(check)
      let checked = localized("checked \(Format.time(check.checkedAt, now: now))")
      return driftItem(
        Badge(.warn, localized("Drift")), words.headline,
        DriftWords.line(words.parts + [checked]))
    }
  }

  /// None while the server can't be reached: that has an item of its own.
  private var failedChecks: AttentionItem? {
    let failed = drift.failures.values.sorted { $0.table < $1.table }
    guard failure == nil, let first = failed.first else { return nil }
    let tables = failed.count == 1 ? first.table : Format.count(failed.count, "table")
    return driftItem(
      Badge(.failed, localized("Comparison")),
      localized("The last comparison of \(tables) with the server failed"),
      localized(stored: first.failure ?? ""))
  }

  private func driftItem(
    _ badge: Badge, _ headline: String, _ detail: String
  ) -> AttentionItem {
    var item = AttentionItem(badge, headline, detail)
    item.links = [(Links.drift(store), localized("View drift"))]
    return item
  }

  private var neverPulled: [AttentionItem] {
    tables.filter { $0.lastPull == nil && $0.isConfigured }.map { table in
      let held = table.live + table.deleted
      var item = AttentionItem(
        Badge(.blocked, localized("Not pulled")),
        held == 0
          ? localized("\(table.name) has not been pulled yet")
          : localized("\(table.name) has not been pulled completely"),
        held == 0
          ? localized("It has no rows here.")
          : localized("It has \(Format.count(held, "row")) here; the server may have more."))
      item.pull = permissions.syncs ? (table.name, Links.pull(store)) : nil
      return item
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
  ///
  /// The table of a failed pull, which begins the sentence, stays with the first part.
  var causeParts: (what: String, why: String?)? {
    guard let cause = shownMessage?.trimmed, !cause.isEmpty else { return nil }
    let language = TextCatalogue.current.language
    let end =
      cause.firstRange(of: language.remarkSeparator).flatMap {
        $0.upperBound < cause.endIndex ? $0 : nil
      } ?? cause[afterTable(in: cause)...].firstRange(of: language.colon)
    guard let end else { return (Self.part(cause), nil) }
    let rest = String(cause[end.upperBound...]).trimmed
    return (Self.part(String(cause[..<end.lowerBound])), rest.isEmpty ? nil : Self.part(rest))
  }

  /// Where the words begin after `TodoItem: `, the table whose pull failed.
  private func afterTable(in cause: String) -> String.Index {
    for table in report.pull?.tables ?? [] where table.failure != nil {
      let prefix = "\(table.table): "
      if cause.utf8.starts(with: prefix.utf8) {
        return cause.utf8.index(cause.startIndex, offsetBy: prefix.utf8.count)
      }
    }
    return cause.startIndex
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
        ConflictDescription.text(rows: count, isDeletedThere: isDeletedThere),
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
