import TestSupport
import Testing

@testable import syncline

/// `docs/command-line.md` against the commands.
@Suite struct CommandLinePageTests {
  private static let path = "docs/command-line.md"

  @Test(arguments: Commands.all.map(\.name))
  func showsTheHelpOfACommand(name: String) throws {
    let command = try #require(Commands.all.first { $0.name == name })
    let section = "## syncline \(name)\n\n```\n\(HelpText.page(of: command))\n```\n"
    #expect(try Documentation.text(Self.path).contains(section))
  }

  @Test func namesNoOtherCommand() throws {
    let headings = try Documentation.text(Self.path).split(separator: "\n")
      .filter { $0.hasPrefix("## syncline ") }.map { String($0.dropFirst("## syncline ".count)) }
    #expect(headings == Commands.all.map(\.name))
  }
}
