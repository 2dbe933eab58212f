import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The operation queue, oldest first.
struct QueuePage {
  /// The states that have a tab, by the word in the address.
  static var tabs: [(word: String, label: String, states: Set<OperationState>?)] {
    [
      ("", localized("All"), nil), ("pending", localized("Pending"), [.pending]),
      ("sending", localized("Sending"), [.sending]),
      ("unknown", localized("Outcome unknown"), [.unknown]),
      ("blocked", localized("Blocked"), [.blocked]), ("failed", localized("Rejected"), [.failed]),
      ("conflict", localized("Conflicts"), [.conflict]),
    ]
  }

  var facts: StorePageContext
  var request: QueueRequest
  var page: OperationPage
  var figures: [OperationState: QueueFigures]
  var tables: [String]
  /// Of the whole store, whatever the filter.
  var everywhere: [OperationState: QueueFigures]
  /// The rows of the operations of this page, to name them by.
  var records: [Int64: Record]
  var columns: UTF8Dictionary<[Column]>
  /// Operations that a push sends.
  var sendable: Int
  /// The newest operation when they were counted.
  var newest: Int64
  /// What the buttons of the lines decide about.
  var seen: [Int64: Revision]
  var isOnline: Bool

  private var store: String { facts.store }

  /// All operations that match the table and the text, whatever their state.
  private var total: Int { figures.values.reduce(0) { $0 + $1.count } }

  /// All operations of the store.
  var all: Int { everywhere.values.reduce(0) { $0 + $1.count } }

  var values: TemplateDictionary {
    let back = request.items(at: request.cursor).encoded
    let list = ListOrigin(back)
    var values = facts.values
    values.set("SUMMARY", summary)
    values.set("QUEUE_LINK", Links.queue(store))
    values.set("PREVIEW_ACTION", Links.pushPreview(store))
    values.set("PUSH_ACTION", Links.push(store))
    values.set("BULK_ACTION", Links.queueBulk(store))
    values.set("BACK", back)
    // The button pushes the store, not what the filter shows of it.
    values.set("PUSH_WORDS", PushLabel.words(sendable))
    values.set("SHORT_WORDS", PushLabel.short(sendable))
    values.set("UP_TO", "\(newest)")
    values.show("CAN_PUSH", if: facts.mayChange && sendable > 0)
    PageTabs(name: localized("State"), tabs: Self.tabs.map(tab)).add(to: &values)
    request.filterBar(Links.queue(store), tables).add(to: &values)
    addBar(to: &values)
    values.set("SPAN", facts.mayChange ? "9" : "7")
    values.add("OPERATION", list: page.operations.map { line($0, from: list) })
    if page.operations.isEmpty { values.add("EMPTY", empty) }
    values.set("POSITION", position)
    pager.add(to: &values)
    return values
  }

  private func count(_ states: Set<OperationState>?) -> Int {
    figures.reduce(0) { sum, item in
      states?.contains(item.key) ?? true ? sum + item.value.count : sum
    }
  }

  private func oldest(_ states: Set<OperationState>?) -> Timestamp? {
    figures.filter { states?.contains($0.key) ?? true }.compactMap(\.value.oldestAt).min()
  }

  private var summary: String {
    guard all > 0 else { return localized("No pending changes") }
    let (count, operations) = (Format.number(total), Format.count(all, "operation"))
    let part = total < all ? localized("\(count) of \(operations)") : operations
    guard total > 0, let oldest = oldest(nil) else { return part }
    let age = Format.age(oldest, now: facts.now)
    return localized("\(part), oldest \(age)")
  }

  private func addBar(to values: inout TemplateDictionary) {
    var buttons: [SelectionBar.Button] = []
    let stuck: Set<OperationState> = [.failed, .conflict]
    let stuckHere = page.operations.count { stuck.contains($0.state) }
    if stuckHere > 0 {
      var retry = SelectionBar.Button.retry(name: "action", pushes: isOnline)
      let states = Self.tabs.first { $0.word == request.word ?? "" }?.states ?? stuck
      retry.part = .init(
        lines: "tr.r-failed, tr.r-conflict", onPage: stuckHere,
        total: count(stuck.intersection(states)))
      buttons.append(retry)
    }
    buttons.append(
      .init(name: "action", value: "cancel", isDanger: true) { localized("Cancel \($0)…") })
    let bar = SelectionBar(
      things: .operation, pick: request.pick,
      count: page.operations.count, total: page.count,
      buttons: facts.mayChange ? buttons : [],
      link: { Links.with(Links.queue(store), request.items(at: request.cursor, pick: $0)) })
    bar.add(to: &values)
    if request.pick == .all, facts.mayChange {
      values.add("MATCHING", ["QUERY": request.filter.encoded, "UP_TO": "\(newest)"])
    }
  }

