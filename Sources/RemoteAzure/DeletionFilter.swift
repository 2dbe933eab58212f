import Support
import SyncCore

/// `filter` without its condition that rows are not deleted; nil when nothing else is in it.
///
/// Known are the forms that people write, joined by `and`: `complete eq false`, `complete ne true`,
/// `not complete`, `deletedAt eq null`. A filter with `or` at its top stays as it is.
func filterOfAllStates(_ filter: String, _ softDelete: SoftDelete) -> String? {
  let live: [String]
  switch softDelete {
  case .flag(let column): live = ["\(column) eq false", "\(column) ne true", "not \(column)"]
  case .date(let column): live = ["\(column) eq null"]
  case .system, .none: return filter
  }
  guard let parts = conjuncts(Substring(filter)) else { return filter }
  let wanted = UTF8Set(live.map { $0.lowercased() })
  let rest = parts.filter { !wanted.contains(plain($0).lowercased()) }
  return rest.isEmpty ? nil : rest.joined(separator: " and ")
}

/// What `and` joins at the top; nil where an `or` stands there.
private func conjuncts(_ filter: Substring) -> [Substring]? {
  var parts: [Substring] = []
  var start = filter.startIndex
  var depth = 0
  var isQuoted = false
  var index = filter.startIndex
  while index < filter.endIndex {
    let character = filter[index]
    if character == "'" { isQuoted.toggle() }
    if !isQuoted, character == "(" { depth += 1 }
    if !isQuoted, character == ")" { depth -= 1 }
    guard !isQuoted, depth == 0, character.isLetter else {
      index = filter.index(after: index)
      continue
    }
    let end = filter[index...].firstIndex { !isPartOfName($0) } ?? filter.endIndex
    let word = filter[index..<end].lowercased()
    if word == "or" { return nil }
    if word == "and" {
      parts.append(filter[start..<index])
      start = end
    }
    index = end
  }
  parts.append(filter[start...])
  return parts
}

private func isPartOfName(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_"
}

/// Without parentheses around all of it, and with single blanks.
private func plain(_ condition: Substring) -> String {
  var words = condition.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  while words.first == "(", words.last == ")" {
    let inner = words.dropFirst().dropLast()
    // "(a) and (b)" is not one pair.
    guard !inner.contains(where: { $0 == "(" || $0 == ")" }) || isBalanced(inner) else { break }
    words = inner.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
  return words
}

private func isBalanced(_ text: Substring) -> Bool {
  var depth = 0
  for character in text {
    if character == "(" { depth += 1 }
    if character == ")" { depth -= 1 }
    if depth < 0 { return false }
  }
  return depth == 0
}
