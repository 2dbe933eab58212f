import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Where a pull stands between two pages.
struct PullCursor: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    /// The whole table in the order of ids.
    case all(KeysetWalk)
    /// What changed at `from` or later, in the order of stamps.
    ///
    /// `mayProbe` is false after a probe found more, so that the next page makes progress.
    case since(from: Timestamp, mayProbe: Bool)
    /// What changed from `from` on and before `end`, in the order of ids.
    case window(from: Timestamp, end: Timestamp, KeysetWalk)
    /// Whether anything changed at `from` or later beside the rows that have come already.
    case probe(from: Timestamp, known: [String])
  }

  var phase: Phase
  /// The server's time when the pull began, where it says so.
  var asOf: Timestamp?
  /// The newest stamp that the pull has to reach; nil while it is unknown.
  var end: Timestamp?
  /// The same of a read by id.
  var lastID: String?
  /// The token that holds when everything up to the end of this walk is stored.
  var finalToken: String?
  /// How many rows the server counted when a whole read began.
  var expected: Int?
  var delivered = 0
  /// The greatest page so far: what the server is known to give at once.
  var largestPage = 0

  /// True once rows may have been written behind a walk, so that the next pull must begin before it.
  var keepsToken = false

  init(_ phase: Phase) { self.phase = phase }

  /// What a later pull can go on with.
  ///
  /// Nil without a stamp from before the walk: nothing would then bring what changed since.
  var place: String? { finalToken == nil ? nil : text }

  var text: String {
    var json = JSONObject()
    switch phase {
    case .all(let walk):
      json["phase"] = "all"
      json["walk"] = .object(walk.json)
    case .since(let from, let mayProbe):
      json["phase"] = "since"
      json["from"] = .integer(from.ticks)
      json["mayProbe"] = .bool(mayProbe)
    case .window(let from, let end, let walk):
      json["phase"] = "window"
      json["from"] = .integer(from.ticks)
      json["end"] = .integer(end.ticks)
      json["walk"] = .object(walk.json)
    case .probe(let from, let known):
      json["phase"] = "probe"
      json["from"] = .integer(from.ticks)
      json["known"] = .array(known.map { .string($0) })
    }
    json["asOf"] = asOf.map { .integer($0.ticks) }
    json["pullEnd"] = end.map { .integer($0.ticks) }
    json["lastId"] = lastID.map { .string($0) }
    json["token"] = finalToken.map { .string($0) }
    json["expected"] = expected.map { .integer(Int64($0)) }
    json["delivered"] = .integer(Int64(delivered))
    json["largest"] = .integer(Int64(largestPage))
    json["keepsToken"] = .bool(keepsToken)
    return JSONValue.object(json).serializedText
  }

  init(_ text: String) throws(RemoteError) {
    let json = try JSONObject(cursor: text)
    guard let phase = Self.phase(json) else { throw .foreignCursor() }
    self.phase = phase
    (asOf, end) = (json.moment("asOf"), json.moment("pullEnd"))
    lastID = json["lastId"]?.string
    finalToken = json["token"]?.string
    expected = json["expected"]?.integer.map { Int($0) }
    delivered = Int(json["delivered"]?.integer ?? 0)
    largestPage = Int(json["largest"]?.integer ?? 0)
    keepsToken = json["keepsToken"]?.bool ?? true
  }

  private static func phase(_ json: JSONObject) -> Phase? {
    let walk = KeysetWalk(json: json["walk"]?.object ?? JSONObject())
    if json["phase"] == "all" { return .all(walk) }
    guard let from = json.moment("from") else { return nil }
    switch json["phase"]?.string {
    case "since": return .since(from: from, mayProbe: json["mayProbe"]?.bool ?? false)
    case "window":
      return json.moment("end").map { .window(from: from, end: $0, walk) }
    case "probe":
      return .probe(from: from, known: json["known"]?.array?.compactMap(\.string) ?? [])
    default: return nil
    }
  }
}
