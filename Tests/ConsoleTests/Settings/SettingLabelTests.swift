import JSONKit
import Testing

@testable import Console

/// Settings are named on pages as their fields are.
@Suite struct SettingLabelTests {
  private let fields = SettingsFields(
    form: StoreForm(
      kinds: [
        RemoteKindForm(
          "azure", title: "Azure", text: "",
          fields: [
            SettingField("remote.url", "Address"),
            SettingField("remote.authToken", "Sign-in token", control: .secret),
          ], laterFields: [SettingField("remote.zones", "Zones", control: .json)],
          tableFields: [SettingField("recordType", "Record type")])
      ], sections: [.init("Push", fields: [SettingField("push.window", "Window")])]),
    draft: SettingsDraft(["remote": ["kind": "azure"], "tables": [["name": "Note"]]]))

  @Test(arguments: [
    ("name", "Name"), ("timeZone", "Time zone"), ("push.window", "Window"),
    ("remote.url", "Address"), ("remote.authTokenFile", "Sign-in token"),
    ("remote.zones.0.name", "Zones"), ("tableNames", "Tables"),
    ("tables.0.dependsOn", "Note, Push after"), ("tables.0.pull.1.filter", "Note, Filter 2"),
    ("tables.0.softDelete.column", "Note, Soft delete column"),
    ("tables.0.recordType", "Note, Record type"), ("tables.1.name", "Table, Name"),
    ("remote.unknown", "remote.unknown"), ("tables.0.unknown", "Note, unknown"),
  ])
  func aSettingIsCalledByTheLabelOfItsField(_ path: String, _ label: String) {
    #expect(fields.label(at: path) == label)
  }
}
