import HTTPKit
import JSONKit
import Testing

@Suite struct TableListTests {
  @Test func tablesAreListedWithTheColumnsThatRowsBrought() async throws {
    let harness = try await Harness()
    #expect(await harness.get("/$tables")["tables"] == [])
    await harness.send(
      .post, "/tables/Zoo", ["id": "a", "name": "x", "open": true, "area": 1.5, "note": nil])
    await harness.send(.post, "/tables/Apple", ["id": "a"])
    #expect(
      await harness.get("/$tables")["tables"] == [
        ["name": "Apple", "columns": []],
        [
          "name": "Zoo",
          "columns": [
            ["name": "name", "type": "text"], ["name": "open", "type": "boolean"],
            ["name": "area", "type": "number"], ["name": "note", "type": nil],
          ],
        ],
      ])
  }

  @Test func readingTheListMakesNoTable() async throws {
    let harness = try await Harness()
    #expect(await harness.get("/tables/Ghost").status == 200)
    #expect(await harness.get("/$tables")["tables"] == [])
  }
}
