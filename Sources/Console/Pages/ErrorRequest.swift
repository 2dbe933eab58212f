import HTTPKit
import SyncCore

/// What the address of the list of errors asks for.
struct ErrorRequest: Equatable {
  static let sizeDefault = 50
  static let sizeMax = 500
  /// The parameters of the filter, so what a bulk action's `query` may hold.
  static let filterNames: Set = ["table", "kind", "status", "cause"]

  /// The kinds by their word in the address.
  private static let kinds = ["conflict": true, "failed": false]

  var table: String?
  var kind: String?
  var status: Int?
  var cause: String?
  var size = Self.sizeDefault
  var after: String?
  var pick: PickBar.Pick?

  init(_ items: QueryItems) throws(HTTPError) {
    func given(_ name: String) -> String? { items[name].flatMap { $0.isEmpty ? nil : $0 } }
    table = given("table")
    kind = given("kind")
    // The empty text is a cause too: a server that says nothing.
    cause = items["cause"]
    after = given("after")
    pick = items["_pick"].flatMap(PickBar.Pick.init(rawValue:))
    if let kind, Self.kinds[kind] == nil {
      throw HTTPError(400, "There is no kind “\(kind)”. Take conflict or failed.")
    }
    if let text = given("status") {
      guard let status = Int(text), (0...999).contains(status) else {
        throw HTTPError(400, "“\(text)” is no HTTP status. Take a number such as 409.")
      }
      self.status = status
    }
    if let text = given("size") {
      guard let size = Int(text), (1...Self.sizeMax).contains(size) else {
        throw HTTPError(400, "“\(text)” is no page size. Take 1 to \(Self.sizeMax).")
      }
      self.size = size
    }
  }

  /// The list of one family.
  init(_ family: ErrorFamily) {
    table = family.table
    kind = family.isConflict ? "conflict" : "failed"
    status = family.status
    cause = family.cause
  }

  var isFiltered: Bool { table != nil || kind != nil || status != nil || cause != nil }

  var query: ErrorQuery {
    ErrorQuery(
      table: table, isConflict: kind.flatMap { Self.kinds[$0] }, status: status, cause: cause,
      size: size, after: after)
  }

  var filter: QueryItems {
    var items = QueryItems()
    if let table { items.add("table", table) }
    if let kind { items.add("kind", kind) }
    if let status { items.add("status", "\(status)") }
    if let cause { items.add("cause", cause) }
    return items
  }

  func items(after: String?, pick: PickBar.Pick? = nil) -> QueryItems {
    var items = filter
    if size != Self.sizeDefault { items.add("size", "\(size)") }
    if let after { items.add("after", after) }
    if let pick { items.add("_pick", pick.rawValue) }
    return items
  }
}
