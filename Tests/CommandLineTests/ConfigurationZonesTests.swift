import JSONKit
import RemoteCloudKit
import Testing

@testable import syncline

@Suite struct ConfigurationZonesTests {
  private func file(
    _ place: String, _ tables: String, database: String = "private"
  ) throws(ConfigurationError) -> ConfigurationFile {
    let text = """
      { "stores": [ { "name": "notes", "remote": { "kind": "cloudkit",
          "container": "iCloud.com.example.notes", "environment": "production",
          "database": "\(database)", "apiTokenEnv": "T", "webAuthTokenFile": "t", \(place) },
        "tables": \(tables) } ] }
      """
    return try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json")
  }

  private func problems(
    _ place: String, _ tables: String = "[]", database: String = "private"
  ) -> [String] {
    do {
      _ = try file(place, tables, database: database)
      return []
    } catch {
      return error.problems.map { $0.description.replacing("stores[0].", with: "") }
    }
  }

  private static let two = #""zones": [{"name":"Notes"},{"name":"Family","readOnly":true}]"#

  @Test func tablesAreInTheZoneThatTheyNameAndElseInTheFirst() throws {
    let stores = try file(
      Self.two,
      #"[{"name":"Note"},{"name":"FamilyNote","zone":"Family","recordType":"Note"},"#
        + #"{"name":"Job","recordType":"Task"},{"name":"Recipe","zone":"Family"}]"#
    ).stores
    let definition = try #require(stores.first?.remote.cloudKit)
    let (notes, family) = (CloudKitZone("Notes"), CloudKitZone("Family", isReadOnly: true))
    #expect(definition.zone == notes)
    #expect(
      definition.tables == [
        CloudKitTable("Job", recordType: "Task", zone: notes),
        CloudKitTable("FamilyNote", recordType: "Note", zone: family),
        CloudKitTable("Recipe", zone: family),
      ])
  }

  @Test func oneZoneIsWrittenAsBefore() throws {
    let definition = try file(#""zone":"Notes""#, #"[{"name":"Note"}]"#).stores[0].remote.cloudKit
    #expect(definition?.zone == CloudKitZone("Notes") && definition?.tables == [])
    let inList = try file(#""zones":[{"name":"Notes"}]"#, "[]").stores[0].remote.cloudKit
    #expect(inList == definition)
  }

  @Test func zonesOfTheSameNameAreNamedWithTheirOwners() throws {
    let zones = #""zones":[{"name":"N","owner":"_a"},{"name":"N","owner":"_b"}]"#
    let definition = try file(
      zones,
      #"[{"name":"A","zone":"N","zoneOwner":"_a"},{"name":"B","zone":"N","zoneOwner":"_b"}]"#,
      database: "shared"
    ).stores[0].remote.cloudKit
    #expect(definition?.tables.map(\.zone.owner) == ["_b"])
    let found = problems(zones, #"[{"name":"A","zone":"N"}]"#, database: "shared")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("tables[0].zoneOwner is missing") == true)
  }

  @Test func allMistakesAreReportedAtOnce() {
    let found = problems(
      #""zone":"Notes","zones":[{"name":"Notes"},{"name":"Notes"},{"owner":"_a"},{"nam":"x","name":"X"}]"#,
      "[]")
    #expect(found.contains { $0.hasPrefix("remote.zone: write either zone") })
    #expect(
      found.contains { $0.hasPrefix("remote.zones[1].name: the zone \"Notes\" is listed twice") })
    #expect(found.contains { $0.hasPrefix("remote.zones[2].name is missing") })
    #expect(found.contains { $0.hasPrefix("remote.zones[3]: there is no setting \"nam\"") })
  }

  @Test func mistakesOfTablesAreReportedTogether() {
    let found = problems(
      Self.two,
      #"[{"name":"A","zone":"Famly"},{"name":"B","zoneOwner":"_a"},"#
        + #"{"name":"C","zone":"Family","recordType":"T"},{"name":"D","zone":"Family","recordType":"T"}]"#
    )
    #expect(
      found.contains(
        "tables[0].zone: \"Famly\" is not a zone of this store. Its zones: \"Notes\", \"Family\"."))
    #expect(found.contains { $0.hasPrefix("tables[1].zoneOwner: write the zone beside its owner") })
    #expect(found.contains { $0.hasPrefix("tables[3].recordType: C is the record type T") })
    #expect(found.count == 3)
  }

  @Test(arguments: [
    (#""zones":[]"#, "private", "remote.zones: write a list of zones"),
    (#""zones":"Notes""#, "private", "remote.zones: write a list of zones"),
    (
      #""zones":[{"name":"_defaultZone"},{"name":"N"}]"#, "private",
      "remote.zones[0].name: the default"
    ),
    (#""zones":[{"name":"N"}]"#, "shared", "remote.zones[0].owner is missing"),
    (
      #""zones":[{"name":"N"},{"name":"M"}]"#, "private", "remote.zones[0]: no table is in the zone"
    ),
    (#""zones":[{"name":"N","readOnly":1}]"#, "private", "remote.zones[0].readOnly: write true"),
    (#""zones":[{"name":"N"}],"zoneOwner":"_a""#, "private", "remote.zoneOwner: write either zone"),
  ])
  func saysWhatIsWrongWithZones(place: String, database: String, beginning: String) {
    let found = problems(place, database: database)
    #expect(found.contains { $0.hasPrefix(beginning) }, "\(found)")
  }

  @Test func thePublicDatabaseHasNoZones() {
    let found = problems(#""zones":[{"name":"N"},{"name":"M"}]"#, database: "public")
    #expect(
      found.contains { $0.hasPrefix("remote.zones: the public database has only its default") })
  }

  @Test func otherRemotesKnowNoZones() {
    let text =
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://a.net"},"#
      + #""tables":[{"name":"T","zone":"Z"}]}]}"#
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json")
    }
    #expect(error?.problems.first?.text.hasPrefix("there is no setting \"zone\"") == true)
  }
}
