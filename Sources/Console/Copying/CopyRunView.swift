import ConsoleData
import Localization
import SyncCore
import TemplateKit

/// What a copy did, or what a verification found, a line for each table.
struct CopyRunView {
  /// Of a digest's 32 digits, as many as tell two of them apart at sight.
  private static let digestDigits = 12

  let facts: StorePageContext
  let run: Run
  let copy: CopyRunReport

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "FROM": copy.source, "COPY_LINK": CopyQuery(copy).link(facts.store),
    ]
    var section = TemplateDictionary()
    if run.kind == .verify {
      section.add(
        "TABLE", list: run.report.verifiedTables.map { verified($0.table, $0.objections) })
      values.add("VERIFIED", section)
    } else {
      section.add("TABLE", list: copy.tables.map(copied))
      values.add("ROWS_COPIED", section)
      let skipped = copy.tables.map { (name: $0.report.table, skipped: $0.report.skipped) }
      values.add("SKIPPED", list: CopyPage.skippedSections(skipped, in: facts.store))
    }
    return values
  }

  private func copied(_ table: CopyRunReport.Table) -> TemplateDictionary {
    let report = table.report
    var line = line(of: report.table)
    for (label, figure) in [
      (localized("New"), report.new), (localized("Changed"), report.changed),
      (localized("Same"), report.same), (localized("Skipped"), report.skipped.count),
      (localized("Only here"), report.onlyHere),
    ] { line.addFigure(table.failure == nil ? figure : nil, label: label) }
    line.add(
      "ENTRY", list: table.entry.map { [["LINK": Links.auditEntry($0)]] } ?? [])
    return line
  }

  private func verified(
    _ table: CopyRunReport.Table, _ objections: [String]
  ) -> TemplateDictionary {
    let report = table.report
    var line = line(of: report.table)
    for (label, figure) in [
      (localized("Rows there"), report.sourceRows), (localized("Rows here"), report.rowsHere),
    ] {
      line.addFigure(table.failure == nil ? figure : nil, label: label)
    }
    line.set("DIGEST_THERE", shown(report.digests?.there))
    line.set("DIGEST_HERE", shown(report.digests?.here))
    line.set(
      badge: "CHIP",
      objections.isEmpty
        ? Badge(.done, localized("Verified")) : Badge(.warn, localized("Not verified")))
    line.add("OBJECTION", list: objections.map { ["TEXT": $0] })
    return line
  }

  private func line(of table: String) -> TemplateDictionary {
    ["NAME": table, "LINK": Links.rows(facts.store, table)]
  }

  private func shown(_ digest: ContentDigest?) -> String {
    guard let text = digest?.description, !text.isEmpty else { return "–" }
    return String(text.prefix(Self.digestDigits))
  }
}

extension CopyQuery {
  /// The comparison that a run was started from.
  init(_ copy: CopyRunReport) {
    from = copy.source
    options = copy.options
  }
}
