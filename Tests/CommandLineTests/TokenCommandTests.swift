import ConsoleData
import Support
import TestSupport
import Testing

@testable import syncline

/// `token add`: a token for one store.
@Suite struct TokenCommandTests {
  private func add(_ store: String, _ data: String) async -> Int32 {
    await Syncline.run(
      ["token", "add", "ci", "--role", "operator", "--store", store, "--data", data])
  }

  private func tokens(_ data: String) async throws -> [String?] {
    try await ConsoleData(
      path: DataDirectory.consoleDatabase(in: data), time: SystemTime(), random: .system
    ).tokens().map(\.store)
  }

  @Test func aStoreThatIsNotThereIsAMistake() async throws {
    let directory = try TemporaryDirectory()
    let data = directory.file("data")
    let file = try DataDirectory(creating: data).configurationFile
    let store = #"{"name": "todo", "remote": {"kind": "azure", "url": "http://127.0.0.1:9"}}"#
    try Files.write(Array(#"{"stores": [\#(store)]}"#.utf8), to: file)
    #expect(await add("nosuch", data) == 2)
    #expect(!Files.exists(DataDirectory.consoleDatabase(in: data)))
    #expect(await add("todo", data) == 0)
    #expect(try await tokens(data) == ["todo"])
  }

  @Test func whereNoStoreIsYetATokenWaitsForItsStore() async throws {
    let directory = try TemporaryDirectory()
    let data = directory.file("data")
    #expect(await add("todo", data) == 0)
    #expect(try await tokens(data) == ["todo"])
  }
}
