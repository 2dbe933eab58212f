import Support

/// Reads a command line by a command's specification; every mistake is reported at once.
struct ArgumentParser {
  let command: CommandSpecification

  func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    (parsed.command, parsed.words) = (command.name, words)
    var problems: [String] = []
    var rest = words[...]
    var endOfOptions = false
    while let word = rest.popFirst() {
      if word == "--", !endOfOptions {
        endOfOptions = true
      } else if word.hasPrefix("--"), !endOfOptions {
        readOption(word.dropFirst(2), &rest, &parsed, &problems)
      } else {
        parsed.operands.append(word)
      }
    }
    problems += missingOptions(parsed) + operandProblems(parsed.operands)
    guard problems.isEmpty else { throw UsageError(problems, usage: command.usage) }
    return parsed
  }

  private func readOption(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments,
    _ problems: inout [String]
  ) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name === name }) else {
      let near =
        SpellingSuggestion.to(name, among: command.options.map(\.name)).map { " Write --\($0)." }
        ?? ""
      problems.append("`\(command.name)` has no option --\(name).\(near)")
      return
    }
    guard let placeholder = option.value else {
      if parts.count > 1 { problems.append("--\(name) is a switch: write it without a value.") }
      parsed.switches.insert(name)
      return
    }
    let value: String
    if parts.count > 1 {
      value = String(parts[1])
    } else if let next = rest.first, !next.hasPrefix("--") {
      value = next
      rest.removeFirst()
    } else {
      problems.append("--\(name) needs a value: write --\(name) \(placeholder).")
      return
    }
    if parsed.values[name] != nil, !option.isRepeated {
      problems.append("--\(name) is given twice: write it once.")
    }
    parsed.values[name, default: []].append(value)
  }

  private func missingOptions(_ parsed: ParsedArguments) -> [String] {
    command.options.filter { option in
      option.isRequired && parsed.values[option.name] == nil && !parsed.has(option.name)
    }.map { option in
      "`\(command.name)` needs --\(option.name)\(option.value.map { " \($0)" } ?? "")."
    }
  }

  private func operandProblems(_ operands: [String]) -> [String] {
    switch command.operands {
    case .none:
      operands.map { "`\(command.name)` takes no \($0)." }
    case .fixed(let words):
      words.dropFirst(operands.count).map { "`\(command.name)` needs \($0)." }
        + operands.dropFirst(words.count).map { "`\(command.name)` takes no further \($0)." }
    case .list(let words, let repeated):
      (words + [repeated]).dropFirst(operands.count).map { "`\(command.name)` needs \($0)." }
    case .optional(let word):
      operands.dropFirst().map { "`\(command.name)` takes one \(word), not also \($0)." }
    case .optionalList: []
    }
  }
}

/// The known word that a mistyped one was probably meant to be.
enum SpellingSuggestion {
  /// Nil when nothing is near.
  static func to(_ word: String, among known: [String]) -> String? {
    let scored = known.map { (word: $0, distance: distance(word, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, min(3, word.count / 3)) ? best.word : nil
  }

  /// Single-character changes between two words.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let substituted = diagonal + (character == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
