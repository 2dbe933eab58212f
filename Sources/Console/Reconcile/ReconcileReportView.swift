import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// A comparison: three groups with samples, the guard, and what to do with each.
struct ReconcileReportView {
  static let samplesMax = 5

  var facts: StorePageContext
  var run: Run
  var report: ReconcileReport
  var mayApply: Bool
  /// Whether the table takes no changes, so that nothing can be inserted on the server.
  var isReadOnly = false
  /// The names of rows that the store has, by id.
  var titles: UTF8Dictionary<String> = [:]
  /// How what was applied can be taken back, by decision.
  var undo: [Int64: ReconcileUndo] = [:]

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "APPLY_ACTION": Links.reconcileApply(facts.store, run.id), "TABLE": report.table,
      "RECONCILE_LINK": Links.reconcile(facts.store), "SIZES": sizes,
    ]
    if report.pendingRows > 0 {
      var items = QueryItems()
      items.add("table", report.table)
      values.add(
        "LEFT_OUT",
        [
          "TEXT": localized("\(Format.count(report.pendingRows, "row")) with pending changes"),
          "LINK": Links.with(Links.queue(facts.store), items),
        ])
    }
    values.add("GUARD", list: guards)
    values.add("APPLIED", list: run.applications.map(applied))
    let canApply =
      mayApply && report.isComplete
      && report.groups.contains { $0.group.count > 0 && run.application(settling: $0.name) == nil }
    values.add("GROUP", list: report.isComplete ? groups(canApply: canApply) : [])
    values.add("CAN_APPLY", list: canApply ? [applying] : [])
    if canApply, let count = report.confirmationNeeded,
      run.application(settling: "missingOnServer") == nil
    {
      values.add(
        "CONFIRM",
        [
          "HEADLINE": localized("Confirmation required: \(share(count)) missing on the server."),
          "TEXT": report.serverRows == 0
            ? localized(
              "The server listed no rows at all, which is rarely intended. No rows are removed "
                + "here unless you type the number.")
            : localized(
              "More than 20 % or \(ReconcileReport.unconfirmedMax) rows is rarely intended. No "
                + "rows are removed here unless you type the number."),
          "COUNT": "\(count)",
        ])
    }
    return values
  }

  private func applied(_ application: ReconcileApplication) -> TemplateDictionary {
    var sentences = application.parts.map(\.sentence)
    if let reason = application.stopped.map({ localized(stored: $0) }) {
      sentences.append(localized("Stopped early: \(reason)"))
    }
    if let end = application.takenBack {
      let (user, time) = (end.by.actorName, Format.relative(end.at, now: facts.now))
      sentences.append(localized("Undone by \(user), \(time)."))
    }
    var values: TemplateDictionary = [
      "BY": application.by.actorName, "TEXT": sentences.joinedAsSentences(),
    ]
    values.set(time: "AT", application.at, now: facts.now)
    if let undo = application.decision.flatMap({ undo[$0] }) {
      let entry = "\(undo.entry)"
      values.add("ENTRY", ["LINK": Links.auditEntry(undo.entry), "ID": entry])
      values.add(
        "UNDO", list: undo.isPossible ? [["URL": Links.undo(undo.entry), "ID": entry]] : [])
    }
    return values
  }

  private var sizes: String {
    let here = Format.count(report.localRows, "row")
    guard report.isComplete else { return localized("\(here) here") }
    let there = Format.number(report.serverRows)
    // The server lists the rows too that are left out here, and deleted ones.
    let others = report.serverRows - expectedRows
    guard others > 0 else { return localized("\(here) here, \(there) on the server") }
    let notCompared = Format.number(others)
    return localized("\(here) here, \(there) on the server (\(notCompared) not compared)")
  }

  /// What the server would have if each of its rows had been compared.
  private var expectedRows: Int {
    report.localRows - report.missingOnServer.count + report.missingHere.count
  }

  private func share(_ count: Int) -> String {
    let rows = Format.count(report.localRows, "row")
    let percent = Format.percent(count, of: report.localRows)
    return localized("\(Format.number(count)) of \(rows) (\(percent))")
  }

  private var guards: [TemplateDictionary] {
    func line(_ isPassed: Bool, _ headline: String, _ evidence: String) -> TemplateDictionary {
      [
        "RESULT": isPassed ? "ok" : "no",
        "RESULT_WORD": isPassed ? localized("Passed") : localized("Stopped here"),
        "HEADLINE": headline, "EVIDENCE": evidence,
      ]
    }
    guard report.isComplete else {
      return [
        line(
          false, localized("The server’s list is incomplete."),
          "\(report.failure.map { localized(stored: $0) } ?? localized("It was interrupted.")) "
            + localized("Nothing can be applied. Compare again."))
      ]
    }
    let missing = report.missingOnServer.count
    return [
      line(
        true, localized("The server’s list is complete."), localized("Read to the last page.")),
      line(
        report.confirmationNeeded == nil,
        missing == 1
          ? localized("\(share(missing)) is missing on the server.")
          : localized("\(share(missing)) are missing on the server."),
        report.confirmationNeeded == nil
          ? localized("Within the limits of 20 % and \(ReconcileReport.unconfirmedMax) rows.")
          : localized("Removing these rows here requires confirmation.")),
    ]
  }

  /// Those that some row is in.
  private func groups(canApply: Bool) -> [TemplateDictionary] {
    let counts = report.groups.map(\.group.count)
    return zip(counts, allGroups(canApply: canApply)).filter { $0.0 > 0 }.map(\.1)
  }

  /// In the order of the report's groups.
  private func allGroups(canApply: Bool) -> [TemplateDictionary] {
    [
      group(
        "missingOnServer", report.missingOnServer,
        Format.count(
          report.missingOnServer.count, "row missing on the server", "rows missing on the server"),
        localized(
          "Synced here, but removed directly on the server. Pulls do not report such removals."),
        canApply: canApply),
      group(
        "missingHere", report.missingHere,
        Format.count(report.missingHere.count, "row missing here", "rows missing here"),
        localized("On the server, but excluded by a filter or never pulled."),
        canApply: canApply),
      group(
        "different", report.different,
        Format.count(
          report.different.count, "row with different content", "rows with different content"),
        report.comparesContent
          ? localized("The version, the time of the last change or a value differs.")
          : localized("The version or the time of the last change differs."),
        canApply: canApply),
    ]
  }

  private func group(
    _ name: String, _ group: ReconcileGroup, _ headline: String,
    _ text: String, canApply: Bool
  ) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "KEY": "g-\(name)", "HEADLINE": headline,
      "TEXT": text,
    ]
    if let part = run.application(settling: name)?.parts.first(where: { $0.group == name }) {
      values.set("TEXT", localized("Applied: \(part.sentence)"))
    } else if canApply, group.count > 0 {
      var section: TemplateDictionary = ["ROWS": "\(group.rows.count)"]
      section.add(
        "CHOICE",
        list: choices(name).enumerated().map { position, choice in
          var item: TemplateDictionary = [
            "FIELD": name, "VALUE": choice.value, "LABEL": choice.label, "HINT": choice.hint,
          ]
          item.show("CHECKED", if: position == 0)
          return item
        })
      values.add("CHOICES", section)
    }
    if !group.rows.isEmpty {
      var samples: TemplateDictionary = ["EXAMPLES": examplesTitle(group)]
      samples.add("EXAMPLE", list: group.rows.prefix(Self.samplesMax).map { example($0, name) })
      values.add("SAMPLES", samples)
    }
    return values
  }

  private func examplesTitle(_ group: ReconcileGroup) -> String {
    switch group.count {
    case ...Self.samplesMax: localized("Rows")
    default:
      localized("\(Self.samplesMax) of \(Format.count(group.count, "row")); the JSON lists all")
    }
  }

  /// In the page's zone; as it came where it is no moment.
  private static func moment(_ text: String) -> String {
    Timestamp(text).map { Format.full($0) } ?? text
  }

  private func example(_ row: ReconcileRow, _ group: String) -> TemplateDictionary {
    let columns = row.columns.joinedAsList()
    let localVersion = row.localVersion ?? localized("none")
    let serverVersion = row.serverVersion ?? localized("none")
    let remark =
      switch group {
      case "missingOnServer":
        row.localUpdatedAt.map(Self.moment).map { time in
          localized("last synced version of \(time)")
        } ?? ""
      case "missingHere":
        row.serverUpdatedAt.map(Self.moment).map { time in
          localized("changed on the server \(time)")
        } ?? ""
      case _ where !row.columns.isEmpty:
        localized("same version, different \(columns)")
      default:
        localized("version \(localVersion) here, \(serverVersion) on the server")
      }
    var values: TemplateDictionary = ["REMARK": remark]
    let isOnBothSides = group == "different" && facts.mayChange
    values.add(
      "BOTH",
      list: isOnBothSides
        ? [
          [
            "LINK": Links.serverComparison(facts.store, report.table, row.id),
            "ROW": titles[row.id] ?? row.id,
          ]
        ] : [])
    if let title = titles[row.id] {
      values.add(
        "LINKED", ["ID": title, "LINK": Links.row(facts.store, report.table, row.id)])
      if title !== row.id { values.add("BESIDE", ["ID": row.id]) }
    } else {
      values.add("UNLINKED", ["ID": row.id])
    }
    return values
  }
}
