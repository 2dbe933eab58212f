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
          "pull.pageSize", "Rows of a page", hint: "1000 by default, up to 10000.",
          control: .number),
        SettingField(
          "pull.overlapSeconds", "Overlap in seconds",
          hint: "How far before its delta token a pull begins again, for rows that committed late. "
            + "10 by default.", control: .number),
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
    }
  }

  private static var azureForm: RemoteKindForm {
    RemoteKindForm(
      "azure", title: "Azure Mobile Apps",
      text: "Easy Tables, Mobile Apps and Datasync servers, and Syncline’s own table service.",
      fields: [
        SettingField(
          "remote.url", "Address",
          hint: "Such as https://app.example.net, without /tables and without a password."),
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
            + "or a file whose first line it is. Empty when the server asks for none.",
          control: .secret),
        SettingField(
          "remote.apiKey", "API key", hint: "The same, for servers that want a key.",
          control: .secret),
      ])
  }
}
