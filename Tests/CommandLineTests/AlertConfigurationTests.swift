import Console
import ConsoleData
import HTTPClient
import Support
import Testing

@testable import syncline

/// The settings of alerts in `syncline.json`.
@Suite struct AlertConfigurationTests {
  private func read(_ alerts: String) throws(ConfigurationError) -> AlertDefinition {
    let text = "{ \"stores\": [], \"alerts\": \(alerts) }"
    return try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json").alerts
  }

  @Test func readsEverySetting() throws {
    let alerts = try read(
      """
      { "publicURL": "https://console.example.com/sync/", "holdSeconds": 30, "reopenMinutes": 5,
        "remindHours": 8,
        "quietHours": { "from": "22:00", "to": "07:30", "timeZone": "Europe/Berlin" },
        "conditions": { "syncFailingMinutes": 5, "conflicts": false, "schedulePaused": false },
        "channels": [
          { "name": "ops", "kind": "webhook", "url": "https://example.com/hooks/secret-path",
            "secretEnv": "HOOK_SECRET" },
          { "name": "mail", "kind": "email", "url": "smtp://mail.example.com:587",
            "from": "syncline@example.com", "to": ["a@example.com", "b@example.com"],
            "user": "syncline", "passwordFile": "/run/password" },
          { "name": "pager", "kind": "command", "path": "/usr/bin/page", "arguments": ["-p", "x"] }
        ] }
      """)
    let settings = alerts.settings
    #expect(settings.publicURL == "https://console.example.com/sync")
    #expect(settings.rules.holdSeconds == 30 && settings.rules.remindHours == 8)
    #expect(settings.quietHours?.fromMinute == 1_320 && settings.quietHours?.toMinute == 450)
    #expect(settings.thresholds.syncFailingMinutes == 5 && settings.thresholds.conflicts == nil)
    #expect(settings.thresholds.rejections == 10 && !settings.thresholds.schedulePaused)
    // The path of a webhook is often as good as a password.
    #expect(
      settings.channels.map(\.target)
        == ["example.com", "a@example.com, b@example.com", "/usr/bin/page"])
    #expect(
      alerts.channels.map(\.transport) == [
        .webhook(
          WebhookDefinition(
            address: .url("https://example.com/hooks/secret-path"),
            secret: .environment("HOOK_SECRET"), allowsInsecure: false)),
        .email(
          MailDefinition(
            url: "smtp://mail.example.com:587", encryption: .required,
            from: "syncline@example.com", to: ["a@example.com", "b@example.com"],
            user: "syncline", password: .file("/run/password"))),
        .command(
          CommandDefinition(path: "/usr/bin/page", arguments: ["-p", "x"], timeoutSeconds: 30)),
      ])
  }

  @Test(arguments: [
    ("smtp://127.0.0.1:25", "", MailRequest.Encryption.none),
    ("smtp://mail.example.com", "", .required),
    ("smtp://mail.example.com", #", "allowInsecure": true"#, .offered),
    ("smtps://mail.example.com", #", "allowInsecure": true"#, .required),
  ])
  func mailIsEncryptedUnlessItStaysOnThisMachine(
    url: String, more: String, expected: MailRequest.Encryption
  ) throws {
    let alerts = try read(
      """
      { "channels": [ { "name": "m", "kind": "email", "url": "\(url)", "from": "a@b.c",
        "to": ["d@e.f"]\(more) } ] }
      """)
    guard case .email(let mail) = alerts.channels.first?.transport else {
      Issue.record("no mail")
      return
    }
    #expect(mail.encryption == expected)
  }

  @Test func reportsAllMistakesAtOnce() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try read(
        """
        { "publicURL": "console", "holdSeconds": -1, "quietHours": { "from": "25:00", "to": "7" },
          "conditions": { "conflicts": true, "diskFreePercent": 100, "drift": 1 },
          "channels": [
            { "name": "Ops", "kind": "webhook", "url": "http://example.com/x" },
            { "name": "two", "kind": "webhook", "url": "https://h", "secretEnv": "not a name" },
            { "name": "two", "kind": "pigeon" },
            { "name": "m", "kind": "email", "url": "smtp://u:secret@h", "from": "a\\r\\nb@c",
              "to": [], "user": "x" },
            { "name": "c", "kind": "command", "path": "page; rm", "arguments": [1],
              "timeoutSeconds": 0 } ] }
        """)
    }
    let problems = try #require(error?.problems.map(\.description))
    for place in [
      "alerts.publicURL:", "alerts.holdSeconds:", "alerts.quietHours.from:",
      "alerts.quietHours.to:", "alerts.conditions.conflicts:",
      "alerts.conditions.diskFreePercent:", "alerts.conditions: there is no setting \"drift\"",
      "alerts.channels[0].name:", "alerts.channels[0].url:", "alerts.channels[1].secretEnv:",
      "alerts.channels[2].name:", "alerts.channels[2].kind:", "alerts.channels[3].url:",
      "alerts.channels[3].from:", "alerts.channels[3].to:", "alerts.channels[3]: write user",
      "alerts.channels[4].path:", "alerts.channels[4].arguments:",
      "alerts.channels[4].timeoutSeconds:",
    ] {
      #expect(problems.contains { $0.hasPrefix(place) }, "\(place) is not reported")
    }
    #expect(!problems.joined().contains("secret@"))
  }

  @Test func anEmptyObjectIsEnough() throws {
    #expect(try read("{}") == AlertDefinition())
    #expect(AlertDefinition().settings.thresholds.syncFailingMinutes == 15)
  }
}
