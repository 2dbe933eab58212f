import Support

/// Every command, in the order in which `syncline help` lists them.
enum Commands {
  static var all: [CommandSpecification] {
    [ServeCommand.specification, ServiceCommand.specification] + StoreCommands.all
      + [BackupCommand.specification, RestoreCommand.specification]
      + AccountCommands.all + AuditCommands.all + AlertCommands.all + [help]
  }

  /// A command line that was understood.
  struct Invocation: Sendable {
    let run: @Sendable () async throws -> Int32
  }

  static func parse(_ words: [String]) throws(UsageError) -> Invocation {
    switch words.first {
    case nil, "--help", "-h": return helpInvocation([])
    case "--version":
      return Invocation {
        Output.line("syncline \(Syncline.version)")
        return 0
      }
    default: break
    }
    let (command, rest) = try find(words)
    if rest.contains("--help") || rest.contains("-h") { return helpInvocation([command.name]) }
    let parsed = try ArgumentParser(command: command).parse(rest)
    return Invocation { try await command.run(parsed) }
  }

  /// The command that the line begins with; some have names of two words.
  private static func find(
    _ words: [String]
  ) throws(UsageError) -> (CommandSpecification, [String]) {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let command = all.first(where: { $0.name === name }) {
        return (command, Array(words.dropFirst(count)))
      }
    }
    let word = words.first ?? ""
    let family = family(of: word)
    if !family.isEmpty {
      let names = family.map { "`\($0.name)`" }.joined(separator: " or ")
      throw UsageError(["`\(word)` is incomplete: write \(names)."])
    }
    let near =
      SpellingSuggestion.to(word, among: all.map(\.name)).map { " Did you mean `\($0)`?" } ?? ""
    throw UsageError(["There is no command `\(word)`.\(near)"])
  }

  /// The commands of two words that begin with `word`, as `user` does.
  private static func family(of word: String) -> [CommandSpecification] {
    all.filter { $0.name.hasPrefix("\(word) ") }
  }

  private static func helpInvocation(_ words: [String]) -> Invocation {
    Invocation { try showHelp(words) }
  }

  private static var help: CommandSpecification {
    CommandSpecification(
      name: "help", summary: "Show the options of a command.", operands: .optionalList("COMMAND"),
      run: { try showHelp($0.operands) })
  }

  private static func showHelp(_ words: [String]) throws(UsageError) -> Int32 {
    guard !words.isEmpty else {
      Output.line(HelpText.overview)
      return 0
    }
    let family = words.count == 1 ? family(of: words[0]) : []
    if !family.isEmpty {
      Output.line(family.map(HelpText.page).joined(separator: "\n\n"))
      return 0
    }
    let (command, rest) = try find(words)
    guard rest.isEmpty else {
      throw UsageError(["`help` takes one command: write `syncline help \(command.name)`."])
    }
    Output.line(HelpText.page(of: command))
    return 0
  }
}
