/// What `syncline help` prints.
enum HelpText {
  static var overview: String {
    let commands = Commands.all
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { "  \(padded($0.name, width))  \($0.summary)" }
    return """
      Syncline: the console for synced tables.

      usage: syncline COMMAND [OPTIONS]

      \(lines.joined(separator: "\n"))

      `syncline help COMMAND` shows the options of a command. Exit status: 0 done, 1 the work failed
      or left errors, 2 wrong usage.
      """
  }

  static func page(of command: CommandSpecification) -> String {
    let names = command.options.map { option in
      option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
    }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, command.options).map { "  \(padded($0, width))  \($1.help)" }
    return
      ([usage(of: command), "", command.summary]
      + (lines.isEmpty ? [] : [""] + lines)).joined(separator: "\n")
  }

  /// The usage line, broken between arguments and aligned behind the command.
  private static func usage(of command: CommandSpecification) -> String {
    let start = "usage: syncline \(command.name)"
    var (lines, line) = ([String](), start)
    for argument in command.usageOfArguments {
      if line.count + 1 + argument.count > lineLength {
        lines.append(line)
        line = String(repeating: " ", count: start.count)
      }
      line += " \(argument)"
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static let lineLength = 100

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
