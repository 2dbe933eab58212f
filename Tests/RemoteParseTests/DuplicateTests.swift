import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Rows of the server that came from one insert.
@Suite struct DuplicateTests {
  private static let key = "0c5e1b1e-3f3a-4d67-9a54-0a54c1d4b0c1"

  private static func twins(_ more: JSONObject = [:]) -> [JSONValue] {
    (1...2).map { number in
      var row: JSONObject = ["synclineKey": .string(key), "n": .integer(Int64(number))]
      for (name, value) in more { row[name] = value }
      return .object(row)
    }
  }

  @Test func pullAndReconcileTellOfAnInsertThatWasMadeTwice() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant(Self.twins() + [["synclineKey": "another"], ["n": 9]])
      let report = try await fixture.store.pull()
      let told = report.tables[0].warnings.filter { $0.contains("came from one insert") }
      #expect(told.count == 1 && ids.prefix(2).allSatisfy { told[0].contains($0) })
      let found = try await fixture.store.duplicatedInserts(of: ParseFixture.table)
      #expect(found.map(\.key) == [Self.key])
      #expect(Set(found[0].rows.map(\.id)) == Set(ids.prefix(2)))
      #expect(try await fixture.store.reconcile(ParseFixture.table).warnings == told)
      #expect(try await fixture.store.duplicatedInserts().map(\.table) == [ParseFixture.table])
    }
  }

  @Test func twinThatComesLaterIsFoundToo() async throws {
    try await withParse { fixture in
      try await fixture.plant([Self.twins()[0]])
      #expect(try await fixture.store.pull().tables[0].warnings.isEmpty)
      try await fixture.plant([Self.twins()[1]])
      #expect(try await fixture.store.pull().tables[0].warnings.count == 1)
    }
  }

  @Test(arguments: [SoftDelete.none, .flag(column: "gone")])
  func findingEndsWhenAllButOneAreDeleted(softDelete: SoftDelete) async throws {
    try await withParse(.with { $0.softDelete = softDelete }) { fixture in
      let ids = try await fixture.plant(Self.twins(["gone": false]))
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[1])
      #expect(try await fixture.store.duplicatedInserts(of: ParseFixture.table).isEmpty)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.store.pull().tables[0].warnings.isEmpty)
      #expect(try await fixture.serverRows()[ids[0]]?["n"] == 1)
    }
  }

  @Test func twinThatSomebodyChangedMeanwhileIsNotDeleted() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant(Self.twins())
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[1])
      try await fixture.plant([["objectId": .string(ids[1]), "n": 100]])
      _ = try await fixture.store.push()
      #expect(try await fixture.store.counts().conflicts == 1)
      #expect(try await fixture.serverRows().count == 2)
    }
  }

  @Test func storeThatGivesItsOwnIDsLooksForNone() async throws {
    try await withParse(
      .with {
        $0.newIDs = .client
        $0.server = ["customIds": true]
      }
    ) { fixture in
      try await fixture.plant(Self.twins())
      #expect(try await fixture.store.pull().tables[0].warnings.isEmpty)
    }
  }
}