  private func tab(
    _ tab: (word: String, label: String, states: Set<OperationState>?)
  ) -> PageTabs.Tab {
    var asked = request
    asked.word = tab.word
    let oldest = tab.word.isEmpty ? nil : oldest(tab.states)
    return .init(
      label: tab.label, link: Links.with(Links.queue(store), asked.items()),
      count: count(tab.states), age: oldest.map { Format.age($0, now: facts.now) },
      isCurrent: (request.word ?? "") == tab.word)
  }

  private func line(_ operation: OperationInfo, from list: ListOrigin) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": Badge.rule(operation.state), "ID": "\(operation.id)",
      "LINK": list.on(Links.operation(store, operation.id)), "TITLE": operation.title,
      "TABLE": operation.table,
      "ATTEMPTS": "\(operation.attempts)",
      "LAST_ERROR": operation.problem,
    ]
    let name = RowTitle(columns: columns[operation.table] ?? [])
    values.set("NAME", records[operation.id].map { name.title($0) } ?? operation.itemID)
    values.show("CHECKED", if: request.pick != nil)
    values.show("FIXED", if: request.pick == .all)
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    values.show("NO_ATTEMPTS", if: operation.attempts == 0)
    addCancel(operation, list, to: &values)
    values.set(badge: "CHIP", Badge(operation.state))
    values.set(time: "QUEUED", operation.queuedAt, now: facts.now)
    return values
  }

  /// Cancels at once, except where the server may have the change: that is asked first.
  private func addCancel(
    _ operation: OperationInfo, _ list: ListOrigin, to values: inout TemplateDictionary
  ) {
    guard facts.mayChange, operation.state != .sending else { return }
    if operation.state != .unknown, let seen = seen[operation.id] {
      values.add(
        "CANCEL",
        [
          "ACTION": list.on(Links.operation(store, operation.id, action: "cancel")),
          "SEEN": seen.rawValue,
        ])
    } else {
      let question = Links.confirmation(Links.operation(store, operation.id), "cancel")
      values.add("ASK_CANCEL", ["LINK": list.on(question)])
    }
  }

  private var empty: TemplateDictionary {
    if all == 0 {
      return [
        "HEADLINE": localized("No pending changes."),
        "TEXT": localized("Every change made here has been pushed or cancelled."),
      ]
    }
    return [
      "HEADLINE": localized("No operations match."),
      "TEXT": localized("Clear the filter to see the others."),
    ]
  }

  private var pager: ListPager {
    request.pager(
      Links.queue(store), shown: page.operations.count, previous: page.previous, next: page.next)
  }

  private var position: String {
    pager.position(of: Format.number(page.count)) {
      localized("Operations \($0)–\($1) of \($2)")
    }
  }
}

/// What the address of the queue asks for.
struct QueueRequest: PagedRequest, Equatable {
  /// The word of the tab; nil when none was given.
  var word: String?
  var table: String?
  var text: String?
  var size = ListSize.page
  var cursor = ListCursor()
  var pick: SelectionBar.Pick?

  /// - Parameter size: The list's length when the address does not say.
  init(_ query: QueryItems, size: Int = ListSize.page) throws(HTTPError) {
    self.size = size
    pick = query["_pick"].flatMap(SelectionBar.Pick.init(rawValue:))
    word = query["state"]
    if let word, !QueuePage.tabs.contains(where: { $0.word == word }) {
      let words = QueuePage.tabs.map(\.word).filter { !$0.isEmpty }.joinedAsList()
      throw HTTPError(400, localized("Unknown state “\(word)”. Use one of \(words)."))
    }
    table = query["table"].flatMap { $0.isEmpty ? nil : $0 }
    text = try ListFilter.text(in: query)
    cursor = ListCursor(query)
    if let size = try ListSize.given(query) { self.size = size }
  }

  var query: OperationQuery {
    let states = QueuePage.tabs.first { $0.word == word ?? "" }?.states
    var query = OperationQuery(
      states: states, table: table, text: text, size: size, after: cursor.after)
    query.before = cursor.before
    return query
  }

  /// What "all that match" means.
  var filter: QueryItems {
    var items = QueryItems()
    if let word, !word.isEmpty { items.add("state", word) }
    if let table { items.add("table", table) }
    if let text { items.add("text", text) }
    return items
  }

  func filterBar(_ path: String, _ tables: [String]) -> ListFilter {
    var tab = QueryItems()
    if let word, !word.isEmpty { tab.add("state", word) }
    var filter = ListFilter(
      name: localized("Queue"), path: path, items: items(), text: text,
      cleared: table == nil && text == nil ? nil : Links.with(path, tab))
    filter.menus = [filter.tableMenu(tables)]
    return filter
  }

  var unpaged: QueryItems { filter }
}
