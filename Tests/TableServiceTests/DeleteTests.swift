import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

@Suite struct DeleteTests {
  private func harness(
    _ version: String = "2.0.0", softDelete: TableServiceConfiguration.SoftDelete = .all
  ) async throws -> Harness {
    let harness = try await Harness(version: version) { $0.softDelete = softDelete }
    for id in ["a", "b"] {
      await harness.send(.post, "/tables/t", ["id": .string(id), "text": .string(id)])
    }
    return harness
  }

  @Test func hidesADeletedRowInVersion2() async throws {
    let harness = try await harness()
    let before = await harness.get("/tables/t/a")
    let deleted = await harness.send(.delete, "/tables/t/a")
    #expect(deleted.status == 200 && deleted["deleted"] == true && deleted["text"] == "a")
    #expect(deleted.headers["ETag"] != before.headers["ETag"])
    #expect(try #require(deleted["updatedAt"]?.string) > (before["updatedAt"]?.string ?? "z"))
    #expect(await harness.get("/tables/t/a").status == 404)
    #expect(await harness.get("/tables/t/a?__includeDeleted=true").status == 404)
    #expect(await harness.ids("/tables/t") == ["b"])
    #expect(await harness.ids("/tables/t?__includeDeleted=false") == ["b"])
    #expect(await harness.ids("/tables/t?__includeDeleted=TRUE") == ["a", "b"])
    let count = await harness.get("/tables/t?$inlinecount=allpages&$top=1")
    #expect(count["count"] == 1)
    #expect(await harness.send(.delete, "/tables/t/a").status == 404)
    #expect(await harness.send(.patch, "/tables/t/a", ["text": "x"]).status == 404)
    let filter = "$filter=deleted eq true"
    #expect(await harness.ids("/tables/t?\(filter)") == [])
    #expect(await harness.ids("/tables/t?\(filter)&__includedeleted=true") == ["a"])
  }

  @Test func saysThatADeletedRowIsGoneInVersion3() async throws {
    let harness = try await harness("3.0.0")
    #expect(await harness.send(.delete, "/tables/t/a").status == 204)
    let body: JSONValue = ["id": "a", "text": "x", "deleted": false]
    #expect(await harness.get("/tables/t/a").status == 410)
    #expect(await harness.get("/tables/t/a?__includedeleted=true")["deleted"] == true)
    #expect(await harness.send(.put, "/tables/t/a", body).status == 410)
    #expect(await harness.send(.patch, "/tables/t/a", ["text": "x"]).status == 410)
    let delete = await harness.send(.delete, "/tables/t/a", headers: ["If-Match": "\"x\""])
    #expect(delete.status == 410)
    #expect(await harness.send(.delete, "/tables/t/none").status == 404)
  }

  @Test func bringsARowBackByPostInVersion2() async throws {
    let harness = try await harness()
    let deleted = await harness.send(.delete, "/tables/t/a")
    let stale = await harness.send(.post, "/tables/t/a", headers: ["If-Match": "\"x\""])
    #expect(stale.status == 412 && stale["deleted"] == true)
    let match = ["If-Match": deleted.headers["ETag"] ?? ""]
    let back = await harness.send(.post, "/tables/t/a", headers: match)
    #expect(back.status == 201 && back["deleted"] == false && back["text"] == "a")
    #expect(back.headers["ETag"] != deleted.headers["ETag"])
    #expect(await harness.ids("/tables/t") == ["a", "b"])
    let again = await harness.send(.post, "/tables/t/a", ["text": "ignored"])
    #expect(again.status == 201 && again.json == back.json)
    #expect(await harness.send(.post, "/tables/t/none").status == 404)
  }

  @Test func bringsARowBackByPatchOrPutInVersion3() async throws {
    let harness = try await harness("3.0.0")
    await harness.send(.delete, "/tables/t/a")
    let patched = await harness.send(.patch, "/tables/t/a", ["deleted": false])
    #expect(patched.status == 200 && patched["deleted"] == false && patched["text"] == "a")
    await harness.send(.delete, "/tables/t/b")
    let put = await harness.send(.put, "/tables/t/b?__includedeleted=true", ["text": "c"])
    #expect(put.status == 200 && put["deleted"] == false && put["text"] == "c")
    let deleted = await harness.send(.put, "/tables/t/b", ["deleted": true])
    #expect(deleted.status == 200 && deleted["deleted"] == true)
    #expect(await harness.ids("/tables/t") == ["a"])
    #expect(await harness.send(.post, "/tables/t/b").status == 405)
  }

  @Test func removesRowsOfTablesWithoutSoftDelete() async throws {
    let harness = try await harness(softDelete: .tables(["Other"]))
    let deleted = await harness.send(.delete, "/tables/t/a")
    #expect(deleted.status == 200 && deleted["deleted"] == false && deleted["text"] == "a")
    #expect(await harness.ids("/tables/t?__includeDeleted=true") == ["b"])
    #expect(await harness.send(.delete, "/tables/t/a").status == 404)
    #expect(await harness.send(.post, "/tables/t/b").status == 201)
    await harness.send(.post, "/tables/OTHER", ["id": "a"])
    #expect(await harness.send(.delete, "/tables/other/a")["deleted"] == true)
  }

  @Test func aDeleteByFilterTakesAllRowsOrNone() async throws {
    let harness = try await harness()
    let path = "/tables/t?$filter=text ge 'a'"
    #expect(await harness.send(.delete, path, headers: ["If-Match": "\"zz\""]).status == 412)
    #expect(await harness.send(.delete, path, headers: ["If-None-Match": "*"]).status == 412)
    for part in ["$top=1", "$skip=1"] {
      #expect(await harness.send(.delete, "\(path)&\(part)").status == 400)
    }
    #expect(await harness.ids("/tables/t") == ["a", "b"])
    #expect(await harness.send(.delete, path, headers: ["If-Match": "*"]).status == 200)
  }

  @Test func deletesByFilterInVersion2() async throws {
    let harness = try await harness()
    let all = await harness.send(.delete, "/tables/t?$filter=text ge 'a'")
    #expect(all.status == 200 && all.rows.map { $0["deleted"] } == [true, true])
    #expect(await harness.ids("/tables/t") == [])
    #expect(await harness.send(.delete, "/tables/t?$filter=text ge 'a'").status == 404)
    #expect(await harness.send(.delete, "/tables/none?$filter=text ge 'a'").status == 404)
    #expect(await harness.send(.delete, "/tables/t").status == 400)
    #expect(await harness.send(.delete, "/tables/t?$filter=(").status == 400)
    let three = ["ZUMO-API-VERSION": "3.0.0"]
    let refused = await harness.send(.delete, "/tables/t?$filter=id eq 'a'", headers: three)
    #expect(refused.status == 405)
  }
}
