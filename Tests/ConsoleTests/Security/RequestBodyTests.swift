import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Bodies that an action cannot read whole, sent by somebody who may do everything.
@Suite struct RequestBodyTests {
  private func console() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("TodoItem", [("a", ["text": "x", "complete": false])])
    return console
  }

  private func send(
    _ console: RowsConsole, _ action: String, _ type: String?, _ body: String
  ) async -> HTTPResponse {
    var fields = [
      "Authorization": "Bearer \(console.adminToken)", "Accept": "application/json",
    ]
    if let type { fields["Content-Type"] = type }
    return await console.console.send(.post, "/s/todo\(action)", fields, body: body)
  }

  static let actions = [
    "/t/TodoItem", "/t/TodoItem/purge", "/t/TodoItem/r/a", "/t/TodoItem/r/a/delete",
    "/t/TodoItem/r/a/hard-delete", "/offline", "/push/preview", "/t/TodoItem/bulk",
  ]

  @Test(arguments: actions)
  func aBodyOfAnotherKindIsRefused(action: String) async throws {
    let console = try await console()
    for type in ["text/plain", "multipart/form-data; boundary=x", "application/xml", nil] {
      let answer = await send(console, action, type, "{\"values\":{\"text\":\"y\"}}")
      #expect(answer.status == 415, "\(type ?? "none")")
      #expect(answer.json["error"]?["code"] == "unsupported_media_type")
    }
    try await expectUnchanged(console)
  }

  @Test(arguments: actions)
  func aBodyThatIsNoJSONObjectIsRefused(action: String) async throws {
    let console = try await console()
    for body in ["{", "[]", "null", "5", "\"x\""] {
      let answer = await send(console, action, "application/json", body)
      #expect(answer.status == 400, "\(body)")
      #expect(answer.json["error"]?["requestId"]?.string?.isEmpty == false)
    }
    try await expectUnchanged(console)
  }

  @Test(arguments: actions)
  func aMisspeltMemberIsNamed(action: String) async throws {
    let console = try await console()
    let answer = await send(console, action, "application/json", "{\"querry\":\"text=y\"}")
    #expect(answer.status == 400)
    #expect(answer.json["error"]?["message"]?.string?.contains("“querry”") == true)
    try await expectUnchanged(console)
  }

  @Test(arguments: ["{\"query\":5}", "{\"query\":[\"text=y\"]}", "{\"force\":\"no\"}"])
  func aPurgeTakesNothingForTheWholeTableThatItCannotRead(body: String) async throws {
    let console = try await console()
    let answer = await send(console, "/t/TodoItem/purge", "application/json", body)
    #expect(answer.status == 400)
    try await expectUnchanged(console)
  }

  @Test(arguments: ["{}", "{\"rows\":5}", "{\"rows\":[5]}", "{\"rows\":null}"])
  func undeletingFromTheTrashNeedsRows(body: String) async throws {
    let console = try await console()
    #expect(await send(console, "/trash/undelete", "application/json", body).status == 400)
  }

  private func expectUnchanged(_ console: RowsConsole) async throws {
    #expect(try await console.record("TodoItem", "a")?.values["text"] == "x")
    #expect(try await console.sync.counts().live == 1)
    #expect(try await console.queued() == 0)
  }
}
