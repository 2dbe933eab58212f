import Localization
import Support
import SyncCore
import TemplateKit

/// Another store beside this one, with what a copy would do.
struct CopyPage {
  static let template = "Copying/copy"

  let facts: StorePageContext
  let query: CopyQuery
  let comparison: CopyComparison?
  /// The stores that rows can come from.
  let sources: [String]
  let mayDelete: Bool
  let mayHardDelete: Bool
  /// Tables whose deleted rows are gone for good.
  let tablesWithoutTrash: [String]
  /// How far the move is; nil where no store was chosen.
  let move: MoveSteps?

  var values: TemplateDictionary {
    var values = facts.values
    values.set("COPY_ACTION", Links.copy(facts.store))
    values.set("SYNC_LINK", Links.sync(facts.store))
    values.set("RECONCILE_LINK", Links.reconcile(facts.store))
    values.add(
      "SOURCE",
      list: sources.map { name in
        var source: TemplateDictionary = ["NAME": name]
        source.show("CHOSEN", if: name === query.from)
        return source
      })
    values.show("NO_SOURCES", if: sources.isEmpty)
    values.show("HAS_SOURCES", if: !sources.isEmpty)
    values.show("DELETED", if: query.options.includesDeleted)
    values.show("OVERWRITE", if: query.options.overwrites)
    values.add("COMPARISON", list: comparison.map { [section($0)] } ?? [])
    return values
  }

