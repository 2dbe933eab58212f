import HTTPKit
import JSONKit
import RemoteHTTP
import SyncCore

/// Finds the sentence for people in an error answer.
///
/// The servers of this family write `{"error"}`, `{"message"}`, problem documents, lists of
/// validation results, bare JSON strings, web pages or nothing.
enum ServerMessage {
  private static let charactersMax = 1_000

  /// Nil when the body holds no text.
  static func of(_ response: RemoteResponse) -> String? {
    let body = response.body.drop { $0 <= 0x20 }
    guard let first = body.first else { return nil }
    if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first),
      let json = try? JSONValue(parsing: body)
    {
      return isRow(json, response) ? nil : sentence(json).flatMap(tidied)
    }
    let text = String(decoding: body.prefix(64 << 10), as: UTF8.self)
    guard response.isWebPage || first == UInt8(ascii: "<") else { return tidied(text) }
    return tidied(textOf(page: text))
  }

  /// True for the row that a conflict is answered with, whose own columns may be called `title`,
  /// `message` or `error`.
  private static func isRow(_ json: JSONValue, _ response: RemoteResponse) -> Bool {
    guard case .object(let object) = json,
      object.contains(where: { SystemColumn.named($0.name) == .id && $0.value.string != nil }),
      !(response.headers["Content-Type"]?.lowercased().contains("problem+json") ?? false)
    else { return false }
    if [409, 412].contains(response.status) { return true }
    return object.contains { [.version, .updatedAt].contains(SystemColumn.named($0.name)) }
  }

  private static func sentence(_ json: JSONValue) -> String? {
    switch json {
    case .string(let text): text
    case .array(let items):
      joined(items.compactMap(sentence), with: " ")
    case .object(let object):
      member(of: object, "error") ?? validation(object) ?? problem(object)
        ?? member(of: object, "message") ?? member(of: object, "errorMessage")
        ?? member(of: object, "error_description") ?? member(of: object, "description")
        ?? member(of: object, "exceptionMessage")
    default: nil
    }
  }

  /// The text of a member, or the sentence inside of it; names in any case.
  private static func member(of object: JSONObject, _ name: String) -> String? {
    let value = object[name] ?? object.first { $0.name.lowercased() == name.lowercased() }?.value
    guard let value, let text = sentence(value), !text.isEmpty else { return nil }
    return text
  }

  /// `{"errors": {"field": ["sentence", …]}}`.
  private static func validation(_ object: JSONObject) -> String? {
    guard case .object(let fields)? = object["errors"] else { return nil }
    let sentences = fields.compactMap { field in
      sentence(field.value).map { "\(field.name): \($0)" }
    }
    return joined(sentences, with: " ")
  }

  /// The title and detail of a problem document.
  ///
  /// Source: RFC 9457, section 3.1.
  private static func problem(_ object: JSONObject) -> String? {
    let parts = ["title", "detail"].compactMap { object[$0]?.string }.filter { !$0.isEmpty }
    return joined(parts, with: ": ")
  }

  private static func joined(_ parts: [String], with separator: String) -> String? {
    parts.isEmpty ? nil : parts.joined(separator: separator)
  }

  /// What a web page says: its preformatted text, else its heading, else its title, else all.
  private static func textOf(page: String) -> String {
    for element in ["pre", "h1", "title"] {
      if let inner = content(of: element, in: page), let text = tidied(withoutTags(inner)) {
        return text
      }
    }
    return withoutTags(page)
  }

  private static func content(of element: String, in page: String) -> String? {
    let folded = page.lowercased()
    guard let open = folded.firstRange(of: "<\(element)"),
      let end = folded[open.upperBound...].firstIndex(of: ">"),
      let close = folded[end...].firstRange(of: "</\(element)")
    else { return nil }
    // Lower case may change lengths beyond ASCII, so the text is cut by its folded form only then.
    let source = folded.utf8.count == page.utf8.count ? page : folded
    let start = folded.utf8.distance(from: folded.startIndex, to: end) + 1
    let stop = folded.utf8.distance(from: folded.startIndex, to: close.lowerBound)
    return String(decoding: Array(source.utf8)[start..<stop], as: UTF8.self)
  }

  private static func withoutTags(_ text: String) -> String {
    var output = ""
    var isInsideTag = false
    for character in text {
      if character == "<" {
        isInsideTag = true
        output.append(" ")
      } else if character == ">", isInsideTag {
        isInsideTag = false
      } else if !isInsideTag {
        output.append(character)
      }
    }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "),
      ("&amp;", "&"),
    ]
    return entities.reduce(output) { $0.replacing($1.0, with: $1.1) }
  }

  /// One line of bounded length; nil when nothing is left.
  private static func tidied(_ text: String) -> String? {
    let line = text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
    guard !line.isEmpty else { return nil }
    return line.count <= charactersMax ? line : line.prefix(charactersMax) + "…"
  }
}
