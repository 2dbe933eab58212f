/// Addresses for what is called `.` or `..`, which clients and proxies resolve away in a path, also
/// percent-encoded.
///
/// The segment before says so, and the number of dots takes their place: `r/..` is `r-dots/2`.
///
/// Source: RFC 3986, section 5.2.4; WHATWG URL, "double-dot path segment".
public enum DotSegments {
  public static let mark = "-dots"

  /// The end of an address, from the slash or the mark on; nil for a name that a path can hold.
  public static func ending(for name: String) -> String? {
    name == "." || name == ".." ? "\(mark)/\(name.utf8.count)" : nil
  }

  /// The name that stands behind a marked segment; nil when it is none.
  static func name(_ segment: String) -> String? {
    switch segment {
    case "1": "."
    case "2": ".."
    default: nil
    }
  }

  /// The segment without the mark.
  public static func unmarked(_ segment: Substring) -> Substring {
    segment.hasSuffix(mark) ? segment.dropLast(mark.utf8.count) : segment
  }
}
