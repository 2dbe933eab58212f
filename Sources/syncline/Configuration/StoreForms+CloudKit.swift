import Console

extension RemoteDefinition.Kind {
  static var cloudKitForm: RemoteKindForm {
    RemoteKindForm(
      "cloudkit", title: "CloudKit",
      text: "Apple’s CloudKit Web Services. A server-to-server key reaches the public database; a "
        + "user’s sign-in reaches the zones of a private or shared one, which tell what was deleted.",
      fields: place + signIn + [
        SettingField(
          "remote.url", "Address",
          hint: "Empty for Apple’s own, https://api.apple-cloudkit.com."),
        insecure,
      ],
      address: [
        "remote.url", "remote.container", "remote.environment", "remote.database", "remote.zone",
        "remote.zoneOwner",
      ], ownDeletion: "Remove the record; this store keeps its last values and can bring it back",
      filterHint: "Conditions as JSON, such as [{\"fieldName\": \"done\", \"comparator\": "
        + "\"EQUALS\", \"fieldValue\": {\"value\": 0}}].")
  }

  private static var place: [SettingField] {
    [
      SettingField("remote.container", "Container", hint: "Such as iCloud.com.example.notes."),
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
        hint: "For a private or shared database: every table of the store lies in it."),
      SettingField(
        "remote.zoneOwner", "Owner of the zone",
        hint: "For a shared database: a user record’s name."),
      SettingField(
        "remote.createZone", "Make the zone when it is missing",
        control: .flag(isOnByDefault: false)),
      SettingField(
        "remote.nameSeparator", "Separator in names of new records",
        hint: "|~| by default: a new row of Note is named Note|~|UUID."),
    ]
  }

  private static var signIn: [SettingField] {
    [
      SettingField(
        "remote.keyId", "Key id", hint: "Of a server-to-server key; for the public database."),
      SettingField(
        "remote.privateKey", "Private key",
        hint: "Never typed in here: name a PEM file of this server, or an environment variable.",
        control: .secret),
      SettingField(
        "remote.apiToken", "API token", hint: "In place of the key; named the same way.",
        control: .secret),
      SettingField(
        "remote.webAuthTokenFile", "File of the web-auth token",
        hint: "The user’s sign-in, below the data directory. It is written anew with every answer."),
    ]
  }
}
