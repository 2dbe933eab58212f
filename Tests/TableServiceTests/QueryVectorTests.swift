import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

/// The queries of real servers' suites, asked in process over the films those suites use.
@Suite(.enabled(if: SharedFolder.isExpected)) struct QueryVectorTests {
  @Test(arguments: ["odata-movies", "odata-queries"], [false, true])
  func answersAsTheRecordedServer(file: String, isDeclared: Bool) async throws {
    let cases = try Self.cases(file)
    #expect(cases.count > 100)
    var films: [Films.Kind: Harness] = [:]
    for one in cases where one["pages"] == nil {
      let kind = Films.Kind(one, isDeclared: isDeclared)
      let harness: Harness
      if let known = films[kind] {
        harness = known
      } else {
        harness = try await Films.harness(kind)
        films[kind] = harness
      }
      let answer = await harness.get("/tables/movies?\(one["query"]?.string ?? "")")
      Self.check(answer, one, isDeclared: isDeclared)
    }
  }

  @Test func pagesLeadThroughAllRows() async throws {
    for one in try Self.cases("odata-movies") {
      guard let total = one["pagedTotal"]?.integer, let pages = one["pages"]?.integer else {
        continue
      }
      let harness = try await Films.harness(Films.Kind(one, isDeclared: false))
      var query: String? = one["query"]?.string ?? ""
      var ids: [String] = []
      var count: Int64 = 0
      while let next = query {
        let page = await harness.get("/tables/movies?\(next)")
        ids += page.rows.compactMap { $0["id"]?.string }
        query = page["nextLink"]?.string.map(Self.query(of:))
        count += 1
        try #require(count <= pages, "\(one)")
      }
      #expect(count == pages)
      #expect(ids.count == total && Set(ids).count == ids.count)
    }
  }

  private static func cases(_ file: String) throws -> [JSONValue] {
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/\(file).json"))
    return document["cases"]?.array ?? []
  }

  private static func check(_ answer: Answer, _ expected: JSONValue, isDeclared: Bool) {
    let name: Comment = "\(expected["name"]?.string ?? "") \(expected["query"]?.string ?? "")"
    let statuses = expected["status"]?.array ?? [expected["status"] ?? .null]
    let isExpected = statuses.contains(.integer(Int64(answer.status)))
    #expect(isExpected, "\(name): \(answer.status) \(answer.error)")
    guard answer.status == 200, let count = expected["itemCount"]?.integer else { return }
    #expect(answer.rows.count == Int(count), name)
    let total = answer["count"]?.integer
    #expect(total == expected["totalCount"]?.integer, name)
    let ids = answer.rows.prefix(5).compactMap { $0["id"]?.string }
    let firstIDs = (expected["firstIds"]?.array ?? []).compactMap(\.string)
    // That server's rating is an enumeration and sorts by its members' order; else it is text.
    let sortsByEnumeration = expected["query"]?.string?.contains("$orderby=rating") ?? false
    let hasIDs = answer.rows.first?["id"] != nil && (isDeclared || !sortsByEnumeration)
    #expect(!hasIDs || ids == Array(firstIDs.prefix(ids.count)), name)
    guard expected["nextLink"] != nil else { return }
    #expect(options(answer["nextLink"]) == options(expected["nextLink"]), name)
  }

  private static func options(_ link: JSONValue?) -> Set<QueryItems.Item>? {
    link?.string.flatMap { QueryItems(decoding: query(of: $0)) }.map { Set($0.items) }
  }

  /// The query of a link, absolute or bare.
  private static func query(of link: String) -> String {
    link.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
  }
}

/// The 248 films of the suites, in a service of their own.
enum Films {
  struct Kind: Hashable {
    var isV2: Bool
    var pageSize: Int
    var deletedWhere: String?
    /// Whether the table has that server's columns from the start.
    var isDeclared: Bool

    init(_ one: JSONValue, isDeclared: Bool) {
      self.isDeclared = isDeclared
      isV2 = one["protocol"] == "v2"
      pageSize = Int(one["pageSize"]?.integer ?? 100)
      deletedWhere = one["softDeletedWhere"]?.string
    }
  }

  static func harness(_ kind: Kind) async throws -> Harness {
    let declared: JSONValue = ["tables": ["movies": try table(kind)]]
    let tables = try DeclaredTables(parsing: declared.serialized)
    let harness = try await Harness(version: kind.isV2 ? "2.0.0" : "3.0.0") {
      $0.pageSize = kind.pageSize
      if kind.isDeclared { $0.tables = tables }
    }
    let films = try JSONValue(parsing: SharedFolder.contents("vectors/movies.json"))
    await withTaskGroup { group in
      for film in films.array ?? [] {
        group.addTask {
          await harness.send(.post, "/tables/movies", kind.isV2 ? withTimestamp(film) : film)
        }
      }
    }
    if let filter = kind.deletedWhere {
      await harness.send(
        .delete, "/tables/movies?$filter=\(filter)", headers: ["ZUMO-API-VERSION": "2.0.0"])
    }
    return harness
  }

  private static func table(_ kind: Kind) throws -> JSONValue {
    guard var table = try ToolkitTables.lenient(ToolkitTables.movies).object,
      var columns = table["columns"]?.object
    else { return nil }
    if kind.isV2 { columns["releaseDate"] = ["type": "dateTime"] }
    table["columns"] = .object(columns)
    table["softDelete"] = true
    table["pageSize"] = .integer(Int64(kind.pageSize))
    return .object(table)
  }

  private static func withTimestamp(_ film: JSONValue) -> JSONValue {
    guard var members = film.object, let date = members["releaseDate"]?.string else { return film }
    members["releaseDate"] = .string("\(date)T00:00:00.000Z")
    return .object(members)
  }
}
