import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

@Suite struct RowTests {
  @Test func insertsAndReadsBack() async throws {
    let harness = try await Harness()
    let insert = await harness.send(
      .post, "/tables/t", ["id": "a b", "zero": 0, "no": false, "empty": "", "nothing": nil])
    #expect(insert.status == 201)
    let version = try #require(insert["version"]?.string)
    #expect(insert.headers["ETag"] == "\"\(version)\"")
    #expect(insert.headers["Location"] == "http://127.0.0.1:8081/tables/t/a%20b")
    #expect(insert["createdAt"] == insert["updatedAt"] && insert["deleted"] == false)
    let read = await harness.get("/tables/t/a%20b")
    #expect(read.status == 200 && read.json == insert.json)
    #expect(read.headers["ETag"] == insert.headers["ETag"])
    #expect(read["zero"] == 0 && read["no"] == false && read["empty"] == "")
    #expect(read["nothing"] == .some(nil))
    #expect(read.headers["Cache-Control"] == "no-cache")
  }

  @Test(.timeLimit(.minutes(1))) func rowWithTooManyColumnsIsRefusedAtOnce() async throws {
    let harness = try await Harness()
    func row(_ range: Range<Int>) -> JSONValue {
      .object(JSONObject(range.map { ("c\($0)", .integer(1)) }))
    }
    for count in [60_000, 1_001] {
      let refused = await harness.send(.post, "/tables/t", row(0..<count))
      #expect(refused.status == 400)
      #expect(refused["error"]?.string?.contains("1000 columns") == true)
    }
    #expect(await harness.send(.post, "/tables/t", row(0..<1_000)).status == 201)
    #expect(await harness.send(.post, "/tables/t", row(1..<1_001)).status == 400)
    #expect(await harness.get("/tables/t").json?.array?.count == 1)
  }

  @Test func makesIDs() async throws {
    for (version, length) in [("2.0.0", 36), ("3.0.0", 32)] {
      let harness = try await Harness(version: version)
      for body: JSONValue in [[:], ["id": nil], ["id": ""]] {
        let id = await harness.send(.post, "/tables/t", body)["id"]?.string
        #expect(id?.count == length)
      }
    }
  }

  @Test func keepsNumbersExact() async throws {
    let harness = try await Harness()
    let numbers: [JSONValue] = [
      9_007_199_254_740_991, 9_223_372_036_854_775_807, -2_147_483_649, 1.5, 1e21, 0.1, 2.0, -0.25,
    ]
    for number in numbers {
      let row = await harness.send(.post, "/tables/t", ["n": number])
      #expect(row.status == 201 && row["n"]?.double == number.double)
    }
    let exact = await harness.send(.post, "/tables/t", ["n": 9_223_372_036_854_775_806])
    #expect(exact["n"] == 9_223_372_036_854_775_806)
  }

