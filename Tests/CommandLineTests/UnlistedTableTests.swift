import Console
import HTTPClient
import HTTPKit
import HTTPServer
import JSONKit
import Support
import SyncCore
import TableService
import TestSupport
import Testing

@testable import syncline

/// Tables of the settings that a server which lists its tables does not have.
@Suite struct UnlistedTableTests {
  @Test func areNamedWithTheTableThatWasProbablyMeant() async throws {
    let directory = try TemporaryDirectory()
    let service = try await TableService(
      database: directory.file("service.sqlite"), configuration: TableServiceConfiguration(),
      time: SystemTime(), random: .system)
    var listening = HTTPServer.Configuration()
    listening.port = 0
    let server = try HTTPServer(listening) { await service.respond(to: $0) }
    let address = "http://127.0.0.1:\(server.port)"
    let client = HTTPClient()
    var insert = ClientRequest(
      .post, "\(address)/tables/Note",
      headers: ["ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json"])
    insert.body = Array("{\"id\": \"a\", \"text\": \"x\"}".utf8)
    _ = try await client.send(insert)
    let data = try DataDirectory(creating: directory.file("data"))
    let test = await RemoteProbe(opener: StoreOpener(data: data, client: client)).test([
      "remote": ["kind": "azure", "url": .string(address)],
      "tables": [["name": "note"], ["name": "Other"]],
    ])
    #expect(test.isPassed && test.tables?.map(\.name) == ["Note"])
    #expect(test.unlisted == ["note", "Other"])
    let missing = "The server has no table of this name."
    #expect(
      test.checks.filter { $0.result == .warn }.suffix(2) == [
        ProbeFinding("note", .warn, "\(missing) Did you mean “Note”?"),
        ProbeFinding("Other", .warn, missing),
      ])
    client.shutdown()
    await server.stop()
  }
}
