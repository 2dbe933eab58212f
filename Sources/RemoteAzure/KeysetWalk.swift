import JSONKit
import Support
import SyncCore

/// A walk through ids in the server's own order, page by page, that notices when it goes nowhere.
///
/// The place to go on from is the last id of a page and not the greatest: only the server knows how
/// its collation orders ids. A row without one comes before all others, or behind them.
struct KeysetWalk: Sendable, Hashable {
  private(set) var last: String?
  private var steps = 0
  /// An earlier place, moved up at powers of two, so that every circle is found.
  private var mark: String?

  init() {}

  /// - Parameter purpose: What is being read, for the message.
  mutating func advance(over page: ListPage, _ purpose: String) throws(RemoteError) {
    guard !page.rows.isEmpty else { return }
    let ids = page.rows.reversed().lazy.map(\.id)
    guard let next = ids.first(where: Self.fitsAddress) ?? (last == nil ? "" : nil) else {
      throw .malformed(
        detail: "No row behind the last id has an id to go on from (\(purpose)). Give these rows "
          + "ids on the server, then try again.")
    }
    let repeats = last.map { last in page.rows.contains { $0.id === last } } ?? false
    guard !repeats, next !== mark else {
      throw .malformed(
        detail: "The server gives the same rows again instead of those behind the last id "
          + "(\(purpose)), so the list would never end. Does it understand `id gt`?")
    }
    last = next
    steps += 1
    if steps & (steps - 1) == 0 { mark = next }
  }

  private static let bytesMax = 1_000

  private static func fitsAddress(_ id: String) -> Bool {
    (1...bytesMax).contains(id.utf8.count)
  }

  func condition(_ dialect: QueryDialect) -> [String] {
    last.map { ["(id gt \(dialect.literal($0)))"] } ?? []
  }

  // MARK: As part of a cursor

  var json: JSONObject {
    var json = JSONObject()
    json["last"] = last.map { .string($0) }
    json["mark"] = mark.map { .string($0) }
    json["steps"] = .integer(Int64(steps))
    return json
  }

  init(json: JSONObject) {
    last = json["last"]?.string
    mark = json["mark"]?.string
    steps = Int(json["steps"]?.integer ?? 0)
  }
}
