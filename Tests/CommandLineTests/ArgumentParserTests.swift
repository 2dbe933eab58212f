import Testing

@testable import syncline

@Suite struct ArgumentParserTests {
  private let command = CommandSpecification(
    name: "sample", summary: "", operands: .list(["TABLE"], repeated: "ID"),
    options: [
      .value("data", "DIR", ""), .flag("json", ""), .repeated("host", "NAME", ""),
      .value("role", "ROLE", "", isRequired: true),
    ],
    run: { _ in 0 })

  private func problems(_ words: [String]) -> [String] {
    do {
      _ = try ArgumentParser(command: command).parse(words)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func readsOptionsInBothForms() throws {
    let parsed = try ArgumentParser(command: command).parse([
      "T", "--role=admin", "a", "--data", "d", "--json", "--host", "x", "--host=y", "--", "--b",
    ])
    #expect(parsed.operands == ["T", "a", "--b"])
    #expect(parsed.value("role") == "admin")
    #expect(parsed.value("data") == "d")
    #expect(parsed.has("json"))
    #expect(parsed.all("host") == ["x", "y"])
  }

  @Test func reportsEveryMistakeAtOnce() {
    #expect(
      problems(["--dat", "x", "--json=1", "--data"]) == [
        "`sample` has no option --dat. Write --data.",
        "--json is a switch: write it without a value.",
        "--data needs a value: write --data DIR.",
        "`sample` needs --role ROLE.",
        "`sample` needs ID.",
      ])
  }

  @Test func refusesAnOptionThatStandsTwice() {
    #expect(
      problems(["T", "a", "--role", "x", "--role", "y"]) == [
        "--role is given twice: write it once."
      ])
  }
}

@Suite struct CommandsTests {
  @Test(arguments: [
    (["serv"], "There is no command `serv`. Did you mean `serve`?"),
    (["user"], "`user` is incomplete: write `user add` or `user codes-off`."),
    (["frobnicate"], "There is no command `frobnicate`."),
  ])
  func namesTheCommandThatWasMeant(words: [String], expected: String) {
    #expect(throws: UsageError([expected])) { try Commands.parse(words) }
  }

  @Test func everyCommandHasHelp() {
    for command in Commands.all {
      #expect(HelpText.page(of: command).contains(command.name))
      #expect(!command.summary.isEmpty)
    }
  }
}

@Suite struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:0", "[::1]:0"), (":9", "127.0.0.1:9"),
    ("localhost:80", "localhost:80"),
  ])
  func readsHostAndPort(text: String, expected: String) {
    #expect(ListenAddress(text)?.description == expected)
  }

  @Test(arguments: ["", "8080", "127.0.0.1", "127.0.0.1:99999", "::1:80", "host:http"])
  func refusesWhatIsNoAddress(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func knowsWhatOnlyThisMachineReaches() throws {
    #expect(try #require(ListenAddress("127.0.0.2:1")).isLoopback)
    #expect(try #require(ListenAddress("[::1]:1")).isLoopback)
    #expect(try !#require(ListenAddress("0.0.0.0:1")).isLoopback)
  }
}
