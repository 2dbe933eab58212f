import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Where a pull stands between two pages.
struct ParsePullCursor: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    /// The whole class in the order of ids: the parts of it that have not come to their end.
    case all([Part])
    /// What changed at `from` or later, in the order of stamps.
    ///
    /// `known` are the rows of that millisecond that have come already.
    case since(from: Timestamp, known: [String])
    /// What changed in the millisecond `from`, in the order of ids.
    case window(from: Timestamp, after: String?)
  }

  /// A range of ids.
  struct Part: Sendable, Hashable {
    /// The last id that has come, or that belongs to the part before.
    var after: String?
    /// The last id of the part; nil where it goes on to the last one of the class.
    var end: String?
  }

  var phase: Phase
  /// The server's time when the pull began, where it says so.
  var asOf: Timestamp?
  /// The newest stamp that the pull has to reach; nil while it is unknown.
  var end: Timestamp?
  /// The token that holds when the whole class is stored.
  var token: String?
  /// The number of rows that the server counted when a read of the whole class began.
  var expected: Int?
  var delivered = 0
  /// True once a page has come in the order of stamps.
  var isUnderWay = false

  init(_ phase: Phase) { self.phase = phase }

  /// What a later pull can go on with.
  ///
  /// Nil without a stamp from before the read: nothing would then bring what changed since.
  var place: String? { token == nil ? nil : text }

  var text: String {
    var json = JSONObject()
    switch phase {
    case .all(let parts):
      json["phase"] = "all"
      json["parts"] = .array(
        parts.map { part in
          var json = JSONObject()
          json["after"] = part.after.map(JSONValue.string)
          json["end"] = part.end.map(JSONValue.string)
          return .object(json)
        })
    case .since(let from, let known):
      json["phase"] = "since"
      json["from"] = .integer(from.ticks)
      json["known"] = .array(known.map(JSONValue.string))
    case .window(let from, let after):
      json["phase"] = "window"
      json["from"] = .integer(from.ticks)
      json["after"] = after.map(JSONValue.string)
    }
    json["asOf"] = asOf.map { .integer($0.ticks) }
    json["end"] = end.map { .integer($0.ticks) }
    json["token"] = token.map(JSONValue.string)
    json["expected"] = expected.map { .integer(Int64($0)) }
    json["delivered"] = .integer(Int64(delivered))
    json["isUnderWay"] = .bool(isUnderWay)
    return JSONValue.object(json).serializedText
  }

  init(_ text: String) throws(RemoteError) {
    let json = try JSONObject(cursor: text)
    guard let phase = Self.phase(json) else { throw .foreignCursor() }
    self.phase = phase
    (asOf, end) = (json.moment("asOf"), json.moment("end"))
    token = json["token"]?.string
    expected = json["expected"]?.integer.map { Int($0) }
    delivered = Int(json["delivered"]?.integer ?? 0)
    isUnderWay = json["isUnderWay"]?.bool ?? false
  }

  private static func phase(_ json: JSONObject) -> Phase? {
    let after = json["after"]?.string
    if json["phase"] == "all" {
      return json["parts"]?.array.map { parts in
        .all(parts.map { Part(after: $0["after"]?.string, end: $0["end"]?.string) })
      }
    }
    guard let from = json.moment("from") else { return nil }
    switch json["phase"]?.string {
    case "since":
      return .since(from: from, known: json["known"]?.array?.compactMap(\.string) ?? [])
    case "window": return .window(from: from, after: after)
    default: return nil
    }
  }
}