  private func section(_ comparison: CopyComparison) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "FROM": comparison.source, "EXPECT": "\(comparison.rowsToCopy)",
      "SUMMARY": summary(comparison),
    ]
    values.add("TABLE", list: comparison.tables.map(row))
    values.show("NO_TABLES", if: comparison.tables.isEmpty)
    values.add("MISSING", list: comparison.missingTables.map { ["NAME": $0] })
    let notes = comparison.tables.filter { !$0.leftOutColumns.isEmpty }
    values.add(
      "LEFT_OUT",
      list: notes.map {
        ["TABLE_NAME": $0.table, "COLUMNS": $0.leftOutColumns.joinedAsList()]
      })
    values.add(
      "MAPPING", list: comparison.tables.filter { !$0.columns.isEmpty }.map(Self.mapping))
    values.add(
      "SKIPPED",
      list: Self.skippedSections(comparison.tables.map { ($0.table, $0.skipped) }, in: facts.store))
    addPending(comparison, to: &values)
    values.add("MOVE", list: move.map { [$0.values] } ?? [])
    return values
  }

  private func summary(_ comparison: CopyComparison) -> String {
    let (here, from) = (facts.store, comparison.source)
    let rows = comparison.rowsToCopy
    if rows > 0 { return localized("\(Format.count(rows, "row")) to copy from \(from).") }
    if comparison.isAlike {
      return localized("\(here) has every row of \(from), with the same values.")
    }
    guard comparison.tables.allSatisfy(\.isAlike) else {
      return localized("Nothing to copy. Rows that were deleted there or skipped are below.")
    }
    return comparison.tables.isEmpty
      ? localized("\(here) has no table of \(from).")
      : localized(
        "\(here) has every row of the tables that both stores have, with the same values.")
  }

  private func row(_ report: CopyReport) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "NAME": report.table, "LINK": Links.rows(facts.store, report.table),
      "DELETE_COUNT": Format.count(report.deleted, "row"),
      "DELETE_LINK": query.link(facts.store, confirming: report.table),
    ]
    for (label, figure) in [
      (localized("Rows there"), report.sourceRows), (localized("Same"), report.same),
      (localized("New"), report.new), (localized("Changed"), report.changed),
      (localized("Deleted there"), report.deleted),
      (localized("Skipped"), report.skipped.count),
      (localized("Only here"), report.onlyHere),
    ] {
      row.addFigure(figure, label: label)
    }
    let may = tablesWithoutTrash.contains(identical: report.table) ? mayHardDelete : mayDelete
    row.show("CAN_DELETE", if: facts.mayChange && may && report.deleted > 0)
    return row
  }

  /// What becomes of each column of a table.
  private static func mapping(_ report: CopyReport) -> TemplateDictionary {
    var values: TemplateDictionary = ["TABLE_NAME": report.table]
    values.add(
      "COLUMN",
      list: report.columns.map { column in
        [
          "COLUMN_NAME": column.name, "TYPE_THERE": column.type.title,
          "TYPE_HERE": column.form == .leftOut
            ? "–" : column.typeHere?.title ?? localized("new column"),
          "FORM": column.form.words,
        ]
      })
    return values
  }

  /// The rows that were left as they are, for each table that has some.
  static func skippedSections(
    _ tables: [(name: String, skipped: SkippedRows)], in store: String
  ) -> [TemplateDictionary] {
    tables.filter { $0.skipped.count > 0 }.map { table in
      let (count, rows) = (table.skipped.count, table.skipped.rows)
      var section: TemplateDictionary = [
        "TABLE_NAME": table.name, "SKIPPED_COUNT": Format.count(count, "row"),
      ]
      section.add(
        "ROW",
        list: rows.map { row in
          [
            "ID": row.id, "ROW_LINK": Links.row(store, table.name, row.id),
            "REASON": row.reason.sentence,
          ]
        })
      section.add(
        "MORE",
        list: count > rows.count ? [["MORE_COUNT": Format.number(count - rows.count)]] : [])
      return section
    }
  }

  private func addPending(_ comparison: CopyComparison, to values: inout TemplateDictionary) {
    let ready = comparison.pending.reduce(0) { $0 + $1.copied }
    var pending: TemplateDictionary = ["TEXT": pendingText(comparison, ready)]
    let removals = comparison.pending.reduce(0) { $0 + $1.removals }
    pending.show(
      "CAN_COPY_PENDING",
      if: facts.mayChange && (removals == 0 ? mayDelete : mayHardDelete)
        && comparison.isSourceOffline && ready > 0)
    pending.add(
      "REMOVALS",
      list: removals == 0 ? [] : [["REMOVALS_COUNT": Format.count(removals, "row")]])
    pending.set("READY", Format.count(ready, "pending change"))
    pending.show("ONLINE", if: !comparison.isSourceOffline && comparison.pendingChanges > 0)
    pending.set("PENDING_FROM", comparison.source)
    pending.set("PENDING_SYNC_LINK", Links.sync(comparison.source))
    pending.add(
      "PENDING_SKIPPED",
      list: Self.skippedSections(
        comparison.pending.map { ($0.table, $0.skipped) }, in: facts.store))
    values.add("PENDING", pending)
  }

  private func pendingText(_ comparison: CopyComparison, _ ready: Int) -> String {
    let (from, here) = (comparison.source, facts.store)
    guard comparison.pendingChanges > 0 else {
      let isCopied = comparison.pending.contains { $0.same > 0 }
      return isCopied
        ? localized("The pending changes of \(from) are here already.")
        : localized("\(from) has no pending changes.")
    }
    let rows = Format.count(comparison.pendingChanges, "row")
    let found =
      comparison.pendingChanges == 1
      ? localized("\(rows) of \(from) has a pending change.")
      : localized("\(rows) of \(from) have a pending change.")
    let advice = localized(
      "Copies are queued here for the server of \(here). \(from) keeps its queue: "
        + "leave it offline, otherwise it also sends the changes to its own server. To "
        + "undo a copy, cancel it in the queue here.")
    return [found, advice].joinedAsSentences()
  }
}

extension CopiedColumn.Form {
  fileprivate var words: String {
    switch self {
    case .same: localized("Copied unchanged")
    case .converted: localized("Copied; a reference becomes the id of its row")
    case .text: localized("Copied as JSON text; a reference becomes the id of its row")
    case .leftOut: localized("Not copied: a file, or values that servers never return")
    }
  }
}
