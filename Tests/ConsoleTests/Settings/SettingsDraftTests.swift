import HTTPKit
import JSONKit
import Testing

@testable import Console

@Suite struct SettingsDraftTests {
  private let description = StoreForm(
    kinds: [
      RemoteKindForm(
        "azure", title: "Azure", text: "",
        fields: [
          SettingField("remote.url", "Address"),
          SettingField("remote.authToken", "Token", control: .secret),
        ], laterFields: [SettingField("remote.zones", "Zones", control: .json)],
        tableFields: [SettingField("zone", "Zone")])
    ],
    sections: [
      StoreForm.Section(
        "Push and pull",
        fields: [
          SettingField("push.window", "Window", control: .number),
          SettingField("pull.pushFirst", "Push first", control: .flag(isOnByDefault: true)),
        ])
    ])

  private let known: JSONObject = [
    "name": "todo", "note": "kept", "remote": ["kind": "azure", "url": "http://a", "extra": 1],
    "push": ["window": 4],
    "tables": [
      ["name": "A", "softDelete": ["column": "done"], "own": true],
      [
        "name": "B", "softDelete": "system",
        "pull": [["queryId": "q", "filter": "x eq 1", "own": 2], ["queryId": nil]],
        "conflictRules": [["rule": "newest"]],
      ],
    ],
  ]

  private func draft(_ items: [(String, String)], over base: JSONObject) -> SettingsDraft {
    SettingsDraft(
      QueryItems(items.map { QueryItems.Item($0.0, $0.1) }), over: base,
      description: description)
  }

  @Test func aFormThatChangesNothingChangesNothing() {
    let sent = draft(
      [
        ("environment", ""), ("remote.kind", "azure"), ("remote.url", "http://a"),
        ("remote.authTokenEnv", ""), ("remote.authTokenFile", ""), ("push.window", "4"),
        ("pull.pushFirst", ""), ("tables.0.was", "A"), ("tables.0.name", "A"),
        ("tables.0.softDelete.kind", "flag"), ("tables.0.softDelete.column", "done"),
        ("tables.0.dependsOn", ""), ("tables.0.pull.0.queryId", ""),
        ("tables.0.pull.0.filter", ""), ("tables.1.was", "B"), ("tables.1.name", "B"),
        ("tables.1.softDelete.kind", "system"), ("tables.1.softDelete.column", ""),
        ("tables.1.pull.0.queryId", "q"), ("tables.1.pull.0.filter", "x eq 1"),
        ("tables.1.pull.1.queryId", ""), ("tables.1.pull.1.filter", ""),
        ("tables.1.pull.2.queryId", ""), ("tables.1.pull.2.filter", ""),
        ("tables.2.was", ""), ("tables.2.name", ""), ("tables.2.softDelete.kind", "system"),
      ], over: known)
    #expect(sent.settings == known)
    #expect(sent.differences(from: known).isEmpty)
  }

  @Test func whatTheFormDoesNotAskForStays() {
    let sent = draft(
      [("remote.url", "http://b"), ("push.window", ""), ("pull.pushFirst", "false")], over: known)
    #expect(sent.settings["note"] == "kept")
    #expect(sent.settings["remote"] == ["kind": "azure", "url": "http://b", "extra": 1])
    #expect(sent.settings["push"] == nil)
    #expect(sent.settings["pull"] == ["pushFirst": false])
    #expect(sent.settings["tables"] == known["tables"])
    #expect(
      sent.differences(from: known).map(\.path) == ["remote.url", "push.window", "pull.pushFirst"])
  }

  @Test func aListIsWrittenAsJSONAndStaysAsItWasTypedWhenItIsNone() {
    let sent = draft([("remote.zones", #" [{"name": "N", "own": true}] "#)], over: known)
    #expect(sent.settings["remote"]?["zones"] == [["name": "N", "own": true]])
    #expect(sent["remote.zones"] == #"[{"name":"N","own":true}]"#)
    #expect(sent.texts(at: ["remote.url", "remote.zones.name"]) == ["http://a", "N"])
    let wrong = draft([("remote.zones", "[N")], over: known)
    #expect(wrong.settings["remote"]?["zones"] == "[N" && wrong["remote.zones"] == "[N")
    #expect(draft([("remote.zones", "")], over: sent.settings).settings == known)
  }

  @Test func aTableHasTheFieldsOfItsKindOfRemote() {
    let sent = draft(
      [("tables.0.was", "A"), ("tables.0.name", "A"), ("tables.0.zone", " Z ")], over: known)
    #expect(sent.settings["tables"]?.array?.first?["zone"] == "Z")
    let left = draft(
      [("tables.0.was", "A"), ("tables.0.name", "A"), ("tables.0.zone", "")], over: sent.settings)
    #expect(left.settings["tables"]?.array?.first?.object?.names.contains("zone") == false)
  }

  @Test func aNumberThatIsNoneStaysAsItWasTyped() {
    let sent = draft([("push.window", " 3 h ")], over: JSONObject())
    #expect(sent.settings["push"] == ["window": "3 h"])
    #expect(sent["push.window"] == "3 h")
  }

  @Test func tablesAreRenamedAddedAndLeftOut() throws {
    let sent = draft(
      [
        ("tables.0.was", "A"), ("tables.0.name", "A2"), ("tables.0.softDelete.kind", "date"),
        ("tables.0.softDelete.column", "goneAt"), ("tables.0.dependsOn", "B, C"),
        ("tables.1.was", "B"), ("tables.1.name", "B"), ("tables.1.remove", "1"),
        ("tables.7.was", ""), ("tables.7.name", "New"), ("tables.7.softDelete.kind", "none"),
      ], over: known)
    let tables = try #require(sent.settings["tables"]?.array)
    #expect(
      tables == [
        [
          "name": "A2", "softDelete": ["column": "goneAt", "type": "date"], "own": true,
          "dependsOn": ["B", "C"],
        ],
        ["name": "New", "softDelete": "none"],
      ])
  }

  @Test func aFingerprintTellsVersionsApart() {
    #expect(SettingsDraft.fingerprint(known) == SettingsDraft.fingerprint(known))
    var other = known
    other["name"] = "todo2"
    #expect(SettingsDraft.fingerprint(known) != SettingsDraft.fingerprint(other))
    #expect(SettingsDraft.fingerprint(nil) == "")
  }
}
