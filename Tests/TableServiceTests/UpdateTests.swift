import Foundation
import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

@Suite struct UpdateTests {
  private func harness(_ version: String = "2.0.0") async throws -> (Harness, tag: String) {
    let harness = try await Harness(version: version)
    let row = await harness.send(.post, "/tables/t", ["id": "a", "text": "x", "n": 1])
    return (harness, try #require(row.headers["ETag"]))
  }

  @Test func mergesInAPatch() async throws {
    let (harness, tag) = try await harness()
    let before = await harness.get("/tables/t/a")
    let after = await harness.send(.patch, "/tables/t/a", ["n": nil, "extra": true])
    #expect(after.status == 200 && after["text"] == "x" && after["n"] == .some(nil))
    #expect(after["extra"] == true && after.headers["ETag"] != tag)
    #expect(after["createdAt"] == before["createdAt"])
    let stamps = try (
      #require(before["updatedAt"]?.string), #require(after["updatedAt"]?.string)
    )
    #expect(stamps.0 < stamps.1)
    let inBody = await harness.send(.patch, "/tables/t", ["id": "a", "text": "y"])
    #expect(inBody.status == 200 && inBody["text"] == "y")
    #expect(await harness.send(.patch, "/tables/t", ["text": "y"]).status == 400)
  }

  @Test func leavesTheRowAloneWhenAPatchNamesNothing() async throws {
    let (harness, tag) = try await harness()
    let answer = await harness.send(.patch, "/tables/t/a", [:])
    #expect(answer.status == 200 && answer.headers["ETag"] == tag)
  }

  @Test func replacesInAPut() async throws {
    for version in ["2.0.0", "3.0.0"] {
      let (harness, _) = try await harness(version)
      let after = await harness.send(.put, "/tables/t/a", ["id": "a", "n": 2])
      #expect(after.status == 200 && after["n"] == 2 && after["text"] == .some(nil))
      #expect(await harness.send(.put, "/tables/t/b", ["id": "b"]).status == 404)
      #expect(await harness.send(.put, "/tables/t/a", ["id": "b"]).status == 400)
    }
  }

  @Test func refusesAnIDThatDiffersAndARowThatIsMissing() async throws {
    let (harness, tag) = try await harness()
    #expect(await harness.send(.patch, "/tables/t/a", ["id": "b", "n": 2]).status == 400)
    #expect(await harness.send(.patch, "/tables/t/b", ["n": 2]).status == 404)
    #expect(await harness.send(.patch, "/tables/none/b", ["n": 2]).status == 404)
    let missing = await harness.send(.patch, "/tables/t/b", ["n": 2], headers: ["If-Match": tag])
    #expect(missing.status == 404)
    #expect(await harness.get("/tables/t/a").headers["ETag"] == tag)
    #expect(harness.service.tableNames == ["t"])
  }

  @Test func writesOnlyOverTheVersionThatIfMatchNames() async throws {
    let (harness, tag) = try await harness()
    let bare = tag.filter { $0 != "\"" }
    let stale = [
      "\"AAAAAAAAAAA=\"", "AAAAAAAAAAA=", "W/\(tag)", "\"a\", \"b\"", "\"*\"", "\"\(bare)x\"",
    ]
    for field in stale {
      let answer = await harness.send(
        .patch, "/tables/t/a", ["n": 2], headers: ["If-Match": field])
      #expect(answer.status == 412 && answer["n"] == 1, "\(field)")
      #expect(answer.headers["ETag"] == tag)
      let delete = await harness.send(.delete, "/tables/t/a", headers: ["If-Match": field])
      #expect(delete.status == 412 && delete["n"] == 1)
    }
    var current = tag
    for form in ["TAG", "*", "\"x\", TAG", "W/\"x\",TAG", "BARE", "BARE , x"] {
      let bare = current.filter { $0 != "\"" }
      let field = form == "*" ? form : replaced(replaced(form, "TAG", current), "BARE", bare)
      let answer = await harness.send(
        .patch, "/tables/t/a", ["n": 2], headers: ["If-Match": field])
      #expect(answer.status == 200, "\(field)")
      current = answer.headers["ETag"] ?? ""
    }
    let none = await harness.send(
      .patch, "/tables/t/a", ["n": 3], headers: ["If-None-Match": current])
    #expect(none.status == 412)
  }

  private func replaced(_ text: String, _ part: String, _ by: String) -> String {
    text.replacingOccurrences(of: part, with: by)
  }

  @Test func answers409ToAStaleVersionInTheBodyOfVersion2() async throws {
    let (harness, tag) = try await harness()
    let version = tag.filter { $0 != "\"" }
    let fresh = await harness.send(
      .patch, "/tables/t/a", ["n": 2, "version": .string(version)])
    #expect(fresh.status == 200)
    let stale = await harness.send(
      .patch, "/tables/t/a", ["n": 3, "version": .string(version)])
    #expect(stale.status == 409 && stale["n"] == 2 && stale["version"] == fresh["version"])
    let header = await harness.send(
      .patch, "/tables/t/a", ["n": 3, "version": .string(version)],
      headers: ["If-Match": fresh.headers["ETag"] ?? ""])
    #expect(header.status == 200)
  }

  @Test func ignoresAVersionInABodyOfVersion3ButNotAChangedOneInAPatch() async throws {
    let (harness, _) = try await harness("3.0.0")
    let put = await harness.send(.put, "/tables/t/a", ["id": "a", "version": "AAAA"])
    #expect(put.status == 200)
    #expect(await harness.send(.patch, "/tables/t/a", ["version": "AAAA"]).status == 400)
    let version = try #require(put["version"])
    let same = await harness.send(.patch, "/tables/t/a", ["version": version, "n": 5])
    #expect(same.status == 200 && same["n"] == 5)
  }

  @Test func answersConditionalReadsInVersion3Only() async throws {
    let (three, tag) = try await harness("3.0.0")
    let fresh = await three.get("/tables/t/a", headers: ["If-None-Match": "W/\(tag)"])
    #expect(fresh.status == 304 && fresh.headers["ETag"] == tag && fresh.json == nil)
    #expect(await three.get("/tables/t/a", headers: ["If-None-Match": "\"x\""]).status == 200)
    #expect(await three.get("/tables/t/a", headers: ["If-Match": "\"x\""]).status == 412)
    let later = "Mon, 01 Jan 2035 00:00:00 GMT"
    let earlier = "Mon, 01 Jan 2001 00:00:00 GMT"
    #expect(await three.get("/tables/t/a", headers: ["If-Modified-Since": later]).status == 304)
    #expect(await three.get("/tables/t/a", headers: ["If-Modified-Since": earlier]).status == 200)
    let unmodified = await three.get("/tables/t/a", headers: ["If-Unmodified-Since": earlier])
    #expect(unmodified.status == 412 && unmodified["text"] == "x")
    let own = try #require(await three.get("/tables/t/a").headers["Last-Modified"])
    #expect(await three.get("/tables/t/a", headers: ["If-Modified-Since": own]).status == 304)
    #expect(await three.get("/tables/t/a", headers: ["If-Unmodified-Since": own]).status == 200)
    let (two, other) = try await harness()
    #expect(await two.get("/tables/t/a", headers: ["If-None-Match": other]).status == 200)
  }

  @Test func selectsColumnsOfOneRow() async throws {
    let (harness, _) = try await harness()
    let answer = await harness.get("/tables/t/a?$select=ID,n")
    #expect(answer.json == ["id": "a", "n": 1])
  }

  @Test func systemColumnsMayComeBackInAnotherSpelling() async throws {
    let harness = try await Harness(version: "3.0.0")
    let row = await harness.send(.post, "/tables/t", ["id": "a", "n": 1])
    let stamp = try #require(row["updatedAt"]?.string)
    let spelled = String(stamp.dropLast()) + "0000+00:00"
    let same = await harness.send(
      .patch, "/tables/t/a", ["n": 2, "updatedAt": .string(spelled)])
    #expect(same.status == 200 && same["n"] == 2)
    let other = await harness.send(
      .patch, "/tables/t/a", ["n": 3, "updatedAt": "2001-01-01T00:00:00.000Z"])
    #expect(other.status == 400 && other.error.contains("updatedAt"))
  }
}
