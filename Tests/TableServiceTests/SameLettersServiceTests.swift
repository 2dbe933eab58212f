import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@Suite struct SameLettersServiceTests {
  private func path(_ id: String) -> String { "/tables/t/\(PercentEncoding.encodeSegment(id))" }

  @Test func idsThatDifferInTheirBytesAreTwoRows() async throws {
    let harness = try await Harness()
    for (number, id) in SameLetters.both.enumerated() {
      let answer = await harness.send(
        .post, "/tables/t", ["id": .string(id), "n": .integer(Int64(number))])
      #expect(answer.status == 201)
    }
    for (number, id) in SameLetters.both.enumerated() {
      #expect(await harness.get(path(id))["n"] == .integer(Int64(number)))
      let filter = PercentEncoding.encodeQuery("id eq '\(id)'")
      let found = await harness.get("/tables/t?$filter=\(filter)")
      #expect(found.json?.array?.compactMap { $0["id"]?.string?.utf8Key } == [id.utf8Key])
    }
    // The body is for one row and the path for the other.
    let mixed = await harness.send(
      .patch, path(SameLetters.composed), ["id": .string(SameLetters.decomposed), "n": 9])
    #expect(mixed.status == 400)
    #expect(await harness.send(.delete, path(SameLetters.decomposed)).status < 300)
    #expect(await harness.get(path(SameLetters.decomposed)).status >= 400)
    #expect(await harness.get(path(SameLetters.composed)).status == 200)
  }

  @Test func partsOfABatchAreToldApartByTheBytesOfTheirIDs() async throws {
    let harness = try await Harness(version: "3.0.0")
    let requests = SameLetters.both.map { id -> JSONValue in
      [
        "id": .string(id), "method": "POST", "url": "/tables/t",
        "headers": ["content-type": "application/json"], "body": ["id": .string(id)],
      ]
    }
    let answer = await harness.send(.post, "/$batch", ["requests": .array(requests)])
    let parts = answer["responses"]?.array ?? []
    #expect(parts.map { $0["status"] } == [201, 201])
    #expect(
      parts.compactMap { $0["id"]?.string?.utf8Key } == SameLetters.both.map(\.utf8Key))
  }

  @Test func aColumnOfOtherLettersIsNoSystemColumn() async throws {
    let harness = try await Harness()
    // In Unicode's lower case `K` with no dot over it would be a `k`; here letters are ASCII.
    let answer = await harness.send(.post, "/tables/t", ["id": "a", "\u{212a}ey": 1])
    #expect(answer.status == 400)
  }
}
