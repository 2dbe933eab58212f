import Console
import Localization

/// What a store's form asks for: the same settings that ``ConfigurationReader`` reads.
enum StoreForms {
  static var all: StoreForm {
    StoreForm(
      kinds: RemoteDefinition.Kind.allCases.map(\.form),
      sections: [pushAndPull, schedule, drift, history])
  }

  private static var pushAndPull: StoreForm.Section {
    StoreForm.Section(
      localized("Push and pull"), text: localized("Leave a setting empty for its default."),
      fields: [
        SettingField(
          "push.window", localized("Requests in flight"),
          hint: localized("Default 16. 1 keeps strict queue order."),
          control: .number, defaultValue: "16"),
        SettingField(
          "push.batch", localized("Batch requests"),
          hint: localized("If the server supports batches."), control: .flag(isOnByDefault: true),
          isAdvanced: true),
        SettingField(
          "push.insertResendSeconds", localized("Insert resend delay (seconds)"),
          hint:
            localized(
              "If the server assigns ids: how long a push looks for an insert whose response was "
                + "lost before it resends it. Default 60."), control: .number,
          defaultValue: "60", isAdvanced: true),
        SettingField(
          "pull.pageSize", localized("Page size"), hint: localized("Default 1,000, up to 10,000."),
          control: .number, defaultValue: "1000"),
        SettingField(
          "pull.overlapSeconds", localized("Overlap (seconds)"),
          hint: localized(
            "How far before its delta token a pull starts, for rows that were committed late. "
              + "Default 10, for Parse Server 120."), control: .number, isAdvanced: true),
        SettingField(
          "pull.pushFirst", localized("Push before pull"), control: .flag(isOnByDefault: true)),
      ])
  }

  private static var schedule: StoreForm.Section {
    StoreForm.Section(
      localized("Schedule"),
      text:
        localized(
          "Without an interval, changes are pushed only by hand. Live pulls changes without an "
            + "interval."),
      fields: [
        SettingField(
          "live", localized("Live", context: "changes as they happen"),
          hint: localized(
            "Pulls changes as they happen, without an interval. For Syncline’s own table "
              + "service, Parse Server with LiveQuery, and CloudKit zones of a signed-in user."),
          control: .flag(isOnByDefault: false)),
        SettingField(
          "schedule.everyMinutes", localized("Interval (minutes)"),
          hint: localized("Counted from the end of the last sync. Default: no schedule."),
          control: .number),
        SettingField(
          "schedule.jitterSeconds", localized("Random delay (seconds)"),
          hint: localized(
            "Maximum, so that many stores do not sync at once. Default: a tenth of the interval, "
              + "up to a minute."), control: .number, isAdvanced: true),
        SettingField(
          "schedule.startDelaySeconds", localized("Delay after start (seconds)"),
          hint: localized("Default 10."), control: .number, defaultValue: "10", isAdvanced: true),
        SettingField(
          "schedule.quietSeconds", localized("Quiet time (seconds)"),
          hint: localized(
            "A sync waits until the last local change is this old, up to one interval. Default "
              + "5."), control: .number, defaultValue: "5", isAdvanced: true),
        SettingField(
          "schedule.pauseAfterFailures", localized("Pause after failures"),
          hint:
            localized(
              "Number of failed syncs in a row. Default: never; the schedule backs off, up to an "
                + "hour."),
          control: .number, isAdvanced: true),
      ])
  }

  private static var drift: StoreForm.Section {
    StoreForm.Section(
      localized("Drift check"),
      text: localized(
        "Compares all tables with the server and changes nothing. Leave the interval empty for "
          + "no schedule."),
      fields: [
        SettingField(
          "drift.everyHours", localized("Interval (hours)"),
          hint: localized("1 to 8,760, for example 24. Default: no schedule."),
          control: .number),
        SettingField(
          "drift.at", localized("Time of day"),
          hint: localized(
            "For example 06:00, in the store’s time zone. For intervals of whole days. Default: "
              + "the time of the last check.")),
        SettingField(
          "drift.requestsPerMinute", localized("Requests per minute"),
          hint: localized("Default 120, up to 6,000."),
          control: .number, defaultValue: "120", isAdvanced: true),
        SettingField(
          "drift.bytesPerMinute", localized("Bytes per minute"),
          hint: localized("Of response bodies. Default: no limit."), control: .number,
          isAdvanced: true),
      ])
  }

