import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What the address of the rows of a run asks for.
struct RunRowsRequest: PagedRequest, Equatable {
  /// What became of a row in a run.
  enum Result: String, CaseIterable {
    case pushed, pulled, deleted, rejected, conflict, unknown

    /// What the history has of it; nil where only the run's report does.
    var inHistory: RunRowQuery.Result? { RunRowQuery.Result(rawValue: rawValue) }

    init(_ kind: ErrorKind) {
      switch kind {
      case .failed: self = .rejected
      case .conflict: self = .conflict
      case .unknown: self = .unknown
      }
    }

    var label: String {
      switch self {
      case .pushed: localized("Pushed")
      case .pulled: localized("Pulled")
      case .deleted: localized("Deleted")
      case .rejected: localized("Rejected")
      case .conflict: localized("Conflicts")
      case .unknown: localized("Outcome unknown")
      }
    }
  }

  /// The cursor of a line: problems come first, then what the history has.
  enum Cursor: Equatable {
    case problem(Int)
    case entry(Int64)

    init?(_ text: String) {
      guard let number = Int64(text.dropFirst()), number >= 0 else { return nil }
      switch text.first {
      case "p": self = .problem(Int(number))
      case "e": self = .entry(number)
      default: return nil
      }
    }

    var text: String {
      switch self {
      case .problem(let index): "p\(index)"
      case .entry(let entry): "e\(entry)"
      }
    }
  }

  var result: Result?
  var table: String?
  /// In the row's id.
  var text: String?
  var size = ListSize.page
  var cursor = ListCursor()
  /// What the page begins behind.
  var start = Cursor.problem(0)
  /// What the page ends before; takes precedence over ``start``.
  var end: Cursor?

  init() {}

  init(_ items: QueryItems, size: Int) throws(HTTPError) {
    func given(_ name: String) -> String? { items[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.size = size
    table = given("table")
    text = try ListFilter.text(in: items)
    if let word = given("result") {
      guard let result = Result(rawValue: word) else {
        let words = Result.allCases.map(\.rawValue).joinedAsList()
        throw HTTPError(400, localized("Unknown result “\(word)”. Use one of \(words)."))
      }
      self.result = result
    }
    if let size = try ListSize.given(items) { self.size = size }
    cursor = ListCursor(items)
    start = try Self.read(cursor.after) ?? start
    end = try Self.read(cursor.before)
  }

  private static func read(_ text: String?) throws(HTTPError) -> Cursor? {
    guard let text else { return nil }
    guard let cursor = Cursor(text) else {
      throw HTTPError(400, localized("“\(text)” is not a position in the list."))
    }
    return cursor
  }

  /// The filter without the result, which has tabs of its own.
  var narrowing: QueryItems {
    var items = QueryItems()
    if let table { items.add("table", table) }
    if let text { items.add("text", text) }
    return items
  }

  /// The address of the list with another result, at its first page.
  func items(_ result: Result?) -> QueryItems {
    var asked = self
    asked.result = result
    return asked.items()
  }

  var unpaged: QueryItems {
    var items = narrowing
    if let result { items.add("result", result.rawValue) }
    return items
  }

  func matches(_ problem: RunProblem) -> Bool {
    (result.map { $0 == Result(problem.state) } ?? true)
      && (table.map { $0 === problem.table } ?? true)
      && problem.contains(text)
  }
}

extension RunProblem: Searchable {
  var texts: [String] { [itemID] }
}
