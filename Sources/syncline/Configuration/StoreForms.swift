import Console

/// What a store's form asks for: the same settings that ``ConfigurationReader`` reads.
enum StoreForms {
  static var all: StoreForm {
    StoreForm(
      kinds: RemoteDefinition.Kind.allCases.map(\.form),
      sections: [pushAndPull, schedule, history])
  }

  private static var pushAndPull: StoreForm.Section {
    StoreForm.Section(
      "Push and pull", text: "Left empty, a setting has its default.",
      fields: [
        SettingField(
          "push.window", "Requests in flight", hint: "16 by default; 1 sends in strict order.",
          control: .number),
        SettingField(
          "push.batch", "Several changes in one request",
          hint: "Where the server takes batches.", control: .flag(isOnByDefault: true)),
        SettingField(
          "push.insertResendSeconds", "Seconds before an insert is sent again",
          hint: "Where the server assigns ids, an insert whose answer was lost is looked for this "
            + "long before it is sent again. 60 by default.", control: .number),
        SettingField(
          "pull.pageSize", "Rows of a page", hint: "1000 by default, up to 10000.",
          control: .number),
        SettingField(
          "pull.overlapSeconds", "Overlap in seconds",
          hint: "How far before its delta token a pull begins again, for rows that committed late. "
            + "10 by default, 120 for Parse Server.", control: .number),
        SettingField(
          "pull.pushFirst", "Push before a pull", control: .flag(isOnByDefault: true)),
      ])
  }

  private static var schedule: StoreForm.Section {
    StoreForm.Section(
      "Schedule", text: "Without an interval this store syncs only when somebody asks.",
      fields: [
        SettingField(
          "schedule.everyMinutes", "Minutes between two syncs",
          hint: "Counted from the end of the last one, whoever asked for it.", control: .number),
        SettingField(
          "schedule.jitterSeconds", "Later by chance, seconds",
          hint: "Up to this much, so that many stores do not call at once. By default a tenth of "
            + "the interval, a minute at most.", control: .number),
        SettingField(
          "schedule.startDelaySeconds", "Not before, seconds after the start",
          hint: "10 by default.", control: .number),
        SettingField(
          "schedule.quietSeconds", "Quiet time, seconds",
          hint: "A sync waits until the last change here is this old, an interval at most. 5 by "
            + "default.", control: .number),
        SettingField(
          "schedule.pauseAfterFailures", "Pause after failures in a row",
          hint: "Empty never pauses; it waits longer and longer instead, an hour at most.",
          control: .number),
      ])
  }

  private static var history: StoreForm.Section {
    StoreForm.Section(
      "History of rows", text: "Older versions are dropped when a run ends.",
      fields: [
        SettingField(
          "history.days", "Days that versions are kept", hint: "365 by default.",
          control: .number),
        SettingField(
          "history.versionsPerRow", "Versions of a row",
          hint: "The newest 100 by default.", control: .number),
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
      "remote.allowInsecure", "Allow an unencrypted connection",
      hint: "Needed for an http:// address of another machine. Rows and secrets can then be read "
        + "on their way.", control: .flag(isOnByDefault: false))
  }

  private static var parseForm: RemoteKindForm {
    RemoteKindForm(
      "parse", title: "Parse Server",
      text: "Its REST interface. Without the master key there is no list of tables, and rows that "
        + "vanished on the server can’t be told from rows that are hidden.",
      fields: [
        SettingField(
          "remote.url", "Address", hint: "With the mount path: https://example.org/parse."),
        insecure,
        SettingField("remote.applicationId", "Application id"),
        SettingField(
          "remote.masterKey", "Master key",
          hint: "Never typed in here: name the environment variable of this server that holds it, "
            + "or a file in secrets/ of its data directory, whose first line it is.",
          control: .secret),
        SettingField(
          "remote.restKey", "REST key", hint: "The same, for servers that have one.",
          control: .secret),
        SettingField(
          "remote.sessionToken", "Session token",
          hint: "The same; acts as one user, in place of the master key.", control: .secret),
        SettingField(
          "remote.webhookKey", "Webhook key",
          hint: "The same; for a server that tells this console of deletions. See docs/parse.md.",
          control: .secret),
        SettingField(
          "remote.newIds", "Ids of new rows",
          control: .choice([
            .init("", "Default (from the server)"), .init("server", "From the server"),
            .init("client", "From this store (allowCustomObjectId)"),
            .init("auto", "From this store, else from the server"),
          ])),
        SettingField(
          "remote.keyColumn", "Column for this store’s ids",
          hint: "synclineKey by default: with it an insert whose answer was lost is found again."),
        SettingField(
          "remote.batchSize", "Changes in one request",
          hint: "Leave empty to start with 50 and grow to 100.", control: .number),
      ], address: ["remote.url", "remote.applicationId"],
      filterHint: "The server’s “where”, such as {\"done\": {\"$ne\": true}}.")
  }

  private static var azureForm: RemoteKindForm {
    RemoteKindForm(
      "azure", title: "Azure Mobile Apps",
      text: "Easy Tables, Mobile Apps and Datasync servers, and Syncline’s own table service.",
      fields: [
        SettingField(
          "remote.url", "Address",
          hint: "Such as https://app.example.net, without /tables and without a password."),
        insecure,
        SettingField(
          "remote.apiVersion", "Version of the protocol",
          control: .choice([
            .init("", "Default (2.0.0)"), .init("2.0.0", "2.0.0: Easy Tables, Mobile Apps"),
            .init("3.0.0", "3.0.0: Datasync 5 and 6"),
            .init("none", "None: the newer toolkit"),
          ])),
        SettingField(
          "remote.authToken", "Sign-in token",
          hint: "Never typed in here: name the environment variable of this server that holds it, "
            + "or a file in secrets/ of its data directory, whose first line it is. Empty when the "
            + "server asks for none.",
          control: .secret),
        SettingField(
          "remote.apiKey", "API key", hint: "The same, for servers that want a key.",
          control: .secret),
      ], ownDeletion: "The server’s own deleted column, where it has one",
      filterHint: "OData, such as complete eq false.")
  }
}
