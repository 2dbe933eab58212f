import HTTPClient
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct FileTests {
  private let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]

  private func upload(_ id: String, _ bytes: [UInt8]) -> FileUpload {
    FileUpload(
      table: "Note", id: id, column: "photo", name: "a.png", contentType: "image/png",
      bytes: bytes)
  }

  @Test func aFileGoesUpIntoARowAndComesDownAgain() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let value = try await fixture.remote.upload(upload("a", png))
      try await notes.insert(["id": "a", "title": "x", "photo": value])
      #expect(try await fixture.store.push().succeeded == 1)
      let row = try #require(try await notes.read(id: "a"))
      let photo = try #require(row.values["photo"])
      #expect(photo["downloadURL"] == nil)
      #expect(photo["receipt"] == nil)
      let content = try await fixture.remote.download(photo, of: "Note", limit: 1_000)
      #expect(content.bytes == png)
      #expect(content.contentType == "image/png")
      // Another column changes: the file is neither sent nor lost.
      try await notes.update("a", ["title": "y"])
      #expect(try await fixture.store.push().succeeded == 1)
      let other = try await fixture.remote.read("Note", id: "a")
      #expect(other?.values["photo"]?["fileChecksum"] == photo["fileChecksum"])
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.download(photo, of: "Note", limit: 5)
      }
      // Taken out again.
      try await notes.update("a", ["photo": .null])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.remote.read("Note", id: "a")?.values["photo"] == nil)
    }
  }

  /// The server shows the file without its receipt: that is no other row.
  @Test(arguments: ["insert", "update"])
  func aFileWhoseAnswerWasLostIsFoundInItsRow(kind: String) async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let value = try await fixture.remote.upload(upload("a", png))
      if kind == "insert" {
        try await notes.insert(["id": "a", "photo": value])
      } else {
        try await notes.insert(["id": "a", "title": "x"])
        #expect(try await fixture.store.push().succeeded == 1)
        try await notes.update("a", ["photo": value])
      }
      try await fixture.fault(["operation": "records/modify", "kind": "lostAnswer"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.store.errors().isEmpty)
      let photo = try await notes.read(id: "a")?.values["photo"]
      #expect(photo?["recordName"] == "a" && photo?["receipt"] == nil)
    }
  }

  @Test func aFileThatIsTooLargeIsNotSent() async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in .json(200, [:]) }
    let remote = try CloudKitRemote.test(transport)
    let error = await #expect(throws: RemoteError.self) {
      _ = try await remote.upload(upload("a", [UInt8](repeating: 0, count: 16 << 20)))
    }
    guard case .tooLarge(413, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func aFileThatWasNotPushedYetSaysSo() async throws {
    try await withCloudKit { fixture in
      let value = try await fixture.remote.upload(upload("a", png))
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.download(value, of: "Note", limit: 100)
      }
    }
  }

  @Test func theSignInDoesNotGoToThePlaceOfTheBytes() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      request.url.contains("assets/upload")
        ? .json(200, ["tokens": [["url": "https://other.example/put?x=1"]]])
        : .json(200, ["singleFile": ["fileChecksum": "c", "size": 1, "receipt": "r"]])
    }
    let remote = try CloudKitRemote.test(transport)
    _ = try await remote.upload(upload("a", png))
    let request = try #require(transport.requests.last)
    #expect(request.url == "https://other.example/put?x=1")
    #expect(request.headers.all.map(\.name) == ["Content-Type"])
  }

  @Test func aHostileServerCannotSendTheConsoleIntoItsOwnNetwork() async throws {
    let inside = try RawServer { _ in }
    let client = HTTPClient()
    defer { client.shutdown() }
    let server = try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      let url = "http://localhost:\(inside.port)/admin"
      let body = """
        {"records": [{"recordName": "a", "recordType": "Note",
          "fields": {"photo": {"value": {"downloadURL": "\(url)"}}}}]}
        """
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
          + "\(body.utf8.count)\r\n\r\n\(body)")
    }
    let remote = CloudKitRemote(
      try CloudKitConfiguration(
        url: "http://127.0.0.1:\(server.port)", container: "iCloud.com.example.app",
        environment: .development, database: .public, zone: .default,
        credential: .apiToken("t"), requestTimeout: .seconds(120)), client: client)
    let error = await #expect(throws: RemoteError.self) {
      _ = try await remote.download(
        ["recordName": "a", "fieldName": "photo"], of: "Note", limit: 100)
    }
    #expect("\(try #require(error))".contains("not to a public address"))
    #expect(inside.connectionCount == 0)
  }
}
