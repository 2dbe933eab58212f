import HTTPKit
import JSONKit
import TableService
import Testing

@Suite struct JSONPatchTests {
  private static let type = ["Content-Type": "application/json-patch+json"]

  private func harness() async throws -> Harness {
    let harness = try await Harness(version: "3.0.0")
    await harness.send(
      .post, "/tables/t", ["id": "a", "text": "one", "count": 1, "note": "kept"])
    return harness
  }

  private func patch(
    _ harness: Harness, _ operations: JSONValue, id: String = "a",
    headers: [String: String] = [:]
  ) async -> Answer {
    await harness.send(
      .patch, "/tables/t/\(id)", operations, headers: Self.type.merging(headers) { $1 })
  }

  @Test func operationsChangeColumns() async throws {
    let harness = try await harness()
    let answer = await patch(
      harness,
      [
        ["op": "test", "path": "/count", "value": 1],
        ["op": "replace", "path": "/text", "value": "two"],
        ["op": "add", "path": "/added", "value": true],
        ["op": "remove", "path": "/note"],
        ["op": "copy", "from": "/text", "path": "/copied"],
        ["op": "move", "from": "/count", "path": "/moved"],
      ])
    #expect(answer.status == 200)
    let row = await harness.get("/tables/t/a")
    #expect(row["text"] == "two" && row["added"] == true && row["copied"] == "two")
    #expect(row["note"] == .null && row["count"] == .null && row["moved"] == 1)
  }

  @Test func aTestThatFailsChangesNothingAndShowsTheRow() async throws {
    let harness = try await harness()
    let before = await harness.get("/tables/t/a").json
    let answer = await patch(
      harness,
      [
        ["op": "replace", "path": "/text", "value": "two"],
        ["op": "test", "path": "/count", "value": 2],
      ])
    #expect(answer.status == 409 && answer["text"] == "one")
    #expect(await harness.get("/tables/t/a").json == before)
  }

  @Test func theVersionIsCheckedAsForAnyUpdate() async throws {
    let harness = try await harness()
    let change: JSONValue = [["op": "replace", "path": "/text", "value": "two"]]
    #expect(await patch(harness, change, headers: ["If-Match": "\"old\""]).status == 412)
    #expect(await patch(harness, change, id: "b").status == 404)
  }

  @Test func aDeletedRowComesBackWhenThePatchSaysSo() async throws {
    let harness = try await harness()
    await harness.send(.delete, "/tables/t/a")
    let change: JSONValue = [["op": "replace", "path": "/text", "value": "two"]]
    #expect(await patch(harness, change).status == 410)
    #expect(
      await patch(harness, [["op": "replace", "path": "/deleted", "value": false]]).status == 200)
    #expect(await harness.get("/tables/t/a")["text"] == "one")
  }

  @Test(arguments: [
    #"{}"#, #"[{"op":"replace","path":"text","value":1}]"#, #"[{"op":"replace","path":"/text"}]"#,
    #"[{"op":"turn","path":"/text","value":1}]"#, #"[{"op":"remove","path":"/nosuch"}]"#,
    #"[{"op":"add","path":"/text/0","value":1}]"#, #"[{"op":"replace","path":"/id","value":"b"}]"#,
    #"[{"op":"replace","path":"/version","value":"x"}]"#, "[",
  ])
  func refusesWhatItCannotDo(text: String) async throws {
    let harness = try await harness()
    let before = await harness.get("/tables/t/a").json
    let answer = await harness.send(
      .patch, "/tables/t/a", bytes: Array(text.utf8), headers: Self.type)
    #expect(answer.status == 400 && !answer.error.isEmpty, "\(answer.status) \(text)")
    #expect(await harness.get("/tables/t/a").json == before)
  }

  @Test func clientsOfVersionTwoDoNotSendIt() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a"])
    #expect(await patch(harness, []).status == 415)
  }
}

@Suite struct ServiceOptionTests {
  @Test func aReadOnlyTableAnswersReadsAlone() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a"])
    let closed = try await Harness { $0.readOnly = .tables(["T"]) }
    #expect(await closed.get("/tables/t").status == 200)
    for (method, target) in [
      (HTTPMethod.post, "/tables/t"), (.patch, "/tables/t/a"), (.delete, "/tables/t/a"),
      (.post, "/tables/t/a"), (.put, "/tables/t/a"),
    ] {
      let answer = await closed.send(method, target, ["id": "a"])
      #expect(answer.status == 405 && answer.error.contains("only be read"), "\(method)")
    }
    #expect(await closed.send(.post, "/tables/other", ["id": "a"]).status == 201)
    #expect(closed.service.tableNames == ["other"])
  }

  @Test func itsHealthNeedsNoKeyAndNoVersion() async throws {
    let harness = try await Harness(version: nil) { $0.apiKey = "key" }
    let answer = await harness.get("/healthz")
    #expect(answer.status == 200 && answer["status"] == "ok")
    #expect(await harness.get("/tables/t").status == 401)
  }
}
