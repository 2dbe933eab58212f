public import JSONKit

/// Names that a person and `String` take for one, and that are two to SQLite and to servers.
public enum SameLetters {
  /// Unicode's normal form C.
  public static let composed = "caf\u{e9}"
  /// The same in normal form D.
  public static let decomposed = "cafe\u{301}"

  public static let both = [composed, decomposed]

  /// An object with a member of each name; nil leaves one out.
  public static func object(_ first: JSONValue?, _ second: JSONValue?) -> JSONObject {
    var object = JSONObject()
    object[composed] = first
    object[decomposed] = second
    return object
  }
}
