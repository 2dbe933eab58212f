import Foundation
import HTTPServer
import Support
import TableService
import TestSupport
import Testing

@Suite struct ReadmeTests {
  /// The example as it runs here; the README names a server and a file.
  @Test func showsTheExampleThatRuns() throws {
    let source = try Documentation.text("Tests/ReadmeTests/Example.swift")
      .components(separatedBy: "  // README\n")
    let example = try #require(source.count == 3 ? source[1] : nil)
    let lines = example.components(separatedBy: "\n").map {
      $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0
    }
    let shown = lines.joined(separator: "\n")
      .replacing("url: url", with: "url: \"http://127.0.0.1:8081\"")
      .replacing("path: path", with: "path: \"todo.sqlite\"")
    #expect(try Documentation.text("README.md").contains(shown + "```\n"))
  }

  @Test func theExampleWorks() async throws {
    let folder = try TemporaryDirectory()
    let service = try await TableService(
      database: folder.file("service.sqlite"), configuration: TableServiceConfiguration(),
      time: SystemTime(), random: .system)
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    let server = try HTTPServer(configuration) { await service.respond(to: $0) }
    let texts = Locked<[String]>([])
    try await example(
      url: "http://127.0.0.1:\(server.port)", path: folder.file("todo.sqlite"),
      print: { text in texts.withLock { $0.append(text) } })
    await server.stop()
    #expect(texts.withLock { $0 } == ["Check the pump"])
  }

  /// The scripts that the README names are there and can be run.
  @Test func namesScriptsThatExist() throws {
    let scripts = try Documentation.text("README.md").matches(of: #/script\/[a-z-]+/#)
    #expect(!scripts.isEmpty)
    for script in scripts {
      #expect(
        FileManager.default.isExecutableFile(atPath: "\(Documentation.root)/\(script.0)"))
    }
  }
}
