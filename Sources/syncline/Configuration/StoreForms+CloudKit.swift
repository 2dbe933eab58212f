import Console

extension RemoteDefinition.Kind {
  static var cloudKitForm: RemoteKindForm {
    RemoteKindForm(
      "cloudkit", title: "CloudKit",
      text: "Apple’s CloudKit Web Services. A server-to-server key accesses the public database, a "
        + "user’s sign-in the zones of a private or shared one, which report deletions.",
      fields: place + signIn + [
        SettingField(
          "remote.url", "Address",
          hint: "Default https://api.apple-cloudkit.com.", isAdvanced: true),
        insecure,
      ],
      laterFields: [
        SettingField(
          "remote.zones", "Zones",
          hint:
            "Several zones, instead of one, as JSON, for example [{\"name\": \"Notes\"}, {\"name\": "
            + "\"Family\", \"readOnly\": true}]. In a shared database each with its owner.",
          control: .json)
      ],
      tableFields: [
        SettingField("zone", "Zone", hint: "If the store has several. Default: the first."),
        SettingField("zoneOwner", "Zone owner", hint: "If two zones have this name."),
        SettingField("recordType", "Record type", hint: "Default: the table’s name."),
      ],
      tablesHint:
        "Record types, separated by commas. Leave empty for a zone of a private or shared "
        + "database, which lists its first ones.",
      address: [
        "remote.url", "remote.container", "remote.environment", "remote.database", "remote.zone",
        "remote.zoneOwner", "remote.zones.name", "remote.zones.owner",
      ], ownDeletion: "Remove the record; this store keeps its last values and can restore it",
      filterHint: "Conditions as JSON, for example [{\"fieldName\": \"done\", \"comparator\": "
        + "\"EQUALS\", \"fieldValue\": {\"value\": 0}}].")
  }

  private static var place: [SettingField] {
    [
      SettingField("remote.container", "Container", hint: "For example iCloud.com.example.notes."),
      SettingField(
        "remote.environment", "Environment",
        control: .choice([
          .init("development", "Development"), .init("production", "Production"),
        ])),
      SettingField(
        "remote.database", "Database",
        control: .choice([
          .init("public", "Public"), .init("private", "Private"), .init("shared", "Shared"),
        ])),
      SettingField(
        "remote.zone", "Zone",
        hint: "For a private or shared database. Contains all tables of the store; the settings of "
          + "the store take several zones."),
      SettingField(
        "remote.zoneOwner", "Zone owner",
        hint: "For a shared database: the name of a user record."),
      SettingField(
        "remote.createZone", "Create the zone if it is missing",
        control: .flag(isOnByDefault: false), isAdvanced: true),
      SettingField(
        "remote.nameSeparator", "Record name separator",
        hint: "Default |~|: a new Note is named Note|~|UUID.", isAdvanced: true),
    ]
  }

  private static var signIn: [SettingField] {
    [
      SettingField(
        "remote.keyId", "Key id", hint: "Of the server-to-server key, for the public database."),
      SettingField(
        "remote.privateKey", "Private key",
        hint: "Name a PEM file on this server, or an environment variable.",
        control: .secret),
      SettingField(
        "remote.apiToken", "API token", hint: "Instead of the key.",
        control: .secret),
      SettingField(
        "remote.webAuthTokenFile", "Web auth token file",
        hint: "The user’s sign-in, in the data directory. Updated with every response."),
    ]
  }
}
