import HTTPKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Conflicts and failures, by cause and one by one.
struct ErrorListPage {
  /// At most this many causes are shown before somebody asks for all of them.
  static let familiesMax = 50
  /// At most this many are shown then.
  static let familiesMost = 2_000

  var facts: StorePageContext
  var request: ErrorRequest
  var page: ErrorPage
  var families: ErrorGroups
  /// All of the store, whatever the filter.
  var all: [ErrorKind: Int]
  /// What the filter matches, whatever its kind.
  var matching: [ErrorKind: Int]
  /// The columns of every table on this page.
  var columns: UTF8Dictionary<[Column]>
  var tables: [String]
  /// The newest operation when they were counted.
  var newest: Int64

  private var path: String { Links.errors(facts.store) }

  var values: TemplateDictionary {
    let back = request.items(after: request.after).encoded
    let list = ListOrigin(back)
    var values = facts.values
    values.set("SUMMARY", summary)
    values.set("QUEUE_LINK", Links.queue(facts.store))
    values.set("BULK_ACTION", Links.errorsBulk(facts.store))
    values.set("BACK", back)
    addTabs(to: &values)
    request.form(for: path, tables).add(to: &values)
    // The form shows its table and its text itself.
    if request.status != nil || request.cause != nil {
      values.add("FILTER", ["TEXT": filterWords, "LINK": path])
    }
    // One line of causes above one line of errors would say the same twice.
    if request.cause == nil, page.count > 1 {
      ErrorGroupTable(
        families: families, store: facts.store, now: facts.now, mayChange: facts.mayChange,
        newest: newest, allLink: allCausesLink, back: ("errors", back)
      ).add(to: &values)
    }
    addBar(to: &values)
    values.set("SPAN", facts.mayChange ? "8" : "7")
    values.add("ERROR", list: page.errors.map { line($0, from: list) })
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

  private var allCausesLink: String? {
    guard !request.showsAllCauses else { return nil }
    var asked = request
    asked.showsAllCauses = true
    return Links.with(path, asked.items(after: nil))
  }

  private var summary: String {
    let (conflicts, failed) = (all[.conflict] ?? 0, all[.failed] ?? 0)
    let kinds = [
      conflicts > 0 ? Format.count(conflicts, "conflict") : nil,
      failed > 0 ? "\(Format.number(failed)) rejected" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    var sentences = [
      kinds.isEmpty
        ? "No changes need attention."
        : "\(Format.count(conflicts + failed, "change needs", "changes need")) attention: \(kinds)."
    ]
    if let unknown = all[.unknown], unknown > 0 {
      sentences.append(
        "\(Format.count(unknown, "change has", "changes have")) an unknown outcome; the next push "
          + "checks with the server.")
    }
    let count = all.values.reduce(0, +)
    if count > 0 {
      sentences.append(
        "\(count == 1 ? "It is" : "All are") stored here.")
    }
    return sentences.joined(separator: " ")
  }

  /// Such as `Only table Movie, HTTP 403, cause “No.”`.
  private var filterWords: String {
    var words: [String] = []
    if let table = request.table { words.append("table \(table)") }
    if let status = request.status {
      words.append(status == 0 ? "no response" : "HTTP \(status)")
    }
    if let cause = request.cause {
      words.append(cause.isEmpty ? "no reason given" : "cause “\(cause.withFewGaps)”")
    }
    if let text = request.text { words.append("with “\(text)”") }
    return "Only \(words.joined(separator: ", "))"
  }

  private func addTabs(to values: inout TemplateDictionary) {
    var tabs: [(kind: ErrorKind?, label: String)] = [
      (nil, "All"), (.conflict, "Conflicts"), (.failed, "Rejected"),
    ]
    if matching[.unknown] ?? 0 > 0 || request.kind == .unknown {
      tabs.append((.unknown, "Outcome unknown"))
    }
    values.add(
      "TAB",
      list: tabs.map { tab in
        var asked = request
        asked.kind = tab.kind
        asked.showsAllCauses = false
        let count = tab.kind.map { matching[$0] ?? 0 } ?? matching.values.reduce(0, +)
        var values: TemplateDictionary = [
          "LABEL": tab.label, "COUNT": Format.number(count),
          "LINK": Links.with(path, asked.items(after: nil)),
        ]
        values.show("CURRENT", if: request.kind == tab.kind)
        return values
      })
  }

  private func addBar(to values: inout TemplateDictionary) {
    let hasConflicts = page.errors.contains { $0.isConflict }
    var buttons: [SelectionBar.Button] = [
      .init(name: "choice", value: "retry", verb: "Retry")
    ]
    if hasConflicts {
      buttons += [
        .init(name: "choice", value: "keep-local", verb: "Keep mine for", asks: true),
        .init(name: "choice", value: "take-server", verb: "Take server’s for", asks: true),
      ]
    } else if page.errors.contains(where: \.isMissingOnServer) {
      buttons.append(
        .init(name: "choice", value: "keep-local", verb: "Insert again", asks: true))
    }
    buttons.append(
      .init(name: "choice", value: "discard", verb: "Discard", isDanger: true, asks: true))
    let bar = SelectionBar(
      things: "errors", pick: request.pick,
      count: page.errors.count, total: page.count, buttons: facts.mayChange ? buttons : [],
      link: { Links.with(path, request.items(after: request.after, pick: $0)) })
    bar.add(to: &values)
    if request.pick == .all, facts.mayChange {
      let until = page.newestAt?.description ?? ""
      values.add("MATCHING", ["QUERY": request.filter.encoded, "UNTIL": until])
    }
  }

  private func line(_ error: OperationError, from list: ListOrigin) -> TemplateDictionary {
    let record = error.local ?? error.server ?? error.base
    let name = RowTitle(columns: columns[error.table] ?? [])
    var values: TemplateDictionary = [
      "ROW_CLASS": error.state.rule, "ID": error.id,
      "LINK": list.on(Links.error(facts.store, error.id)),
      "NAME": record.map { name.title($0) } ?? error.itemID, "TABLE": error.table,
      "OPERATION_LINK": Links.operation(facts.store, error.operationID),
      "OPERATION_NAME": error.operationTitle, "MESSAGE": error.headline, "REMEDY": error.remedy,
    ]
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    values.show("CHECKED", if: request.pick != nil)
    values.show("FIXED", if: request.pick == .all)
    values.set(badge: "CHIP", Badge(error.state))
    values.set(time: "AT", error.since, now: facts.now)
    return values
  }

  private var empty: TemplateDictionary {
    guard all.values.contains(where: { $0 > 0 }) else {
      return [
        "HEADLINE": "Nothing needs attention.",
        "TEXT": "There are no conflicts or rejected changes. Pending changes are in the queue.",
      ]
    }
    var values: TemplateDictionary = [
      "HEADLINE": "No errors match this filter.", "TEXT": "",
    ]
    values.add("SHOW_ALL", ["LINK": path])
    return values
  }
}
