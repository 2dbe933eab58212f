import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteParse

@Suite struct FileTests {
  private func upload(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) -> FileUpload {
    FileUpload(
      table: "Note", id: "x", column: "photo", name: name, contentType: "image/png", bytes: bytes)
  }

  @Test(arguments: [
    ("a b.png", "a b.png"), ("a/b\\c.png", "a_b_c.png"), ("-x.png", "_x.png"), ("", "file"),
    ("é.png", "__.png"),
  ])
  func namesAreMadeAcceptable(given: String, taken: String) {
    #expect(ParseRemote.acceptable(given) == taken)
  }

  @Test func longNameKeepsItsEnding() {
    let name = ParseRemote.acceptable(String(repeating: "n", count: 300) + ".jpeg")
    #expect(name.utf8.count == 128)
    #expect(name.hasSuffix(".jpeg"))
  }

  @Test func uploadedFileIsNamedByTheRowAndARetryTakesTheSameName() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"]])
      _ = try await fixture.store.pull()
      let value = try await fixture.remote.upload(upload("a/b.png"))
      try await fixture.table.update(ids[0], ["photo": value])
      try await fixture.faults(["failed", "lostRequest"])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows()[ids[0]]?["photo"] == value)
      #expect(try await fixture.emulator.control("files").object?.count == 1)
    }
  }

  /// A real server with LiveQuery ends when a File of a row has none.
  @Test func everyFileIsSentWithItsAddress() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"]])
      _ = try await fixture.store.pull()
      let value = try await fixture.remote.upload(upload("a b.png"))
      try await fixture.table.update(ids[0], ["photo": value, "more": [value]])
      _ = try await fixture.store.push()
      let name = try #require(value["name"]?.string)
      let address = "/files/rec-app/\(PercentEncoding.encodeSegment(name))"
      let sent = try await fixture.emulator.control("log").serializedText
      #expect(sent.split(separator: address).count == 3, "in the column and in the list")
      let row = try await fixture.serverRows()[ids[0]]
      #expect(row?["photo"] == ["__type": "File", "name": .string(name)])
    }
  }

  @Test func fileThatIsEmptyTooLargeOrGoneIsSaidSo() async throws {
    try await withParse(.with { $0.server = ["maxUpload": 1_000] }) { fixture in
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.upload(upload("e.png", []))
      }
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.upload(
          upload("big.png", [UInt8](repeating: 1, count: 2_000)))
      }
      let value = try await fixture.remote.upload(upload("a.png"))
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.download(value, of: "Note", limit: 2)
      }
      await #expect(throws: RemoteError.self) {
        _ = try await fixture.remote.download(
          ["__type": "File", "name": "gone.png"], of: "Note", limit: 100)
      }
    }
  }

  @Test func anonymousUploadIsRefusedWithTheServersReason() async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
      }
    ) { fixture in
      do {
        _ = try await fixture.remote.upload(upload("a.png"))
        Issue.record("it was taken")
      } catch {
        #expect("\(error)".contains("130"))
      }
    }
  }

  @Test func valuesKeepNoAddressThatTheServerMakesUp() {
    let value: JSONValue = [
      "__type": "File", "name": "a.png", "url": "http://127.0.0.1:9/parse/files/x/a.png",
    ]
    #expect(ParseValues.stored(value) == ["__type": "File", "name": "a.png"])
  }
}
