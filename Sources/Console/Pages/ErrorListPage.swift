import HTTPKit
import Support
import SyncCore
import TemplateKit

/// Conflicts and failures, by cause and one by one.
struct ErrorListPage {
  /// At most this many causes are shown.
  static let familiesMax = 50

  var facts: StoreFacts
  var request: ErrorRequest
  var page: ErrorPage
  var families: [ErrorFamily]
  /// All of the store, whatever the filter.
  var conflicts: Int
  var failed: Int
  /// The columns of every table on this page.
  var columns: [String: [Column]]

  private var path: String { Links.errors(facts.store) }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SUMMARY", summary)
    values.set("QUEUE_LINK", Links.queue(facts.store))
    values.set("BULK_ACTION", Links.errorsBulk(facts.store))
    values.set("BACK", request.items(after: request.after).encoded)
    addTabs(to: &values)
    if request.table != nil || request.status != nil || request.cause != nil {
      values.add("FILTER", ["TEXT": filterWords, "LINK": path])
    }
    // One line of causes above one line of errors would say the same twice.
    if !families.isEmpty, request.cause == nil, page.count > 1 {
      var section = TemplateDictionary()
      section.add(
        "CAUSE",
        list: FamilyTable(
          families: families, store: facts.store, now: facts.now, mayChange: facts.mayChange
        ).lines)
      values.add("CAUSES", section)
    }
    addBar(to: &values)
    values.add("ERROR", list: page.errors.map(line))
    values.add("EMPTY", list: page.errors.isEmpty ? [empty] : [])
    values.set(
      "SHOWN",
      "\(Format.number(page.errors.count)) of \(Format.count(page.count, "error")) shown")
    if request.after != nil {
      values.add("FIRST", ["LINK": Links.with(path, request.items(after: nil))])
    }
    if let next = page.next {
      values.add(
        "NEXT", ["LINK": Links.with(path, request.items(after: next)), "SIZE": "\(request.size)"])
    }
    return values
  }

  private var summary: String {
    let all = conflicts + failed
    guard all > 0 else { return "No operation needs a decision." }
    let kinds = [
      conflicts > 0 ? Format.count(conflicts, "conflict") : nil,
      failed > 0 ? "\(Format.number(failed)) the server refused" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    return "\(Format.count(all, "change needs", "changes need")) you: \(kinds). "
      + "Nothing is lost; all of them are stored here."
  }

  private var filterWords: String {
    var words: [String] = []
    if let table = request.table { words.append("Only \(table).") }
    if let status = request.status {
      words.append(status == 0 ? "Without an answer." : "HTTP \(status).")
    }
    if let cause = request.cause {
      words.append(
        cause.isEmpty ? "The server gave no reason." : "The server said: “\(cause)”.")
    }
    return words.joined(separator: " ")
  }

  private func addTabs(to values: inout TemplateDictionary) {
    let tabs: [(kind: String?, label: String, count: Int)] = [
      (nil, "All", conflicts + failed), ("conflict", "Conflicts", conflicts),
      ("failed", "Refused", failed),
    ]
    values.add(
      "TAB",
      list: tabs.map { tab in
        var items = QueryItems()
        if let kind = tab.kind { items.add("kind", kind) }
        if let table = request.table { items.add("table", table) }
        var values: TemplateDictionary = [
          "LABEL": tab.label, "COUNT": Format.number(tab.count), "LINK": Links.with(path, items),
        ]
        values.show("CURRENT", if: request.kind == tab.kind)
        return values
      })
  }

  private func addBar(to values: inout TemplateDictionary) {
    let hasConflicts = page.errors.contains { $0.isConflict }
    var buttons: [PickBar.Button] = [
      .init(name: "choice", value: "retry", verb: "Retry")
    ]
    if hasConflicts {
      buttons += [
        .init(name: "choice", value: "keep-local", verb: "Keep mine for", asks: true),
        .init(name: "choice", value: "take-server", verb: "Take the server’s for", asks: true),
      ]
    } else if page.errors.contains(where: \.isMissingOnServer) {
      buttons.append(
        .init(name: "choice", value: "keep-local", verb: "Insert again", asks: true))
    }
    buttons.append(
      .init(name: "choice", value: "discard", verb: "Discard", isDanger: true, asks: true))
    let bar = PickBar(
      things: "errors", purpose: "decide several at once", pick: request.pick,
      count: page.errors.count, total: page.count, buttons: facts.mayChange ? buttons : [],
      link: { Links.with(path, request.items(after: request.after, pick: $0)) })
    bar.add(to: &values)
    if request.pick == .all, facts.mayChange {
      values.add("MATCHING", ["QUERY": request.filter.encoded])
    }
  }

  private func line(_ error: OperationError) -> TemplateDictionary {
    let record = error.local ?? error.server ?? error.base
    let name = RowTitle(columns: columns[error.table] ?? [])
    var values: TemplateDictionary = [
      "ROW_CLASS": error.isConflict ? "r-conflict" : "r-failed", "ID": error.id,
      "LINK": Links.error(facts.store, error.id),
      "NAME": record.map { name.title($0) } ?? error.itemID, "TABLE": error.table,
      "OPERATION_LINK": Links.operation(facts.store, error.operationID),
      "OPERATION_NAME": error.operationTitle, "MESSAGE": error.headline, "REMEDY": error.remedy,
    ]
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    values.show("CHECKED", if: request.pick != nil)
    values.show("FIXED", if: request.pick == .all)
    values.set(chip: "CHIP", Chip.error(isConflict: error.isConflict))
    values.set(time: "AT", error.at, now: facts.now)
    return values
  }

  private var empty: TemplateDictionary {
    conflicts + failed == 0
      ? [
        "HEADLINE": "Nothing needs you.",
        "TEXT": "The server has accepted every change that was sent. What still waits is in the "
          + "queue.",
      ]
      : [
        "HEADLINE": "No error matches this filter.",
        "TEXT": "Others are there: look under All.",
      ]
  }
}
