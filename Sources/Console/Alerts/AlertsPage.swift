import ConsoleData
import JSONKit
import Localization
import Support
import TemplateKit

/// Open alerts, the channels, messages that were given up, and alerts that ended.
struct AlertsPage {
  static let template = "Alerts/alerts"

  /// A channel with its newest message.
  struct Channel {
    let channel: AlertChannel
    let last: AlertDelivery?
    let pending: Int
  }

  let settings: AlertSettings
  /// All of them, whatever is searched for.
  let open: [Alert]
  let channels: [Channel]
  let dead: [AlertDelivery]
  let ended: [Alert]
  /// Only alerts and messages with this text are listed.
  let text: String?
  let context: PageContext

  private var now: Timestamp { context.now }
  private var found: [Alert] { open.filter { $0.contains(text) } }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "SUBTITLE": subtitle, "NOTE_MAX": "\(AlertHandlers.noteMax)",
    ]
    values.show("NOTHING_OPEN", if: open.isEmpty)
    values.show("ANY_OPEN", if: !found.isEmpty)
    values.add("ALERT", list: found.map(row))
    values.show("MAY_DELIVER", if: context.may(.alertDeliver))
    values.set("CHANNEL_SPAN", context.may(.alertDeliver) ? "5" : "4")
    values.add("CHANNEL", list: channels.map(row))
    values.show("NO_CHANNEL", if: channels.isEmpty)
    values.show("ANY_DEAD", if: !dead.isEmpty)
    values.add("DEAD", list: dead.map(row))
    values.add("PAST", list: ended.map(pastRow))
    values.show("NO_PAST", if: ended.isEmpty && text == nil)
    addSearch(to: &values)
    return values
  }

  private func addSearch(to values: inout TemplateDictionary) {
    guard text != nil || !open.isEmpty || !dead.isEmpty || !ended.isEmpty else { return }
    ListFilter(
      searching: localized("Alerts"), Links.alerts, for: text, localized("Search alerts")
    ).addTools(to: &values, shown: ended.count)
    values.set("NO_OPEN", ifAny: found.isEmpty && !open.isEmpty ? text : nil)
  }

  private var subtitle: String {
    let count = Format.number(open.count)
    let openAlerts = open.isEmpty ? localized("None open.") : localized("\(count) open.")
    guard settings.quiet(at: now) != .none else { return openAlerts }
    return openAlerts + sentenceSpace + localized("Quiet hours: messages wait for their end.")
  }

  private func row(_ alert: Alert) -> TemplateDictionary {
    let text = AlertText(cause: alert.cause)
    var row: TemplateDictionary = [
      "TITLE": text.title, "DETAIL": localized(stored: alert.detail), "EFFECT": text.effect,
      "REMEDY": text.remedy,
      "ALERT_ID": "\(alert.id)",
    ]
    row.set(
      state: alert.cause.condition.isUrgent
        ? Badge(.failed, localized("Urgent"))
        : Badge(.warn, localized("Open", context: "state of an alert")))
    row.set(time: "SINCE", alert.since ?? now, now: now)
    row.add("OPEN", list: text.link.map { [["LINK": $0.url, "LABEL": $0.label]] } ?? [])
    if let acknowledgement = alert.acknowledgement {
      var done: TemplateDictionary = ["WHO": acknowledgement.who.actorName]
      done.set("NOTE", ifAny: acknowledgement.note.isEmpty ? nil : acknowledgement.note)
      done.set(time: "AT", acknowledgement.at, now: now)
      row.add("ACKNOWLEDGED", done)
    } else if context.may(.alertAcknowledge) {
      row.add("ACKNOWLEDGE", ["ACTION": Links.acknowledge(alert.id)])
    }
    return row
  }

  private func row(_ channel: Channel) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "NAME": channel.channel.name, "KIND": channel.channel.kind.word,
      "TARGET": channel.channel.target, "TEST_URL": Links.testChannel(channel.channel.name),
    ]
    row.show("CAN_TEST", if: context.may(.alertDeliver))
    row.show("NEVER", if: channel.last == nil)
    if let last = channel.last {
      var shown: TemplateDictionary = ["WHAT": last.shownTitle]
      shown.set(badge: "STATE", last.badge)
      shown.set(time: "AT", last.attemptedAt ?? last.createdAt, now: now)
      shown.set(
        "FAILURE",
        ifAny: last.state == .delivered ? nil : last.failure.map { localized(stored: $0) })
      row.add("LAST", shown)
    }
    let pending = Format.number(channel.pending)
    row.set("PENDING", ifAny: channel.pending > 1 ? localized("\(pending) waiting") : nil)
    return row
  }

  private func row(_ delivery: AlertDelivery) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "WHAT": delivery.shownTitle, "NAME": delivery.channel,
      "FAILURE": localized(stored: delivery.failure ?? ""),
      "RETRY_URL": Links.delivery(delivery.id, action: "retry"),
      "DISCARD_URL": Links.delivery(delivery.id, action: "discard"),
    ]
    row.show("CAN_SEND", if: context.may(.alertDeliver))
    row.set(time: "AT", delivery.attemptedAt ?? delivery.createdAt, now: now)
    return row
  }

  private func pastRow(_ alert: Alert) -> TemplateDictionary {
    let (start, end) = (alert.openedAt ?? now, alert.endedAt ?? now)
    var row: TemplateDictionary = [
      "TITLE": AlertText(cause: alert.cause).title, "DETAIL": localized(stored: alert.detail),
      "TOOK": Format.duration(milliseconds: end.milliseconds - start.milliseconds),
    ]
    row.set(
      badge: "STATE",
      alert.isUnwatched
        ? Badge(.skipped, localized("Not watched")) : Badge(.done, localized("Ended")))
    row.set(time: "ENDED", end, now: now)
    row.set("WHO", ifAny: alert.acknowledgement?.who.actorName)
    return row
  }

  // MARK: - JSON

  var json: JSONValue {
    [
      "open": .array(found.map(\.json)),
      "channels": .array(channels.map(\.json)),
      "deadLetters": .array(dead.map(\.json)),
      "ended": .array(ended.map(\.json)),
    ]
  }
}

