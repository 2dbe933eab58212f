import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

/// Columns that are null: those that no row has filled yet, and clients that can't read a null.
struct NullColumnTests {
  @Test(arguments: ["2.0.0", "3.0.0"])
  func columnThatWasOnlyEverNullCanBeFilteredAndOrdered(version: String) async throws {
    let harness = try await Harness(version: version)
    await harness.send(.post, "/tables/t", ["id": "a", "note": nil])
    await harness.send(.post, "/tables/t", ["id": "b"])
    #expect(await harness.ids("/tables/t?$filter=note%20eq%20null") == ["a", "b"])
    #expect(await harness.ids("/tables/t?$filter=note%20ne%20null") == [])
    #expect(await harness.ids("/tables/t?$filter=note%20eq%20'x'") == [])
    #expect(await harness.ids("/tables/t?$filter=note%20gt%205") == [])
    #expect(await harness.ids("/tables/t?$filter=startswith(note,'x')") == [])
    #expect(await harness.ids("/tables/t?$filter=year(note)%20eq%202020") == [])
    #expect(await harness.ids("/tables/t?$filter=note%20add%201%20eq%202") == [])
    #expect(await harness.ids("/tables/t?$orderby=note%20desc,id") == ["a", "b"])
    let row = await harness.get("/tables/t/b")
    #expect(row["note"] == .some(nil))
  }

  @Test(arguments: [
    (JSONValue.string("x"), "note eq 'x'"), (.integer(5), "note gt 4"), (.real(1.5), "note lt 2"),
    (.bool(true), "note eq true"),
  ])
  func firstValueSetsTheTypeOfAColumnThatWasNull(value: JSONValue, filter: String) async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a", "note": nil])
    let answer = await harness.send(.patch, "/tables/t/a", ["note": value])
    #expect(answer.status == 200 && answer["note"] == value)
    let encoded = filter.replacing(" ", with: "%20")
    #expect(await harness.ids("/tables/t?$filter=\(encoded)") == ["a"])
    let other: JSONValue = value.string == nil ? "text" : 7
    let refused = await harness.send(.patch, "/tables/t/a", ["note": other])
    #expect(refused.status == 400 && refused.error.contains("note"))
  }

  @Test func columnThatWasNullKeepsItsTypeOverARestart() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a", "note": nil, "size": 1])
    await harness.send(.post, "/tables/t", ["id": "b", "note": 12])
    let again = try await Harness(over: harness)
    #expect(await again.ids("/tables/t?$filter=note%20eq%2012") == ["b"])
  }

  @Test func nullsAreLeftOutForClientsThatNameNoVersion() async throws {
    let harness = try await Harness(version: nil) { $0.defaultAPIVersion = .v3 }
    let inserted = await harness.send(
      .post, "/tables/t", ["id": "a", "done": true, "note": "x", "rank": nil])
    #expect(inserted["done"] == true && inserted["rank"] == nil)
    let emptied = await harness.send(.put, "/tables/t/a", ["id": "a", "done": nil])
    #expect(emptied.json?.object?.names.sorted() == ["deleted", "id", "updatedAt", "version"])
    let stale = await harness.send(
      .patch, "/tables/t/a", ["done": false], headers: ["If-Match": "\"x\""])
    #expect(stale.status == 412 && stale["done"] == nil && stale["id"] == "a")
    let list = await harness.get("/tables/t?$select=note,id")
    #expect(list.rows == [["id": "a"]])
    #expect(await harness.get("/tables/t?$select=note").rows == [[:]])
    let version = ["ZUMO-API-VERSION": "3.0.0"]
    let typed = await harness.get("/tables/t/a", headers: version)
    #expect(typed["done"] == .some(nil) && typed["note"] == .some(nil))
    let rows = await harness.get("/tables/t", headers: version).rows
    #expect(rows.first?["rank"] == .some(nil))
  }
}
