import Console

/// What a store's form asks for: the same settings that ``ConfigurationReader`` reads.
enum StoreForms {
  static var all: StoreForm {
    StoreForm(
      kinds: RemoteDefinition.Kind.allCases.map(\.form),
      sections: [pushAndPull, schedule, drift, history])
  }

  private static var pushAndPull: StoreForm.Section {
    StoreForm.Section(
      "Push and pull", text: "Leave a setting empty for its default.",
      fields: [
        SettingField(
          "push.window", "Requests in flight", hint: "Default 16. 1 keeps strict queue order.",
          control: .number),
        SettingField(
          "push.batch", "Batch requests",
          hint: "If the server supports batches.", control: .flag(isOnByDefault: true)),
        SettingField(
          "push.insertResendSeconds", "Insert resend delay (seconds)",
          hint:
            "If the server assigns ids: how long a push looks for an insert whose response was lost "
            + "before it resends it. Default 60.", control: .number),
        SettingField(
          "pull.pageSize", "Page size", hint: "Default 1,000, up to 10,000.",
          control: .number),
        SettingField(
          "pull.overlapSeconds", "Overlap (seconds)",
          hint: "How far before its delta token a pull starts, for rows that were committed late. "
            + "Default 10, for Parse Server 120.", control: .number),
        SettingField(
          "pull.pushFirst", "Push before pull", control: .flag(isOnByDefault: true)),
      ])
  }

  private static var schedule: StoreForm.Section {
    StoreForm.Section(
      "Schedule",
      text:
        "Without an interval, changes are pushed only by hand. Live pulls changes without an interval.",
      fields: [
        SettingField(
          "live", "Live",
          hint: "Pulls changes as they happen, without an interval. For Syncline’s own table "
            + "service, Parse Server with LiveQuery, and CloudKit zones of a signed-in user.",
          control: .flag(isOnByDefault: false)),
        SettingField(
          "schedule.everyMinutes", "Interval (minutes)",
          hint: "Counted from the end of the last sync.", control: .number),
        SettingField(
          "schedule.jitterSeconds", "Random delay (seconds)",
          hint: "Maximum, so that many stores do not sync at once. Default: a tenth of "
            + "the interval, up to a minute.", control: .number),
        SettingField(
          "schedule.startDelaySeconds", "Delay after start (seconds)",
          hint: "Default 10.", control: .number),
        SettingField(
          "schedule.quietSeconds", "Quiet time (seconds)",
          hint: "A sync waits until the last local change is this old, up to one interval. Default "
            + "5.", control: .number),
        SettingField(
          "schedule.pauseAfterFailures", "Pause after failures",
          hint:
            "Number of failed syncs in a row. Empty: never; the schedule backs off, up to an hour.",
          control: .number),
      ])
  }

  private static var drift: StoreForm.Section {
    StoreForm.Section(
      "Drift check",
      text: "Compares all tables with the server and changes nothing. Leave the interval empty for "
        + "no schedule.",
      fields: [
        SettingField(
          "drift.everyHours", "Interval (hours)", hint: "1 to 8,760, for example 24.",
          control: .number),
        SettingField(
          "drift.at", "Time of day",
          hint: "For example 06:00, in the store’s time zone. For intervals of whole days."),
        SettingField(
          "drift.requestsPerMinute", "Requests per minute", hint: "Default 120, up to 6,000.",
          control: .number),
        SettingField(
          "drift.bytesPerMinute", "Bytes per minute",
          hint: "Of response bodies. Empty: no limit.", control: .number),
      ])
  }

  private static var history: StoreForm.Section {
    StoreForm.Section(
      "Row history", text: "Older versions are removed when a run ends.",
      fields: [
        SettingField(
          "history.days", "Keep versions for (days)", hint: "Default 365.",
          control: .number),
        SettingField(
          "history.versionsPerRow", "Versions per row",
          hint: "Default 100.", control: .number),
      ])
  }
}

