/// The names that a template uses, for the tests that compare them with what a page sets.
public struct TemplateMarkers: Sendable, Equatable {
  public internal(set) var texts: Set<String> = []
  public internal(set) var sections: Set<String> = []

  public var all: Set<String> { texts.union(sections) }
}

/// One `{{…}}` of a template.
enum TemplateMarker: Equatable {
  case text(String)
  case open(String)
  case close(String)
  case include(String)
  case comment

  /// - Parameter content: What stands between the braces.
  init(_ content: Substring) throws(MarkerError) {
    let name = String(content.dropFirst())
    switch content.first {
    case "!": self = .comment
    case "#": self = .open(try Self.checked(name))
    case "/": self = .close(try Self.checked(name))
    case ">":
      guard !name.isEmpty, !name.hasPrefix("/"), !name.contains("..") else {
        throw MarkerError(reason: "{{>\(name)}} names no template below this folder")
      }
      self = .include(name)
    default: self = .text(try Self.checked(String(content)))
    }
  }

  private static func checked(_ name: String) throws(MarkerError) -> String {
    let isName =
      name.utf8.allSatisfy { byte in
        (65...90).contains(byte) || (48...57).contains(byte) || byte == 0x5f
      } || name.hasSuffix("_separator")
    guard isName, let first = name.utf8.first, (65...90).contains(first) else {
      throw MarkerError(
        reason: "{{\(name)}} is not a valid name: use capitals, digits and _, and no modifier")
    }
    return name
  }
}

struct MarkerError: Error {
  let reason: String
}
