import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Which rows of the past an address asks for.
struct PastRowsRequest: PagedRequest, Sendable {
  static let sizeParameter = "limit"
  static let usualSize = ListSize.program

  enum View: String, CaseIterable { case changed, all }

  /// What the rows are compared with.
  enum Place: Equatable {
    /// This store, now or at a later time.
    case here
    case server
    case store(String)

    private static let storePrefix = "store:"

    /// Nil for a word that stands for none.
    init?(_ word: String) {
      switch word {
      case "": self = .here
      case "server": self = .server
      case let word where word.hasPrefix(Self.storePrefix):
        self = .store(String(word.dropFirst(Self.storePrefix.count)))
      default: return nil
      }
    }

    var word: String {
      switch self {
      case .here: ""
      case .server: "server"
      case .store(let name): Self.storePrefix + name
      }
    }
  }

  /// Without a moment in the address, a day ago.
  let at: Timestamp
  let to: Timestamp?
  let place: Place
  private(set) var view: View
  /// In the row's id, or in one of its texts then or later.
  private(set) var text: String?
  var size: Int
  let cursor: ListCursor

  init(_ request: HTTPRequest, now: Timestamp) throws {
    let query = try request.query()
    at = try Self.moment("at", query) ?? now.adding(seconds: -86_400)
    to = try Self.moment("to", query)
    guard at <= now else {
      throw HTTPError(400, localized("The time must be in the past."))
    }
    if let to, to <= at {
      throw HTTPError(400, localized("The later time must be after the first time."))
    }
    let with = query["with"] ?? ""
    guard let place = Place(with) else {
      throw HTTPError(
        400, localized("with is “\(with)”. Use server, store:NAME, or leave it out."))
    }
    self.place = place
    guard to == nil || place == .here else {
      throw HTTPError(
        400,
        localized(
          "A later time (to) cannot be combined with another place (with). Leave the "
            + "later time empty: the other place is compared as it is now."))
    }
    let viewWord = query["view"] ?? View.changed.rawValue
    guard let view = View(rawValue: viewWord) else {
      throw HTTPError(400, localized("view is “\(viewWord)”. Use changed or all."))
    }
    self.view = view
    text = try ListFilter.text(in: query)
    size = try ListSize.given(query, as: Self.sizeParameter) ?? Self.usualSize
    cursor = ListCursor(query)
  }

  private static func moment(
    _ name: String, _ query: QueryItems
  ) throws(HTTPError) -> Timestamp? {
    guard let text = query[name]?.trimmed, !text.isEmpty else { return nil }
    guard let moment = PageZone.current.moment(inControl: text) else {
      throw HTTPError(
        400,
        localized("“\(text)” is not a valid time (\(name)). Use the format 2026-11-21T14:30."))
    }
    return moment
  }

  var query: PastRowsQuery {
    var query = PastRowsQuery(at: at)
    query.to = to
    query.isOfChanged = view == .changed
    query.text = text
    (query.after, query.before) = (cursor.after, cursor.before)
    query.size = size
    return query
  }

  /// Another view of the same moment.
  func viewing(_ view: View) -> PastRowsRequest {
    var viewing = self
    viewing.view = view
    return viewing
  }

  /// The same moment, whatever the text.
  var unsearched: PastRowsRequest {
    var unsearched = self
    unsearched.text = nil
    return unsearched
  }

  var unpaged: QueryItems {
    var items = QueryItems([.init("at", at.wholeSeconds)])
    if let to { items.add("to", to.wholeSeconds) }
    if place != .here { items.add("with", place.word) }
    if view != .changed { items.add("view", view.rawValue) }
    if let text { items.add("text", text) }
    return items
  }
}
