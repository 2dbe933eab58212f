package import JSONKit

/// Names that a person and `String` take for one, and that are two to SQLite and to servers.
package enum SameLetters {
  /// Unicode's normal form C.
  package static let composed = "caf\u{e9}"
  /// The same in normal form D.
  package static let decomposed = "cafe\u{301}"

  package static let both = [composed, decomposed]

  /// An object with a member of each name; nil leaves one out.
  package static func object(_ first: JSONValue?, _ second: JSONValue?) -> JSONObject {
    var object = JSONObject()
    object[composed] = first
    object[decomposed] = second
    return object
  }
}
