internal import JSONKit

/// The values that `in` compares with, as somebody types them or a program writes them.
package enum FilterList {
  /// Those of a JSON array, or those between commas: blanks around them do not count, and one with a
  /// comma stands in double quotes, as in CSV.
  package static func values(_ text: String) -> [String] {
    if text.trimmingBlanks.hasPrefix("["), let array = (try? JSONValue(parsing: text))?.array {
      return array.map { $0.string ?? $0.serializedText }
    }
    guard !text.isEmpty else { return [] }
    var values: [String] = []
    // By scalars: an accent behind a comma or a quote would make one character of both.
    var rest = text.unicodeScalars[...]
    while true {
      let (value, behind) = quoted(rest) ?? plain(rest)
      values.append(value)
      guard let behind else { return values }
      rest = behind
    }
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// A value, and what stands behind the comma that ends it.
  private typealias Value = (text: String, behind: Scalars?)

  private static func plain(_ rest: Scalars) -> Value {
    guard let comma = rest.firstIndex(of: ",") else {
      return (String(Substring(rest)).trimmingBlanks, nil)
    }
    return (
      String(Substring(rest[..<comma])).trimmingBlanks, rest[rest.index(after: comma)...]
    )
  }

  /// Nil where quotes do not stand around the whole value: then they are part of it.
  private static func quoted(_ rest: Scalars) -> Value? {
    var rest = rest.drop(while: \.properties.isWhitespace)
    guard rest.popFirst() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      guard scalar == "\"" else {
        text.append(scalar)
        continue
      }
      if rest.first == "\"" {
        text.append("\"")
        rest.removeFirst()
        continue
      }
      rest = rest.drop(while: \.properties.isWhitespace)
      guard let comma = rest.popFirst() else { return (String(text), nil) }
      return comma == "," ? (String(text), rest) : nil
    }
    return nil
  }
}

extension String {
  var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
