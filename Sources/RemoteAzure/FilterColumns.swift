import JSONKit
import Support
import SyncCore

/// The column names in an OData filter, each once, in order of appearance.
///
/// Reads names only: text in quotes, key words, functions and typed literals are passed over.
func filterColumns(_ filter: String) -> [String] {
  let words: UTF8Set = [
    "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le", "add", "sub", "mul", "div", "mod",
    "in", "true", "false", "null", "edm",
  ]
  var columns: [String] = []
  var rest = Substring(filter)
  while let first = rest.first {
    if first == "'" {
      rest = rest.dropFirst().drop { $0 != "'" }.dropFirst()
    } else if isNameStart(first) {
      let name = rest.prefix { isNameStart($0) || $0.isNumber || $0 == "." }
      rest = rest.dropFirst(name.count)
      let next = rest.first { !$0.isWhitespace }
      let isTypedLiteral = rest.first == "'" || name.contains(".")
      if next != "(", !isTypedLiteral, !words.contains(name.lowercased()),
        !columns.contains(String(name))
      {
        columns.append(String(name))
      }
    } else if first.isNumber {
      // A number with its suffix, or a bare date.
      rest = rest.drop { isNameStart($0) || $0.isNumber || ".-:+".contains($0) }
    } else {
      rest = rest.dropFirst()
    }
  }
  return columns
}

private func isNameStart(_ character: Character) -> Bool {
  character.isLetter || character == "_" || character == "@"
}

extension Pull {
  /// Explains an empty answer that only means an unknown column, as Easy Tables gives.
  func filterWarnings() async throws(RemoteError) -> [String] {
    guard let filter = request.filter, let row = try await lists.anyRow() else { return [] }
    let known = UTF8Set(row.values.names.map(\.asciiLowercased))
    let unknown = filterColumns(filter).filter { column in
      SystemColumn.named(column) == nil && !known.contains(column.asciiLowercased)
    }
    guard !unknown.isEmpty else { return [] }
    let names = unknown.map { "“\($0)”" }.joined(separator: ", ")
    return [
      "The filter of \(request.table) names \(names), which the rows on the server do not have. "
        + "The server then finds nothing, whatever the table holds; check the filter."
    ]
  }
}
