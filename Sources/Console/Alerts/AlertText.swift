import ConsoleData
import JSONKit
import Localization
import Support

/// The words for an alert, on the page and in messages.
struct AlertText {
  let cause: AlertCause

  /// What is wrong, in a few words.
  var title: String {
    let (store, token) = (cause.store ?? "", cause.subject)
    return switch cause.condition {
    case .syncFailing: localized("Sync of \(store) is failing")
    case .changesUnsent: localized("Changes of \(store) are not being sent")
    case .conflicts: localized("Conflicts in \(store)")
    case .rejections: localized("Rejected changes in \(store)")
    case .drift: localized("\(store) differs from its server")
    case .streamLost: localized("\(store) has lost its change stream")
    case .schedulePaused: localized("The schedule of \(store) is paused")
    case .storeUnusable: localized("The store \(store) cannot be used")
    case .credentialExpiring:
      cause.store == nil
        ? localized("The API token \(token) is expiring")
        : localized("The sign-in token of \(store) is expiring")
    case .diskNearlyFull: localized("The disk is nearly full")
    case .backupFailed: localized("The scheduled backup failed")
    }
  }

  func title(_ event: AlertEvent) -> String {
    switch event {
    case .opened, .test: title
    case .reminder: localized("Still open: \(title)")
    case .recovered: localized("Recovered: \(title)")
    }
  }

  /// What it means for the data.
  var effect: String {
    switch cause.condition {
    case .syncFailing: localized("Changes are kept here and are sent when sync works again.")
    case .changesUnsent: localized("The changes are kept here. The server does not have them yet.")
    case .conflicts: localized("Both versions are kept until somebody resolves the conflicts.")
    case .rejections: localized("The changes are kept here. The server does not have them.")
    case .drift:
      localized("Pulls do not fix these differences. Nothing was changed on either side.")
    case .streamLost: localized("Changes on the server come only with the next sync or pull.")
    case .schedulePaused: localized("Changes are kept here. Syncs start only by hand.")
    case .storeUnusable: localized("Nothing is sent or pulled until this is fixed.")
    case .credentialExpiring:
      cause.store == nil
        ? localized("Programs that use it are refused once it has expired.")
        : localized("Sync stops once it has expired. Changes are kept here.")
    case .diskNearlyFull: localized("Changes can no longer be saved once the disk is full.")
    case .backupFailed:
      localized("Earlier backups are kept. Changes made since then are not backed up.")
    }
  }

  /// What to do.
  var remedy: String {
    switch cause.condition {
    case .syncFailing: localized("Check the last run, fix the cause, and start a sync.")
    case .changesUnsent:
      localized("See what keeps the oldest change in the queue, and start a push.")
    case .conflicts: localized("Resolve the conflicts.")
    case .rejections: localized("Fix or discard the rejected changes.")
    case .drift: localized("Compare the tables, and apply the results.")
    case .streamLost: localized("Fix the cause. The console reconnects automatically.")
    case .schedulePaused: localized("Resume the schedule when the cause is fixed.")
    case .storeUnusable: localized("Fix the problem shown on the store’s page.")
    case .credentialExpiring:
      cause.store == nil
        ? localized(
          "Create another token, give it to the programs that use this one, and revoke this one.")
        : localized("Replace the token. The store’s settings show where it is stored.")
    case .diskNearlyFull:
      localized("Free space on the disk, or move the data directory to a larger one.")
    case .backupFailed: localized("Fix the cause, and start a backup.")
    }
  }

  /// The page that helps, below the console's own address; nil where none does.
  var link: (label: String, url: String)? {
    switch (cause.condition, cause.store) {
    case (.syncFailing, let store?), (.schedulePaused, let store?), (.streamLost, let store?):
      (localized("Open sync"), Links.sync(store))
    case (.changesUnsent, let store?): (localized("Open queue"), Links.queue(store))
    case (.conflicts, let store?), (.rejections, let store?):
      (localized("Open errors"), Links.errors(store))
    case (.drift, let store?): (localized("View drift"), Links.drift(store))
    case (.storeUnusable, let store?): (localized("Open store"), Links.store(store))
    case (.credentialExpiring, let store?):
      (localized("Open store settings"), Links.settings(store))
    case (.credentialExpiring, nil): (localized("Open API tokens"), Links.users)
    case (.backupFailed, _): (localized("Open backups"), Links.backups)
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