extension RemoteDefinition.Kind {
  /// What the console's form asks for.
  var form: RemoteKindForm {
    switch self {
    case .azure: Self.azureForm
    case .parse: Self.parseForm
    case .cloudkit: Self.cloudKitForm
    }
  }

  static var insecure: SettingField {
    SettingField(
      "remote.allowInsecure", "Allow unencrypted connections",
      hint: "Required for http:// addresses of other machines. Rows and secrets are then readable "
        + "in transit.", control: .flag(isOnByDefault: false), isAdvanced: true)
  }

  private static var parseForm: RemoteKindForm {
    RemoteKindForm(
      "parse", title: "Parse Server",
      text: "REST API. Without the master key, tables cannot be listed, and rows that "
        + "were removed on the server cannot be told from hidden rows.",
      fields: [
        SettingField(
          "remote.url", "Address",
          hint: "With the mount path, for example https://example.org/parse."),
        insecure,
        SettingField("remote.applicationId", "Application id"),
        SettingField(
          "remote.masterKey", "Master key",
          hint:
            "Secrets are not stored in the settings: name an environment variable of this server, "
            + "or a file in secrets/ of its data directory with the secret in its first line.",
          control: .secret),
        SettingField(
          "remote.restKey", "REST key", hint: "If the server has one.",
          control: .secret, isAdvanced: true),
        SettingField(
          "remote.sessionToken", "Session token",
          hint: "Acts as one user, instead of the master key.", control: .secret, isAdvanced: true),
        SettingField(
          "remote.webhookKey", "Webhook key",
          hint: "For a server that reports deletions to this console. See docs/parse.md.",
          control: .secret, isAdvanced: true),
        SettingField(
          "remote.liveQueryUrl", "LiveQuery address",
          hint: "For a live store. Default: the address above, as ws:// or wss://.",
          isAdvanced: true),
        SettingField(
          "remote.newIds", "Ids of new rows",
          control: .choice([
            .init("", "Default (from the server)"), .init("server", "From the server"),
            .init("client", "From this store (allowCustomObjectId)"),
            .init("auto", "From this store, else from the server"),
          ]), isAdvanced: true),
        SettingField(
          "remote.keyColumn", "Key column",
          hint: "Default synclineKey. Identifies an insert whose response was lost.",
          isAdvanced: true),
        SettingField(
          "remote.batchSize", "Batch size",
          hint: "Default: starts at 50, grows to 100.", control: .number, isAdvanced: true),
      ],
      tablesHint: "Names of classes, separated by commas. Leave empty with the master key, which "
        + "lists all classes.",
      address: ["remote.url", "remote.applicationId"],
      filterHint: "A Parse “where”, for example {\"done\": {\"$ne\": true}}.")
  }

  private static var azureForm: RemoteKindForm {
    RemoteKindForm(
      "azure", title: "Azure Mobile Apps",
      text: "Easy Tables, Mobile Apps and Datasync servers, and Syncline’s own table service.",
      fields: [
        SettingField(
          "remote.url", "Address",
          hint: "For example https://app.example.net, without /tables at the end."),
        insecure,
        SettingField(
          "remote.apiVersion", "Protocol version",
          control: .choice([
            .init("", "Default (2.0.0)"), .init("2.0.0", "2.0.0: Easy Tables, Mobile Apps"),
            .init("3.0.0", "3.0.0: Datasync 5 and 6"),
            .init("none", "None: the newer toolkit"),
          ]), isAdvanced: true),
        SettingField(
          "remote.authToken", "Sign-in token",
          hint:
            "Secrets are not stored in the settings: name an environment variable of this server, "
            + "or a file in secrets/ of its data directory, whose first line it is. Leave empty if the "
            + "server requires none.",
          control: .secret),
        SettingField(
          "remote.apiKey", "API key", hint: "If the server requires one.",
          control: .secret, isAdvanced: true),
      ],
      tablesHint:
        "Names as on the server, separated by commas. Leave empty for Syncline’s own table "
        + "service, which lists its tables.",
      ownDeletion: "Soft delete: the server’s deleted column",
      filterHint: "OData, for example complete eq false.")
  }
}
