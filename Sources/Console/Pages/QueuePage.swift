import HTTPKit
import Support
import SyncCore
import TemplateKit

/// The operation queue: causes on top, then operations, oldest first.
struct QueuePage {
  /// The states that have a tab, by the word in the address.
  static let tabs: [(word: String, label: String, states: Set<OperationState>?)] = [
    ("", "All", nil), ("pending", "Pending", [.pending]), ("sending", "Sending", [.sending]),
    ("unknown", "Outcome unknown", [.unknown]), ("blocked", "Blocked", [.blocked]),
    ("failed", "Failed", [.failed]), ("conflict", "Conflict", [.conflict]),
  ]

  var facts: StoreFacts
  var request: QueueRequest
  var page: OperationPage
  /// How many operations each tab has, by its word.
  var counts: [String: Int]
  var oldestAt: Timestamp?
  var errors: [OperationError]
  var tables: [String]

  private var store: String { facts.store }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SUMMARY", summary)
    values.set("QUEUE_LINK", Links.queue(store))
    values.set("PREVIEW_ACTION", Links.pushPreview(store))
    values.set("PUSH_ACTION", Links.push(store))
    values.set("BULK_ACTION", Links.queueBulk(store))
    let ready = counts["pending", default: 0] + counts["unknown", default: 0]
    values.set("READY", Format.number(ready))
    values.show("CAN_PUSH", if: facts.mayChange && ready > 0)
    let causes = ErrorCause.group(errors)
    if !causes.isEmpty {
      var section = TemplateDictionary()
      section.add("CAUSE", list: causes.map { $0.values(store: store, now: facts.now) })
      values.add("CAUSES", section)
    }
    values.add("TAB", list: Self.tabs.map(tab))
    values.set("STATE_FIELD", ifAny: nil)
    if let word = request.word, !word.isEmpty { values.add("STATE_FIELD", ["STATE": word]) }
    values.add("TABLE_OPTION", list: tables.map(option))
    values.add("OPERATION", list: page.operations.map(line))
    if page.operations.isEmpty { values.add("EMPTY", empty) }
    values.merge(pager)
    return values
  }

  private var summary: String {
    let all = counts["", default: 0]
    guard all > 0 else { return "Nothing waits. Every change was accepted by the server." }
    let age = oldestAt.map { ", the oldest queued \(Format.relative($0, now: facts.now))" } ?? ""
    return "\(Format.count(all, "operation"))\(age). "
      + "Each leaves only when the server has it or you decide."
  }

  private func tab(
    _ tab: (word: String, label: String, states: Set<OperationState>?)
  )
    -> TemplateDictionary
  {
    var values: TemplateDictionary = [
      "LINK": link(word: tab.word, after: nil), "LABEL": tab.label,
      "COUNT": Format.number(counts[tab.word, default: 0]),
    ]
    values.show("CURRENT", if: (request.word ?? "") == tab.word)
    return values
  }

  private func link(word: String, after: String?) -> String {
    var query = QueryItems()
    if !word.isEmpty { query.add("state", word) }
    if let table = request.table { query.add("table", table) }
    if request.size != QueueRequest.sizeDefault { query.add("size", "\(request.size)") }
    if let after { query.add("after", after) }
    return Links.with(Links.queue(store), query)
  }

  private func option(_ table: String) -> TemplateDictionary {
    var values: TemplateDictionary = ["TABLE": table]
    values.show("CURRENT", if: request.table == table)
    return values
  }

  private func line(_ operation: OperationInfo) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": Chip.rule(operation.state), "ID": "\(operation.id)",
      "LINK": Links.operation(store, operation.id), "KIND": operation.kind.name,
      "TABLE": operation.table,
      "ROW_LINK": Links.row(store, operation.table, operation.itemID),
      "ATTEMPTS": "\(operation.attempts)",
      "AGE": Format.relative(operation.queuedAt, now: facts.now),
      "LAST_ERROR": operation.lastError ?? "",
    ]
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    values.show("NO_ATTEMPTS", if: operation.attempts == 0)
    values.set(chip: "CHIP", Chip(operation.state))
    values.set(cutID: "ITEM", operation.itemID)
    values.set(time: "QUEUED", operation.queuedAt, now: facts.now)
    return values
  }

  private var empty: TemplateDictionary {
    if counts["", default: 0] == 0 {
      return [
        "HEADLINE": "No pending changes.",
        "TEXT": "Every change made in this store has been pushed.",
      ]
    }
    return [
      "HEADLINE": "No operation matches.",
      "TEXT": "Others are in the queue: look under All, or choose another table.",
    ]
  }

  private var pager: TemplateDictionary {
    let shown = page.operations.count
    var values: TemplateDictionary = [
      "SHOWN": "\(Format.number(shown)) of \(Format.count(page.count, "operation")) shown"
    ]
    if request.after != nil {
      values.add("FIRST", ["LINK": link(word: request.word ?? "", after: nil)])
    }
    if let next = page.next {
      values.add("NEXT", ["LINK": link(word: request.word ?? "", after: next)])
    }
    return values
  }
}

/// What the address of the queue asks for.
struct QueueRequest: Equatable {
  static let sizeDefault = 50
  static let sizeMax = 500

  /// The word of the tab; nil when none was given.
  var word: String?
  var table: String?
  var size = Self.sizeDefault
  var after: String?

  init(_ query: QueryItems) throws(HTTPError) {
    word = query["state"]
    if let word, !QueuePage.tabs.contains(where: { $0.word == word }) {
      let words = QueuePage.tabs.map(\.word).filter { !$0.isEmpty }.joined(separator: ", ")
      throw HTTPError(400, "There is no state \(word). Choose one of \(words).")
    }
    table = query["table"].flatMap { $0.isEmpty ? nil : $0 }
    after = query["after"].flatMap { $0.isEmpty ? nil : $0 }
    if let text = query["size"] {
      guard let size = Int(text), (1...Self.sizeMax).contains(size) else {
        throw HTTPError(400, "The size \(text) can’t be used. Give 1 to \(Self.sizeMax).")
      }
      self.size = size
    }
  }

  var query: OperationQuery {
    let states = QueuePage.tabs.first { $0.word == word ?? "" }?.states
    return OperationQuery(states: states, table: table, size: size, after: after)
  }
}
