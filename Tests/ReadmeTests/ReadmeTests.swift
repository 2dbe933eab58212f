import Foundation
import HTTPServer
import Support
import TableService
import TestSupport
import Testing

@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func showsTheExampleThatRuns() throws {
    let source = try text("Tests/ReadmeTests/Example.swift").components(
      separatedBy: "  // README\n")
    let example = try #require(source.count == 3 ? source[1] : nil)
    let shown = example.components(separatedBy: "\n").map {
      $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0
    }
    #expect(try text("README.md").contains(shown.joined(separator: "\n")))
  }

  @Test func theExampleWorks() async throws {
    let folder = try TemporaryDirectory()
    let service = try await TableService(
      database: folder.file("service.sqlite"), configuration: TableServiceConfiguration(),
      time: SystemTime(), random: .system)
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    let server = try HTTPServer(configuration) { await service.respond(to: $0) }
    let texts = try await example(
      url: "http://127.0.0.1:\(server.port)", path: folder.file("todo.sqlite"))
    await server.stop()
    #expect(texts == ["Dean"])
  }
}
