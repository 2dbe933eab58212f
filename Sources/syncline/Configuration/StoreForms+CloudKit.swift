import Console
import Localization

extension RemoteDefinition.Kind {
  static var cloudKitForm: RemoteKindForm {
    RemoteKindForm(
      "cloudkit", title: "CloudKit",
      text: localized("A public, private or shared database."),
      fields: place + signIn + [
        SettingField(
          "remote.url", localized("Address"),
          hint: localized("Default https://api.apple-cloudkit.com."),
          defaultValue: "https://api.apple-cloudkit.com", isAdvanced: true),
        insecure,
      ],
      laterFields: [
        SettingField(
          "remote.zones", localized("Zones"),
          hint:
            localized(
              "Several zones, instead of one, as JSON, for example [{\"name\": \"Notes\"}, "
                + "{\"name\": \"Family\", \"readOnly\": true}]. In a shared database each with "
                + "its owner. Default: the one zone above."),
          control: .json, isAdvanced: true)
      ],
      tableFields: [
        SettingField(
          "zone", localized("Zone"),
          hint: localized("If the store has several. Default: the first.")),
        SettingField(
          "zoneOwner", localized("Zone owner"), hint: localized("If two zones have this name.")),
        SettingField(
          "recordType", localized("Record type"), hint: localized("Default: the table’s name.")),
      ],
      tablesHint:
        localized(
          "Record types, separated by commas. Leave empty for a zone of a private or shared "
            + "database, which lists its first ones."),
      address: [
        "remote.url", "remote.container", "remote.environment", "remote.database", "remote.zone",
        "remote.zoneOwner", "remote.zones.name", "remote.zones.owner",
      ],
      ownDeletion: localized(
        "Remove the record; this store keeps its last values and can restore it"),
      filterHint: localized(
        "Conditions as JSON, for example [{\"fieldName\": \"done\", \"comparator\": \"EQUALS\", "
          + "\"fieldValue\": {\"value\": 0}}]."))
  }

  private static var place: [SettingField] {
    [
      SettingField(
        "remote.container", localized("Container"),
        hint: localized("For example iCloud.com.example.notes.")),
      SettingField(
        "remote.environment", localized("Environment"),
        control: .choice([
          .init("development", localized("Development")),
          .init("production", localized("Production")),
        ])),
      SettingField(
        "remote.database", localized("Database"),
        hint: localized(
          "A server-to-server key accesses the public database, a user’s sign-in the zones of a "
            + "private or shared one, which report deletions."),
        control: .choice([
          .init("public", localized("Public")), .init("private", localized("Private")),
          .init("shared", localized("Shared")),
        ])),
      SettingField(
        "remote.zone", localized("Zone"),
        hint: localized(
          "For a private or shared database. Contains all tables of the store; the settings of "
            + "the store take several zones.")),
      SettingField(
        "remote.zoneOwner", localized("Zone owner"),
        hint: localized("For a shared database: the name of a user record.")),
      SettingField(
        "remote.createZone", localized("Create the zone if it is missing"),
        control: .flag(isOnByDefault: false), isAdvanced: true),
      SettingField(
        "remote.nameSeparator", localized("Record name separator"),
        hint: localized("Default |~|: a new Note is named Note|~|UUID."),
        defaultValue: "|~|", isAdvanced: true),
    ]
  }

  private static var signIn: [SettingField] {
    [
      SettingField(
        "remote.keyId", localized("Key id"),
        hint: localized("Of the server-to-server key, for the public database.")),
      SettingField(
        "remote.privateKey", localized("Private key"),
        hint: localized("Name a PEM file on this server, or an environment variable."),
        control: .secret),
      SettingField(
        "remote.apiToken", localized("API token"), hint: localized("Instead of the key."),
        control: .secret),
      SettingField(
        "remote.webAuthTokenFile", localized("Web auth token file"),
        hint: localized("The user’s sign-in, in the data directory. Updated with every response.")),
    ]
  }
}
