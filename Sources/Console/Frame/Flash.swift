import JSONKit

/// What the next page says about the action before it, once.
package struct Flash: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case good, warn, fail
    /// Neither good nor bad.
    case plain = "off"
  }

  package var kind: Kind
  /// The sentence in bold: what was done, to how many.
  package var text: String
  /// What follows in plain: what it means, what comes next.
  package var detail: String
  /// The audit entry whose inverse the Undo button runs.
  package var undoEntry: Int64?
  /// What to do next, the most likely first.
  package var steps: [NextStep]
  /// Whether the page that shows it offers to push what is pending then.
  package var offersPush: Bool
  /// The run that sends what the message is about: its page says how that ended.
  var push: Push?

  /// A push that a decision or a save started.
  struct Push: Sendable, Equatable {
    var run: Int64
    /// The sentence once the server has it all; nil where the message stays true.
    var done: String?
  }

  package init(
    _ text: String, detail: String = "", kind: Kind = .good, undoEntry: Int64? = nil,
    steps: [NextStep] = [], offersPush: Bool = false
  ) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.undoEntry = undoEntry
    self.steps = steps
    self.offersPush = offersPush
  }
}

/// A link or a button beside a message.
package struct NextStep: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package var label: String
  package var url: String
  /// The fields that a button sends; nil for a link.
  package var fields: [Field]?

  /// A link.
  package init(_ label: String, _ url: String) {
    self.label = label
    self.url = url
  }

  /// A button that sends `fields` to `url`.
  package init(_ label: String, _ url: String, sending fields: [(name: String, value: String)]) {
    self.init(label, url)
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
  }
}

extension NextStep {
  fileprivate init?(_ json: JSONValue) {
    guard let label = json["label"]?.string, let url = json["url"]?.string else { return nil }
    self.init(label, url)
    fields = json["fields"]?.array?.compactMap { field in
      guard let name = field["name"]?.string, let value = field["value"]?.string else { return nil }
      return Field(name: name, value: value)
    }
  }

  fileprivate var json: JSONValue {
    [
      "label": .string(label), "url": .string(url),
      "fields": fields.map { fields in
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
      } ?? nil,
    ]
  }
}

extension Flash {
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let text = json["text"]?.string
    else { return nil }
    self.init(
      text, detail: json["detail"]?.string ?? "", kind: kind, undoEntry: json["undo"]?.integer,
      steps: (json["steps"]?.array ?? []).compactMap(NextStep.init),
      offersPush: json["push"]?.bool ?? false)
    push = json["run"]?.integer.map { Push(run: $0, done: json["pushed"]?.string) }
  }

  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "text": .string(text), "detail": .string(detail),
      "undo": undoEntry.map { .integer($0) } ?? nil,
      "steps": .array(steps.map(\.json)), "push": .bool(offersPush),
      "run": JSONValue(push?.run), "pushed": JSONValue(push?.done),
    ]
  }
}
