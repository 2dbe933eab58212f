import JSONKit

/// What the next page says about the action before it, once.
package struct Flash: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case good, warn, fail
  }

  package var kind: Kind
  /// The sentence in bold: what was done, to how many.
  package var text: String
  /// What follows in plain: what it means, what comes next.
  package var detail: String
  /// The audit entry whose inverse the Undo button runs.
  package var undoEntry: Int64?
  /// Where to go on from here.
  package var link: ConsoleError.Link?

  package init(
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