  private static var history: StoreForm.Section {
    StoreForm.Section(
      localized("Row history"), text: localized("Older versions are removed when a run ends."),
      fields: [
        SettingField(
          "history.days", localized("Keep versions for (days)"), hint: localized("Default 365."),
          control: .number, defaultValue: "365"),
        SettingField(
          "history.versionsPerRow", localized("Versions per row"),
          hint: localized("Default 100."), control: .number, defaultValue: "100"),
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
      "remote.allowInsecure", localized("Allow unencrypted connections"),
      hint: localized(
        "Required for http:// addresses of other machines. Rows and secrets are then readable in "
          + "transit."), control: .flag(isOnByDefault: false), isAdvanced: true)
  }

  private static var parseForm: RemoteKindForm {
    RemoteKindForm(
      "parse", title: "Parse Server",
      text: localized("Classes become tables."),
      fields: [
        SettingField(
          "remote.url", localized("Address"),
          hint: localized("With the mount path, for example https://example.org/parse.")),
        insecure,
        SettingField("remote.applicationId", localized("Application id")),
        SettingField(
          "remote.masterKey", localized("Master key"),
          hint: [
            localized(
              "Secrets are not stored in the settings: name an environment variable of this "
                + "server, or a file in secrets/ of its data directory with the secret in its "
                + "first line."),
            localized(
              "Without it, tables cannot be listed, and rows that were removed on the server cannot "
                + "be told from hidden rows."),
          ].joinedAsSentences(),
          control: .secret),
        SettingField(
          "remote.restKey", localized("REST key"), hint: localized("If the server has one."),
          control: .secret, isAdvanced: true),
        SettingField(
          "remote.sessionToken", localized("Session token"),
          hint: localized("Acts as one user, instead of the master key."), control: .secret,
          isAdvanced: true),
        SettingField(
          "remote.webhookKey", localized("Webhook key"),
          hint: localized(
            "For a server that reports deletions to this console. See docs/parse.md."),
          control: .secret, isAdvanced: true),
        SettingField(
          "remote.liveQueryUrl", localized("LiveQuery address"),
          hint: localized("For a live store. Default: the address above, as ws:// or wss://."),
          isAdvanced: true),
        SettingField(
          "remote.newIds", localized("Ids of new rows"),
          control: .choice([
            .init("", localized("Default (from the server)")),
            .init("server", localized("From the server")),
            .init("client", localized("From this store (allowCustomObjectId)")),
            .init("auto", localized("From this store, else from the server")),
          ]), defaultValue: "server", isAdvanced: true),
        SettingField(
          "remote.keyColumn", localized("Key column"),
          hint: localized("Default synclineKey. Identifies an insert whose response was lost."),
          defaultValue: "synclineKey", isAdvanced: true),
        SettingField(
          "remote.batchSize", localized("Batch size"),
          hint: localized("Default: starts at 50, grows to 100."), control: .number,
          isAdvanced: true),
      ],
      tablesHint: localized(
        "Names of classes, separated by commas. Leave empty with the master key, which lists all "
          + "classes."),
      address: ["remote.url", "remote.applicationId"],
      filterHint: localized("A Parse “where”, for example {\"done\": {\"$ne\": true}}."))
  }

  private static var azureForm: RemoteKindForm {
    RemoteKindForm(
      "azure", title: "Azure Mobile Apps",
      text: localized("Easy Tables, Mobile Apps, Datasync and Syncline’s table service."),
      fields: [
        SettingField(
          "remote.url", localized("Address"),
          hint: localized("For example https://app.example.net, without /tables at the end.")),
        insecure,
        SettingField(
          "remote.apiVersion", localized("Protocol version"),
          control: .choice([
            .init("", localized("Default (2.0.0)")),
            .init("2.0.0", "2.0.0: Easy Tables, Mobile Apps"),
            .init("3.0.0", localized("3.0.0: Datasync 5 and 6")),
            .init("none", localized("None: the newer toolkit")),
          ]), defaultValue: "2.0.0", isAdvanced: true),
        SettingField(
          "remote.authToken", localized("Sign-in token"),
          hint:
            localized(
              "Secrets are not stored in the settings: name an environment variable of this "
                + "server, or a file in secrets/ of its data directory, whose first line it is. "
                + "Leave empty if the server requires none."),
          control: .secret),
        SettingField(
          "remote.apiKey", localized("API key"), hint: localized("If the server requires one."),
          control: .secret, isAdvanced: true),
      ],
      tablesHint:
        localized(
          "Names as on the server, separated by commas. Leave empty for Syncline’s own table "
            + "service, which lists its tables."),
      ownDeletion: localized("Soft delete: the server’s deleted column"),
      filterHint: localized("OData, for example complete eq false."))
  }
}
