import Support
import TestSupport
import Testing

@testable import syncline

@Suite struct ServiceOptionsTests {
  private func problems(_ words: [String]) throws -> [String] {
    let parsed = try ArgumentParser(command: ServiceCommand.specification).parse(words)
    var reader = OptionReader(parsed)
    _ = reader.serviceConfiguration()
    return reader.problems
  }

  @Test(arguments: [
    "http://localhost:3000", "https://app.example", "https://app.example:8443", "capacitor://app",
    "http://[::1]:81",
  ])
  func anOriginIsTakenAsBrowsersSendIt(origin: String) throws {
    #expect(try problems(["--cors-origin", origin]) == [])
  }

  @Test(arguments: [
    "foo", "*", "app.example", "https://", "https://app.example/", "https://app.example/x",
    "HTTPS://app.example", "https://App.example", "https://a b", "null",
  ])
  func anOriginThatNoBrowserSendsIsAMistake(origin: String) throws {
    let found = try problems(["--cors-origin", origin])
    #expect(found.count == 1 && found[0].contains("https://app.example:8443"))
  }

  @Test func everyMistakeOfAFileOfTablesIsSaidWithTheOthers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("tables.json")
    #expect(try problems(["--tables", path]).first?.contains("cannot be read") == true)
    let file = #"{"tables": {"t": {"columns": {"a": {"type": "int"}}}, "u": {}}}"#
    try Files.write(Array(file.utf8), to: path)
    let found = try problems(["--tables", path, "--max-top", "x"])
    #expect(found.count == 3)
    #expect(found.first?.hasPrefix("\(path): tables.t.columns.a.type: ") == true)
  }
}
