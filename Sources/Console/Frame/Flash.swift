import JSONKit

/// What the next page says about the action before it, once.
public struct Flash: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case good, warn, fail
  }

  public var kind: Kind
  /// The sentence in bold: what was done, to how many.
  public var text: String
  /// What follows in plain: what it means, what comes next.
  public var detail: String
  /// The audit entry whose inverse the Undo button runs.
  public var undoEntry: Int64?
  /// Where to go on from here.
  public var link: ConsoleError.Link?

  public init(
    _ text: String, detail: String = "", kind: Kind = .good, undoEntry: Int64? = nil,
    link: ConsoleError.Link? = nil
  ) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.undoEntry = undoEntry
    self.link = link
  }
}

extension Flash {
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let text = json["text"]?.string
    else { return nil }
    self.init(
      text, detail: json["detail"]?.string ?? "", kind: kind, undoEntry: json["undo"]?.integer)
    if let label = json["label"]?.string, let url = json["link"]?.string {
      link = .init(label, url)
    }
  }

  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "text": .string(text), "detail": .string(detail),
      "undo": undoEntry.map { .integer($0) } ?? nil,
      "label": JSONValue(link?.label), "link": JSONValue(link?.url),
    ]
  }
}
