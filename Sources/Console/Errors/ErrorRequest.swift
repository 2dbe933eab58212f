import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What the address of the list of errors asks for.
struct ErrorRequest: PagedRequest, Equatable {
  /// The parameters of the filter, so what a bulk action's `query` may hold.
  static let filterNames: UTF8Set = [
    "table", "kind", "status", "cause", "text", "assignee", "run", "since",
  ]

  var table: String?
  var kind: ErrorKind?
  var status: Int?
  var cause: String?
  var text: String?
  /// A user, ``Assignments/me`` or ``Assignments/nobody``; nil for whoever has them.
  var assignee: String?
  /// The run that left the operations undone; nil for all errors.
  var run: Int64?
  /// Only errors of operations that failed first after this.
  var since: Timestamp?
  var size = ListSize.page
  var cursor = ListCursor()
  var pick: SelectionBar.Pick?
  /// Every cause is listed, not only the first ones.
  var showsAllCauses = false
  /// The errors are listed by age, not by cause.
  var isFlat = false

  /// - Parameter size: The list's length when the address does not say.
  init(_ items: QueryItems, size: Int = ListSize.page) throws(HTTPError) {
    self.size = size
    func given(_ name: String) -> String? { items[name].flatMap { $0.isEmpty ? nil : $0 } }
    table = given("table")
    showsAllCauses = items["causes"] == "all"
    isFlat = items["causes"] == "none"
    // The empty text is a cause too: a server that says nothing.
    cause = items["cause"]
    text = try ListFilter.text(in: items)
    assignee = given("assignee")
    cursor = ListCursor(items)
    pick = items["_pick"].flatMap(SelectionBar.Pick.init(rawValue:))
    if let word = given("kind") {
      guard let kind = ErrorKind(rawValue: word) else {
        throw HTTPError(400, localized("Unknown kind “\(word)”. Use conflict, failed or unknown."))
      }
      self.kind = kind
    }
    if let text = given("status") {
      guard let status = Int(text), (0...999).contains(status) else {
        throw HTTPError(
          400, localized("“\(text)” is not an HTTP status. Use a number such as 409."))
      }
      self.status = status
    }
    if let text = given("run") {
      guard let run = Int64(text) else {
        throw HTTPError(400, localized("“\(text)” is not the number of a run."))
      }
      self.run = run
    }
    if let text = given("since") {
      guard let since = PageZone.current.moment(inControl: text) else {
        throw HTTPError(
          400, localized("“\(text)” is not a time. Use 2026-11-21 or 2026-11-21T14:30:00Z."))
      }
      self.since = since
    }
    if let size = try ListSize.given(items) { self.size = size }
  }

  /// All errors of one kind.
  init(_ kind: ErrorKind, since: Timestamp? = nil) { (self.kind, self.since) = (kind, since) }

  /// The errors of what a run left undone.
  init(run: Int64, kind: ErrorKind? = nil) { (self.run, self.kind) = (run, kind) }

  /// All errors that a user has, or ``Assignments/me``.
  init(assignee: String) { self.assignee = assignee }

  /// The list of one family.
  ///
  /// - Parameter list: The list that it was counted in, whose other filters stay.
  init(_ family: ErrorGroup, in list: ErrorRequest? = nil) {
    text = list?.text
    assignee = list?.assignee
    run = list?.run
    since = list?.since
    table = family.table
    kind = family.kind
    status = family.status
    cause = family.cause
  }

  /// All errors with the same cause.
  init(_ error: ErrorWithCause) {
    (table, kind, status, cause) = (error.table, error.kind, error.status, error.cause)
  }

  var isFiltered: Bool { !filter.items.isEmpty }

  /// True for a filter that every tab keeps.
  var isNarrowed: Bool {
    var asked = ofEverybody
    asked.kind = nil
    return asked.isFiltered
  }

  /// True for the errors of whoever asks, which is a tab of its own.
  var isMine: Bool { assignee == Assignments.me }

  /// The same list without the tab of one's own errors.
  var ofEverybody: ErrorRequest {
    var asked = self
    if isMine { asked.assignee = nil }
    return asked
  }

  /// The tab of one's own errors.
  var ofMe: ErrorRequest {
    var asked = self
    asked.assignee = Assignments.me
    asked.kind = nil
    return asked
  }

  var filter: QueryItems {
    var items = QueryItems()
    if let table { items.add("table", table) }
    if let kind { items.add("kind", kind.rawValue) }
    if let status { items.add("status", "\(status)") }
    if let cause { items.add("cause", cause) }
    if let text { items.add("text", text) }
    if let assignee { items.add("assignee", assignee) }
    if let run { items.add("run", "\(run)") }
    if let since { items.add("since", since.description) }
    return items
  }

  func filterBar(_ path: String, _ tables: [String]) -> ListFilter {
    var kept = self
    kept.table = nil
    kept.text = nil
    var filter = ListFilter(
      name: localized("Errors"), path: path, items: items(), text: text,
      cleared: table == nil && text == nil ? nil : Links.with(path, kept.unpaged))
    filter.menus = [filter.tableMenu(tables)]
    return filter
  }

  var unpaged: QueryItems {
    var items = filter
    if isFlat {
      items.add("causes", "none")
    } else if showsAllCauses {
      items.add("causes", "all")
    }
    return items
  }
}
