import HTTPKit
import JSONKit
import Support
import TableService
import TestSupport
import Testing

@Suite struct ProtocolTests {
  @Test func refusesARequestWithoutOrWithAnUnknownVersionAndWritesNothing() async throws {
    let harness = try await Harness(version: nil)
    let insert: JSONValue = ["id": "a"]
    for version in ["", "1.0", "9.0.0", "true", "0", "2", "2.0", "2.1.0", "3", "3.0.0.0", "2.0.x"] {
      let answer = await harness.send(
        .post, "/tables/t", insert, headers: ["ZUMO-API-VERSION": version])
      #expect(answer.status == 400 && answer.error.contains("ZUMO-API-VERSION"), "\(version)")
    }
    #expect(harness.service.tableNames.isEmpty)
  }

  @Test func readsTheVersionFromHeaderOrQueryInAnyCase() async throws {
    let harness = try await Harness(version: nil)
    #expect(await harness.get("/tables/t", headers: ["ZuMo-ApI-vErSiOn": "2.0.7"]).json == [])
    #expect(await harness.get("/tables/t?Zumo-Api-Version=2.0.0").json == [])
    for version in ["3.0", "3.0.0", "3.0.1"] {
      let answer = await harness.get("/tables/t", headers: ["ZUMO-API-VERSION": version])
      #expect(answer["items"] == [])
    }
    let both = await harness.get(
      "/tables/t?zumo-api-version=2.0.0", headers: ["ZUMO-API-VERSION": "3.0.0"])
    #expect(both["items"] == [])
  }

  @Test func speaksItsDefaultVersion() async throws {
    let three = try await Harness(version: nil) { $0.defaultAPIVersion = .v3 }
    #expect(await three.get("/tables/t")["items"] == [])
    #expect(await three.get("/tables/t", headers: ["ZUMO-API-VERSION": "2.0.0"]).json == [])
    let two = try await Harness(version: nil) { $0.defaultAPIVersion = .v2 }
    #expect(await two.get("/tables/t").status == 400)
    #expect(await two.get("/tables/t", headers: ["ZUMO-API-VERSION": "3.0.0"]).status == 400)
  }