  @Test(arguments: [
    ("1e-400", "too close to 0"), ("1.5e-400", "too close to 0"), ("1e400", "too large"),
    ("0.1" + String(repeating: "23", count: 500), "more than 1000 digits"),
  ])
  func saysWhichNumbersAColumnKeeps(digits: String, words: String) async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/Awk", ["id": "a", "dec": 1])
    let bytes = Array("{\"dec\":\(digits)}".utf8)
    let refused = await harness.send(.patch, "/tables/Awk/a", bytes: bytes)
    #expect(refused.status == 400)
    #expect(refused.error.contains("The column dec of Awk cannot keep \(digits.prefix(40))"))
    #expect(refused.error.contains(words), "\(refused.error)")
  }

  @Test func keepsTextThatLooksLikeADate() async throws {
    let harness = try await Harness()
    for text in ["2024-01-02T03:04:05.9999999+05:30", "2024-01-02", "007", "é😀 <b> & '+\""] {
      let row = await harness.send(.post, "/tables/t", ["due": .string(text)])
      #expect(row["due"] == .string(text))
    }
  }

  @Test func refusesAnInsertOfAnIDThatIsThere() async throws {
    let two = try await Harness()
    await two.send(.post, "/tables/t", ["id": "a", "text": "first"])
    await two.send(.delete, "/tables/t/a")
    let second = await two.send(.post, "/tables/t", ["id": "a", "text": "second"])
    #expect(second.status == 409 && second.json == ["id": "a", "text": "second"])
    let three = ["ZUMO-API-VERSION": "3.0.0"]
    let third = await two.send(.post, "/tables/t", ["id": "a", "text": "third"], headers: three)
    #expect(third.status == 409 && third["text"] == "first" && third["deleted"] == true)
    #expect(third.headers["ETag"] == second.headers["ETag"])
  }

  @Test func refusesValuesThatDoNotFitTheirColumn() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a", "text": "x", "n": 1, "flag": true])
    let wrong: [(JSONValue, String)] = [
      (["text": 5], "text"), (["text": true], "text"), (["n": "5"], "n"), (["n": true], "n"),
      (["flag": 1], "flag"), (["flag": "true"], "flag"),
    ]
    for (body, column) in wrong {
      for (method, target) in [(HTTPMethod.post, "/tables/t"), (.patch, "/tables/t/a")] {
        let answer = await harness.send(method, target, body)
        #expect(answer.status == 400 && answer.error.contains("column \(column) of t"))
      }
    }
    #expect(await harness.get("/tables/t").rows.count == 1)
    let widened = await harness.send(.patch, "/tables/t/a", ["n": 1.5])
    #expect(widened["n"] == 1.5)
  }

  @Test func leavesNothingOfARowWithNestedValues() async throws {
    let harness = try await Harness()
    let bodies: [JSONValue] = [
      ["id": "a", "first": 1, "nested": ["x": 1]], ["id": "a", "first": 1, "list": [1]],
    ]
    for body in bodies {
      let answer = await harness.send(.post, "/tables/t", body)
      #expect(answer.status == 400 && !answer.error.isEmpty)
    }
    #expect(harness.service.tableNames.isEmpty)
    let row = await harness.send(.post, "/tables/t", ["id": "a", "first": "now text"])
    #expect(row.status == 201 && row["nested"] == nil)
  }

  @Test(arguments: [
    "", "{", "[]", "[{}]", "null", "\"text\"", "5", "{\"id\":5}", "{\"bad name\":1}",
    "{\"quote]name\":1}", "{\"a\":1,}", "{\"id\":\"a/b\"}", "{\"1a\":1}",
  ])
  func refusesBadBodies(text: String) async throws {
    for version in ["2.0.0", "3.0.0"] {
      let harness = try await Harness(version: version)
      let answer = await harness.send(.post, "/tables/t", bytes: Array(text.utf8))
      #expect(answer.status == 400 && !answer.error.isEmpty)
      #expect(harness.service.tableNames.isEmpty)
    }
  }

  @Test func takesJSONOnly() async throws {
    let harness = try await Harness()
    for type in ["text/plain", "application/x-www-form-urlencoded", "application/json-patch+json"] {
      let answer = await harness.send(
        .post, "/tables/t", ["id": "a"], headers: ["Content-Type": type])
      #expect(answer.status == 415)
    }
    for type in ["application/json; charset=utf-8", "application/vnd.x+json", ""] {
      let answer = await harness.send(.post, "/tables/t", [:], headers: ["Content-Type": type])
      #expect(answer.status == 201)
    }
  }

  @Test func keepsSystemColumnsForItself() async throws {
    let two = try await Harness()
    for name in ["createdAt", "updatedAt", "deleted", "CReatedAT"] {
      let answer = await two.send(.post, "/tables/t", JSONValue.object(JSONObject([(name, nil)])))
      #expect(answer.status == 400 && answer.error.contains(name))
    }
    let three = try await Harness(version: "3.0.0")
    let row = await three.send(
      .post, "/tables/t",
      ["id": "a", "version": "AAAA", "updatedAt": "2001-01-01T00:00:00Z", "createdAt": "x"])
    #expect(row.status == 201 && row["version"] != "AAAA")
    #expect(row["updatedAt"]?.string?.hasPrefix("2023") == true && row["createdAt"] == nil)
    let born = await three.send(.post, "/tables/t", ["id": "b", "deleted": true])
    #expect(born.status == 201 && born["deleted"] == true)
    #expect(await three.get("/tables/t/b").status == 410)
  }

  @Test func takesTheLastOfNamesThatDifferInCaseOnly() async throws {
    let harness = try await Harness()
    let row = await harness.send(
      .post, "/tables/t", bytes: Array("{\"ID\":\"a\",\"Text\":\"1\",\"text\":\"2\"}".utf8))
    #expect(row.status == 201 && row["id"] == "a" && row["text"] == "2" && row["Text"] == nil)
  }

  @Test(.enabled(if: SharedFolder.isExpected))
  func acceptsTheIDsThatClientsAccept() async throws {
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/string-ids.json"))
    let valid = (document["valid"]?.array ?? []).compactMap(\.string)
    let invalid = (document["invalid"]?.array ?? []).compactMap(\.string)
    #expect(valid.count > 5 && invalid.count > 5)
    let harness = try await Harness()
    for id in valid + [String(repeating: "é", count: 255)] {
      let path = "/tables/t/\(PercentEncoding.encodeSegment(id))"
      #expect(await harness.send(.post, "/tables/t", ["id": .string(id)]).status == 201)
      #expect(await harness.get(path)["id"] == .string(id))
      let quoted = id.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "''")
      let filter = PercentEncoding.encodeQuery("id eq '\(quoted)'")
      #expect(await harness.ids("/tables/t?$filter=\(filter)") == [id])
      #expect(await harness.send(.patch, path, ["x": 1])["x"] == 1)
      #expect(await harness.send(.delete, path)["id"] == .string(id))
    }
    for id in invalid + [String(repeating: "x", count: 256), " ", "..", "a+b", "a?b"] {
      let answer = await harness.send(.post, "/tables/t", ["id": .string(id)])
      #expect(answer.status == 400 && !answer.error.isEmpty, "\(id)")
    }
  }
}
