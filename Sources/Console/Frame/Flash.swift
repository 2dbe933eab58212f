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

  public init(
    _ text: String, detail: String = "", kind: Kind = .good, undoEntry: Int64? = nil
  ) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.undoEntry = undoEntry
  }
}

extension Flash {
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let text = json["text"]?.string
    else { return nil }
    self.init(
      text, detail: json["detail"]?.string ?? "", kind: kind, undoEntry: json["undo"]?.integer)
  }

  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "text": .string(text), "detail": .string(detail),
      "undo": undoEntry.map { .integer($0) } ?? nil,
    ]
  }
}