  @Test func matchesPathsAndTablesInAnyCaseAndWithATrailingSlash() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/TodoItem", ["id": "a", "Text": "b"])
    #expect(await harness.ids("/TABLES/todoitem/") == ["a"])
    #expect(await harness.get("/Tables/TODOITEM/a/")["Text"] == "b")
    #expect(harness.service.tableNames == ["TodoItem"])
    let again = await harness.send(.patch, "/tables/todoitem/a", ["TEXT": "c"])
    #expect(again["Text"] == "c" && again["TEXT"] == nil)
  }

  @Test(arguments: ["bad-name", "1st", "sqlite_schema", "syncline_tables", "a.b", "a'b", "é"])
  func refusesTableNames(name: String) async throws {
    let harness = try await Harness()
    let answer = await harness.send(.post, "/tables/\(name)", ["id": "a"])
    #expect(answer.status == 400 && !answer.error.isEmpty)
  }

  @Test func answersOtherPathsAndMethodsAsJSON() async throws {
    let harness = try await Harness()
    #expect(await harness.get("/").status == 404)
    #expect(await harness.get("/tables").status == 404)
    #expect(await harness.get("/tables/t/a/b").status == 404)
    #expect(await harness.get("/tables/t/%ff").status == 400)
    let put = await harness.send(.put, "/tables/t", ["id": "a"])
    #expect(put.status == 405 && put.headers["Allow"] == "DELETE, GET, PATCH, POST")
    #expect(!put.error.isEmpty)
  }

  @Test func answersHEADAsGET() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a"])
    let answer = await harness.send(.head, "/tables/t/a")
    #expect(answer.status == 200 && answer.headers["ETag"] != nil)
  }

  @Test func letsPagesOfLoopbackAndNamedOriginsIn() async throws {
    let harness = try await Harness { $0.corsOrigins = ["https://app.example.com"] }
    let allowed = [
      "http://localhost:3000", "https://127.0.0.1", "http://[::1]:8080", "https://app.example.com",
    ]
    for origin in allowed {
      let asked = [
        "Origin": origin, "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "content-type,if-match,zumo-api-version",
        "ZUMO-API-VERSION": "",
      ]
      let preflight = await harness.send(.options, "/tables/t/a", headers: asked)
      #expect(preflight.status == 200)
      #expect(preflight.headers["Access-Control-Allow-Origin"] == origin)
      #expect(preflight.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
      #expect(
        preflight.headers["Access-Control-Allow-Headers"]
          == "content-type,if-match,zumo-api-version")
      let write = await harness.send(.post, "/tables/t", [:], headers: ["Origin": origin])
      #expect(write.status == 201 && write.headers["Access-Control-Allow-Origin"] == origin)
    }
    for origin in ["https://evil.example", "http://localhost.evil.example", "null", "file://"] {
      let read = await harness.get("/tables/t", headers: ["Origin": origin])
      #expect(read.status == 200 && read.headers["Access-Control-Allow-Origin"] == nil)
      let write = await harness.send(.post, "/tables/t", ["id": "x"], headers: ["Origin": origin])
      #expect(write.status == 403)
    }
    #expect(await harness.get("/tables/t/x").status == 404)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8081", "localhost.evil.example", "", "127.0.0.1.evil.example",
  ])
  func answersNoForeignName(host: String) async throws {
    let harness = try await Harness { $0.allowedHosts = ["tables.example"] }
    await harness.send(.post, "/tables/t", ["id": "x"])
    let read = await harness.get("/tables/t/x", headers: ["Host": host.isEmpty ? " " : host])
    #expect(read.status == 421 && read["id"] == nil)
    let write = await harness.send(
      .delete, "/tables/t/x", headers: ["Host": host.isEmpty ? " " : host])
    #expect(write.status == 421)
    #expect(await harness.get("/tables/t/x").status == 200)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:81", "[::1]:8081", "192.168.1.7:8081", "Tables.example:8081",
  ])
  func answersItsOwnNamesAndAddresses(host: String) async throws {
    let harness = try await Harness { $0.allowedHosts = ["tables.example"] }
    #expect(await harness.get("/tables/t", headers: ["Host": host]).status == 200)
  }

  @Test(arguments: ["2.0.0", "3.0.0"])
  func refusesAnEmptySelection(version: String) async throws {
    let harness = try await Harness(version: version)
    await harness.send(.post, "/tables/t", ["id": "x", "n": 1])
    #expect(await harness.get("/tables/t?$select=").status == 400)
    #expect(await harness.get("/tables/t?$select=n").status == 200)
  }

  @Test func wantsItsKey() async throws {
    let harness = try await Harness { $0.apiKey = "secret" }
    let fields = [("X-ZUMO-APPLICATION", ""), ("X-API-Key", ""), ("Authorization", "Bearer ")]
    for (name, prefix) in fields {
      let good = await harness.get("/tables/t", headers: [name: "\(prefix)secret"])
      #expect(good.status == 200)
      for wrong in ["secre", "secrets", "Secret", "x"] {
        let bad = await harness.get("/tables/t", headers: [name: "\(prefix)\(wrong)"])
        #expect(bad.status == 401 && !bad.error.isEmpty)
      }
    }
    #expect(await harness.get("/tables/t").status == 401)
    #expect(await harness.send(.options, "/tables/t").status == 200)
  }

  @Test func linksToTheNextPageOfTheSameAddress() async throws {
    let harness = try await Harness { $0.pageSize = 2 }
    for id in ["a", "b", "c"] { await harness.send(.post, "/tables/t", ["id": .string(id)]) }
    let page = await harness.get("/tables/T?$orderby=id%20desc&x=1&$skip=0")
    let expected =
      "http://127.0.0.1:8081/tables/T?%24orderby=id%20desc&x=1&%24skip=2&%24top=2; rel=next"
    #expect(page.headers["Link"] == expected)
    let next = await harness.get("/tables/T?%24orderby=id%20desc&x=1&%24skip=2&%24top=2")
    #expect(next.rows.count == 1 && next.headers["Link"] == nil)
  }

  /// Datasync clients take an absolute link, or a path when they ask for one; the toolkit's client
  /// names no version and appends the bare query to its own endpoint.
  @Test func givesNextLinksInTheFormThatTheClientAsksFor() async throws {
    let harness = try await Harness(version: nil) {
      ($0.pageSizes, $0.defaultAPIVersion) = (["T": 2], .v3)
    }
    for id in ["a", "b", "c", "d", "e"] {
      await harness.send(.post, "/tables/t", ["id": .string(id)])
    }
    let next = "%24top=1&%24count=true&%24skip=2"
    let query = await harness.get("/tables/t?$top=3&$count=true")
    #expect(query["nextLink"]?.string == next && query["count"] == 5)
    let version = ["ZUMO-API-VERSION": "3.0.0"]
    let absolute = await harness.get("/tables/t?$top=3&$count=true", headers: version)
    #expect(absolute["nextLink"]?.string == "http://127.0.0.1:8081/tables/t?\(next)")
    let asked = version.merging(["X-ZUMO-Options": "nextLink=path"]) { $1 }
    let path = await harness.get("/tables/t?$top=3&$count=true", headers: asked)
    #expect(path["nextLink"]?.string == "/tables/t?\(next)")
    #expect(await harness.get("/tables/t?$skip=4")["nextLink"] == .some(nil))
    let none = await harness.get("/tables/t?$top=0&$count=true")
    #expect(none.json == ["items": [], "count": 5, "nextLink": nil])
  }

  @Test func followsAnAbsoluteNextLinkToTheEnd() async throws {
    let harness = try await Harness(version: "3.0.0") { $0.pageSize = 2 }
    for id in ["a", "b", "c", "d", "e"] {
      await harness.send(.post, "/tables/t", ["id": .string(id)])
    }
    var target: String? = "/tables/t?$orderby=id desc".replacing(" ", with: "%20")
    var ids: [String] = []
    while let here = target, ids.count < 10 {
      let page = await harness.get(here)
      ids += page.rows.compactMap { $0["id"]?.string }
      target = page["nextLink"]?.string?.replacing("http://127.0.0.1:8081", with: "")
    }
    #expect(ids == ["e", "d", "c", "b", "a"])
  }

  @Test(arguments: ["include:deleted", "nextLink=path, Include: Deleted"])
  func includesDeletedRowsWhenTheHeaderAsksForThem(option: String) async throws {
    let harness = try await Harness(version: "3.0.0")
    for id in ["a", "b"] { await harness.send(.post, "/tables/t", ["id": .string(id)]) }
    await harness.send(.delete, "/tables/t/a")
    #expect(await harness.get("/tables/t").rows.count == 1)
    #expect(await harness.get("/tables/t", headers: ["X-ZUMO-Options": option]).rows.count == 2)
    #expect(await harness.get("/tables/t/a", headers: ["X-ZUMO-Options": option]).status == 200)
  }

  @Test(arguments: [
    "$top=-1", "$top=x", "$top=1001", "$skip=-1", "$skip=x", "$filter=(", "$orderby=id sideways",
    "$select=a;b", "$top=99999999999999999999", "$filter=id eq 'a'&$filter=id eq 'b'",
    "$filter=%zz",
  ])
  func refusesBadQueries(query: String) async throws {
    let harness = try await Harness()
    let answer = await harness.get("/tables/t?\(query)")
    #expect(answer.status == 400 && !answer.error.isEmpty)
  }

  @Test func takesZeroAndNothingForTheDefaultPageInVersion2() async throws {
    let harness = try await Harness { ($0.pageSize, $0.maxTop) = (1, 0) }
    for id in ["a", "b"] { await harness.send(.post, "/tables/t", ["id": .string(id)]) }
    #expect(await harness.ids("/tables/t?$top=0") == ["a"])
    #expect(await harness.ids("/tables/t?$top=") == ["a"])
    #expect(await harness.ids("/tables/t?$top=100000") == ["a", "b"])
  }
}
