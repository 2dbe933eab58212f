import ConsoleData
import JSONKit
import Support

/// The words for an alert, on the page and in messages.
struct AlertText {
  let cause: AlertCause

  /// What is wrong, in a few words.
  var title: String {
    let store = cause.store ?? ""
    return switch cause.condition {
    case .syncFailing: "Sync of \(store) is failing"
    case .changesUnsent: "Changes of \(store) are not being sent"
    case .conflicts: "Conflicts in \(store)"
    case .rejections: "Rejected changes in \(store)"
    case .drift: "\(store) differs from its server"
    case .streamLost: "\(store) has lost its change stream"
    case .schedulePaused: "The schedule of \(store) is paused"
    case .storeUnusable: "The store \(store) cannot be used"
    case .credentialExpiring:
      cause.store == nil
        ? "The API token \(cause.subject) is expiring" : "The sign-in token of \(store) is expiring"
    case .diskNearlyFull: "The disk is nearly full"
    case .backupFailed: "The scheduled backup failed"
    }
  }

  func title(_ event: AlertEvent) -> String {
    switch event {
    case .opened, .test: title
    case .reminder: "Still open: \(title)"
    case .recovered: "Recovered: \(title)"
    }
  }

  /// What it means for the data.
  var effect: String {
    switch cause.condition {
    case .syncFailing: "Changes are kept here and are sent when sync works again."
    case .changesUnsent: "The changes are kept here. The server does not have them yet."
    case .conflicts: "Both versions are kept until somebody resolves the conflicts."
    case .rejections: "The changes are kept here. The server does not have them."
    case .drift: "Pulls do not bring these differences. Nothing was changed on either side."
    case .streamLost: "Changes on the server come only with the next sync or pull."
    case .schedulePaused: "Changes are kept here. Syncs start only by hand."
    case .storeUnusable: "Nothing is sent or pulled until this is fixed."
    case .credentialExpiring:
      cause.store == nil
        ? "Programs that use it are refused once it has expired."
        : "Sync stops once it has expired. Changes are kept here."
    case .diskNearlyFull: "Changes can no longer be saved once the disk is full."
    case .backupFailed: "Earlier backups are kept. Newer changes are in none."
    }
  }

  /// What to do.
  var remedy: String {
    switch cause.condition {
    case .syncFailing: "See what the last run says, fix the cause, and start a sync."
    case .changesUnsent: "See what keeps the oldest change in the queue, and start a push."
    case .conflicts: "Resolve the conflicts."
    case .rejections: "Fix or discard the rejected changes."
    case .drift: "Compare the tables, and apply the results."
    case .streamLost: "Fix the cause. The console reconnects automatically."
    case .schedulePaused: "Resume the schedule when the cause is fixed."
    case .storeUnusable: "Fix what the store’s page names."
    case .credentialExpiring:
      cause.store == nil
        ? "Create another token, give it to the programs that use this one, and revoke this one."
        : "Replace the token where the settings of the store say it is."
    case .diskNearlyFull: "Free space on the disk, or move the data directory to a larger one."
    case .backupFailed: "Fix the cause, and start a backup."
    }
  }

  /// The page that helps, below the console's own address; nil where none does.
  var link: (label: String, url: String)? {
    switch (cause.condition, cause.store) {
    case (.syncFailing, let store?), (.schedulePaused, let store?), (.streamLost, let store?):
      ("Open sync", Links.sync(store))
    case (.changesUnsent, let store?): ("Open queue", Links.queue(store))
    case (.conflicts, let store?), (.rejections, let store?):
      ("Open errors", Links.errors(store))
    case (.drift, let store?): ("View drift", Links.drift(store))
    case (.storeUnusable, let store?): ("Open store", Links.store(store))
    case (.credentialExpiring, let store?): ("Open store settings", Links.settings(store))
    case (.credentialExpiring, nil): ("Open API tokens", Links.users)
    case (.backupFailed, _): ("Open backups", Links.backups)
    default: nil
    }
  }
}

/// What channels send, the same for all of them.
struct AlertMessage {
  let id: String
  let publicURL: String?

  func json(_ alert: Alert, _ event: AlertEvent) -> JSONValue {
    let text = AlertText(cause: alert.cause)
    let title = text.title(event)
    return [
      "id": .string(id), "event": .string(event.rawValue), "alert": .integer(alert.id),
      "condition": .string(alert.cause.condition.rawValue), "store": JSONValue(alert.cause.store),
      "title": .string(title), "detail": .string(alert.detail),
      "effect": .string(text.effect), "remedy": .string(text.remedy),
      "since": JSONValue(alert.since), "endedAt": JSONValue(alert.endedAt),
      "acknowledgedBy": JSONValue(alert.acknowledgement?.who),
      "link": JSONValue(text.link.flatMap { link in publicURL.map { $0 + link.url } }),
      "text": .string("\(title): \(alert.detail)"),
    ]
  }

  /// A message that tries a channel.
  func test(of channel: String, by who: String, _ now: Timestamp) -> JSONValue {
    let detail = "\(who) tried the channel \(channel). Nothing is wrong."
    return [
      "id": .string(id), "event": .string(AlertEvent.test.rawValue), "alert": .null,
      "condition": .null, "store": .null, "title": "Test message from Syncline",
      "detail": .string(detail), "effect": "",
      "remedy": "", "since": .string(now.description), "endedAt": .null,
      "acknowledgedBy": .null, "link": JSONValue(publicURL.map { $0 + Links.alerts }),
      "text": .string("Test message from Syncline: \(detail)"),
    ]
  }
}