extension AlertsPage.Channel {
  fileprivate var json: JSONValue {
    [
      "name": .string(channel.name), "kind": .string(channel.kind.rawValue),
      "target": .string(channel.target), "pending": .integer(Int64(pending)),
      "last": last?.json ?? .null,
    ]
  }
}

extension AlertChannel.Kind {
  fileprivate var word: String {
    switch self {
    case .webhook: localized("webhook")
    case .email: localized("email")
    case .command: localized("command")
    }
  }
}

extension Alert {
  fileprivate var json: JSONValue {
    let text = AlertText(cause: cause)
    return [
      "id": .integer(id), "condition": .string(cause.condition.rawValue),
      "store": JSONValue(cause.store), "title": .string(text.title), "detail": .string(detail),
      "effect": .string(text.effect), "remedy": .string(text.remedy), "since": JSONValue(since),
      "openedAt": JSONValue(openedAt), "endedAt": JSONValue(endedAt),
      "openings": .integer(Int64(openings)), "unwatched": .bool(isUnwatched),
      "acknowledgedBy": JSONValue(acknowledgement?.who),
      "acknowledgedAt": JSONValue(acknowledgement?.at), "note": JSONValue(acknowledgement?.note),
      "url": JSONValue(text.link?.url),
    ]
  }
}

extension AlertDelivery {
  fileprivate var title: String { message["title"]?.string ?? event.rawValue }

  /// The title in the language of the page; of a token, as it was sent: the message has no name.
  fileprivate var shownTitle: String {
    if event == .test { return localized("Test message from Syncline") }
    let store = message["store"]?.string
    guard let condition = message["condition"]?.string.flatMap(AlertCondition.init(rawValue:)),
      condition != .credentialExpiring || store != nil
    else { return title }
    return AlertText(cause: AlertCause(condition, store: store)).title(event)
  }

  fileprivate var badge: Badge {
    switch state {
    case .delivered: Badge(.done, localized("Delivered"))
    case .pending:
      attempts > 0
        ? Badge(.warn, localized("Retrying")) : Badge(.pending, localized("Waiting"))
    case .dead: Badge(.failed, localized("Failed"))
    case .discarded: Badge(.skipped, localized("Discarded"))
    case .dropped: Badge(.skipped, localized("Not needed"))
    }
  }

  fileprivate var json: JSONValue {
    [
      "id": .string(id), "alert": JSONValue(alert), "channel": .string(channel),
      "event": .string(event.rawValue), "title": .string(title), "state": .string(state.rawValue),
      "createdAt": .string(createdAt.description), "attempts": .integer(Int64(attempts)),
      "attemptedAt": JSONValue(attemptedAt),
      "nextAt": state == .pending ? .string(nextAt.description) : .null,
      "failure": JSONValue(failure),
    ]
  }
}

extension AlertCause: Searchable {
  /// What the page calls it, in the language of whoever looks.
  var texts: [String] { [AlertText(cause: self).title] }
}

extension Alert: Searchable {
  var texts: [String] {
    cause.texts + [detail, acknowledgement?.note ?? "", acknowledgement?.who ?? ""]
  }
}
