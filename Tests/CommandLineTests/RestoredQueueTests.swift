import Console
import HTTPClient
import HTTPServer
import JSONKit
import Support
import SyncCore
import SyncInspection
import TableService
import TestSupport
import Testing

@testable import syncline

/// A restored store whose pending operations the server has had meanwhile.
@Suite struct RestoredQueueTests {
  @Test func sendsNothingTwice() async throws {
    let directory = try TemporaryDirectory()
    let service = try await TableService(
      database: directory.file("service.sqlite"), configuration: TableServiceConfiguration(),
      time: SystemTime(), random: .system)
    var listening = HTTPServer.Configuration()
    listening.port = 0
    let server = try HTTPServer(listening) { await service.respond(to: $0) }
    let client = HTTPClient()
    let path = directory.file("data")
    let data = try DataDirectory(creating: path)
    try Files.write(
      Array(
        """
        { "stores": [ { "name": "todo", "tables": [ { "name": "Note" } ],
          "remote": { "kind": "azure", "url": "http://127.0.0.1:\(server.port)" } } ] }
        """.utf8), to: data.configurationFile)
    func inStore<Output>(
      _ data: DataDirectory, _ body: (SyncContext) async throws -> Output
    ) async throws -> Output {
      let definition = try DataDirectory(existing: path).configuration(named: nil)[0]
      let opener = StoreOpener(data: data, client: client)
      let context = try await opener.open(definition, opener.remote(definition.remote))
      let output = try await body(context)
      await context.close()
      return output
    }
    try await inStore(data) { context in
      let notes = context.table("Note")
      for id in ["mine", "theirs", "gone"] { _ = try await notes.insert(["id": .string(id)]) }
      _ = try await context.push()
      try await notes.update("mine", ["text": "a"])
      try await notes.update("theirs", ["text": "a"])
      try await notes.delete("gone")
      _ = try await notes.insert(["id": "new", "text": "a"])
    }
    let backup = directory.file("backup")
    #expect(await Syncline.run(["backup", backup, "--data", path]) == 0)
    #expect(await Syncline.run(["push", "--data", path]) == 0)
    let other = try DataDirectory(creating: directory.file("other"))
    let versions = try await inStore(other) { context in
      _ = try await context.pull()
      try await context.table("Note").update("theirs", ["text": "b"])
      _ = try await context.push()
      return try await self.versions(context)
    }
    #expect(await Syncline.run(["restore", backup, "--apply", "--data", path]) == 1)
    #expect(await Syncline.run(["restore", backup, "--apply", "--force", "--data", path]) == 0)
    try await inStore(data) { context in
      #expect(try await context.counts().pending == 4)
      _ = try await context.push()
      // The others are on the server as they are here; this one somebody changed there.
      #expect(try await context.errors().map(\.itemID) == ["theirs"])
    }
    let after = try await inStore(other) { context in
      _ = try await context.pull()
      return try await self.versions(context)
    }
    #expect(after == versions && after.count == 3)
    client.shutdown()
    await server.stop()
  }

  private func versions(_ context: SyncContext) async throws -> [String] {
    try await context.table("Note").read(RowQuery(view: .live)).rows
      .map { "\($0.record.id) \($0.record.version ?? "")" }.sorted()
  }
}
