import Support

/// What one command accepts, and what it does.
struct CommandSpecification: Sendable {
  var name: String
  var summary: String
  /// What stands behind the name in the usage line, such as `TABLE ID...`.
  var operands = Operands.none
  var options: [Option] = []
  var run: @Sendable (ParsedArguments) async throws -> Int32

  enum Operands: Sendable, Equatable {
    case none
    /// Exactly these, by the words of the usage line.
    case fixed([String])
    /// These, then at least one of the last.
    case list([String], repeated: String)
    /// One or none.
    case optional(String)
    /// Any number.
    case optionalList(String)

    var usage: String {
      switch self {
      case .none: ""
      case .fixed(let words): words.joined(separator: " ")
      case .list(let words, let repeated): (words + ["\(repeated)..."]).joined(separator: " ")
      case .optional(let word): "[\(word)]"
      case .optionalList(let word): "[\(word)...]"
      }
    }
  }

  struct Option: Sendable, Equatable {
    var name: String
    /// The word for its value in the usage line; nil for a switch.
    var value: String?
    var isRepeated = false
    var isRequired = false
    var help: String

    static func flag(_ name: String, _ help: String) -> Option {
      Option(name: name, value: nil, help: help)
    }

    static func value(
      _ name: String, _ value: String, _ help: String, isRequired: Bool = false
    )
      -> Option
    {
      Option(name: name, value: value, isRequired: isRequired, help: help)
    }

    static func repeated(_ name: String, _ value: String, _ help: String) -> Option {
      Option(name: name, value: value, isRepeated: true, help: help)
    }

    var usage: String {
      let text = value.map { "--\(name) \($0)" } ?? "--\(name)"
      return isRequired ? text : isRepeated ? "[\(text)]..." : "[\(text)]"
    }
  }

  /// One line: the name, the operands and every option.
  var usage: String { ([name] + usageOfArguments).joined(separator: " ") }

  /// The operands and every option, each whole.
  var usageOfArguments: [String] {
    ([operands.usage] + options.map(\.usage)).filter { !$0.isEmpty }
  }
}

/// The operands and options of one command line, checked against the command's specification.
struct ParsedArguments: Sendable {
  /// The name of the command and the words behind it, as they were typed.
  var command = ""
  var words: [String] = []
  var operands: [String] = []
  var values: UTF8Dictionary<[String]> = [:]
  var switches: UTF8Set = []

  func has(_ name: String) -> Bool { switches.contains(name) }
  func value(_ name: String) -> String? { values[name]?.last }
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The command line with one more option, to be pasted into a shell.
  func line(adding option: String, _ value: String) -> String {
    let isSafe = { (word: String) in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,+@".contains($0) }
    }
    let quoted = words.map { isSafe($0) ? $0 : "'\($0.replacing("'", with: #"'\''"#))'" }
    return (["syncline \(command) --\(option) \(value)"] + quoted).joined(separator: " ")
  }
}

/// A command line that cannot be run as it stands; says what to write instead.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var problems: [String]
  /// The usage line that applies; nil when no command was recognised.
  var usage: String?
  /// A command line that works.
  var example = "syncline help"

  init(_ problems: [String], usage: String? = nil) {
    self.problems = problems
    self.usage = usage
  }

  init(_ problem: String, example: String) {
    problems = [problem]
    self.example = example
  }

  var description: String {
    let lines = problems.map { "syncline: \($0)" }
    return (lines + [usage.map { "usage: syncline \($0)" } ?? "Try: \(example)"])
      .joined(separator: "\n")
  }
}
