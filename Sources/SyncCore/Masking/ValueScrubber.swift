internal import JSONKit
package import Support

/// Takes the values of some columns out of texts that may quote them, such as a server's message.
package struct ValueScrubber: Sendable {
  /// The longest first, so that a part never leaves its rest standing.
  private let secrets: [String]

  /// - Parameter records: Every known copy of the row.
  package init(_ columns: UTF8Set, _ records: [Record]) {
    var secrets: UTF8Set = []
    for record in records {
      for column in columns { Self.collect(record.values[column] ?? .null, into: &secrets) }
    }
    self.secrets = secrets.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  package func scrub(_ text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: ValueMasking.block) }
  }

  /// Short words stand everywhere, and covering each of them would leave no sentence.
  private static func collect(_ value: JSONValue, into secrets: inout UTF8Set) {
    switch value {
    case .string(let text):
      if text.count >= 3 { secrets.insert(text) }
    case .array(let items): for item in items { collect(item, into: &secrets) }
    case .object(let object): for (_, item) in object { collect(item, into: &secrets) }
    case .null, .bool: break
    case .integer, .real, .number:
      let digits = value.serializedText
      if digits.utf8.count >= 3 { secrets.insert(digits) }
    }
  }
}
