import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

/// The page of alerts, acknowledging them, and messages that were given up.
struct AlertHandlers: Sendable {
  private static let endedShown = 50
  private static let deadShown = 50
  /// Characters that the note of an acknowledgement can have.
  static let noteMax = 500

  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let settings = try center().settings
    let text = try ListFilter.text(in: request.query())
    var channels: [AlertsPage.Channel] = []
    for channel in settings.channels {
      let (last, pending) = try await services.data.lastAlertDelivery(to: channel.name)
      channels.append(AlertsPage.Channel(channel: channel, last: last, pending: pending))
    }
    let named =
      text == nil
      ? [] : try await services.data.endedAlertCauses().filter { $0.contains(text) }
    let page = AlertsPage(
      settings: settings, open: try await services.data.openAlerts(), channels: channels,
      dead: try await services.data.deadAlertDeliveries(text: text, limit: Self.deadShown),
      ended: try await services.data.endedAlerts(text: text, of: named, limit: Self.endedShown),
      text: text, context: context)
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    return try await services.pages.page(
      AlertsPage.template, title: localized("Alerts"), values: page.values, request, context,
      nav: Nav(.alerts))
  }

  @Sendable func acknowledge(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let id = try request.number("alert")
    let note = try Self.note(try ActionBody(request))
    guard let alert = try await services.data.alert(id) else {
      throw HTTPError(
        404, localized("Alert \(id) does not exist, or was removed. Nothing was changed."))
    }
    guard try await services.data.acknowledgeAlert(id, by: context.who, note: note) else {
      throw Self.notOpen(alert)
    }
    try await record(
      .alertAcknowledge, "alert \(id): \(inEnglish { AlertText(cause: alert.cause).title })",
      context,
      store: alert.cause.store, after: ["note": .string(note)])
    return try await answer(
      Flash(
        localized("Alert acknowledged."),
        detail: localized("No reminders are sent. The channels are notified when the alert ends.")),
      ["id": .integer(id), "acknowledgedBy": .string(context.who)], request, context)
  }

  private static func note(_ body: ActionBody) throws -> String {
    let note = (body.text("note") ?? "").replacing("\r\n", with: "\n").trimmed
    let count = note.unicodeScalars.count
    guard count <= noteMax else {
      let typed = Format.number(count)
      throw HTTPError(
        422,
        localized(
          "A note can have \(noteMax) characters; this one has \(typed). "
            + "Nothing was changed. Shorten it."))
    }
    return note
  }

  private static func notOpen(_ alert: Alert) -> ConsoleError {
    let who = alert.acknowledgement?.who.actorName ?? ""
    return ConsoleError(
      409,
      title: alert.isOpen
        ? localized("Already acknowledged by \(who)") : localized("This alert is not open"),
      reason: alert.isOpen
        ? localized("Nothing was changed.")
        : localized("It ended by itself. Nothing was changed."),
      code: "not_open", links: [.init(localized("Back to alerts"), Links.alerts)])
  }

  // MARK: - Messages

  @Sendable func test(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let channel = request.parameter("channel")
    guard let id = try await center().test(channel, by: context.who) else {
      throw HTTPError(404, localized("There is no channel “\(channel)”. Nothing was sent."))
    }
    try await record(
      .alertDeliver, "a test message to \(channel)", context, after: ["choice": "test"])
    return try await answer(
      Flash(
        localized("Test message queued."),
        detail: localized("It is sent to \(channel) within seconds.")),
      ["id": .string(id)], request, context, status: 202)
  }

  @Sendable func retry(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let delivery = try await delivery(request)
    let channel = delivery.channel
    guard try await services.data.retryAlertDelivery(delivery.id) else {
      throw Self.notDead(delivery)
    }
    try await record(
      .alertDeliver, "message \(delivery.id) to \(channel)", context,
      after: ["choice": "retry"])
    return try await answer(
      Flash(
        localized("Message queued."),
        detail: localized("It is sent to \(channel) within seconds.")),
      ["id": .string(delivery.id)], request, context, status: 202)
  }

  @Sendable func discard(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let delivery = try await delivery(request)
    guard try await services.data.discardAlertDelivery(delivery.id) else {
      throw Self.notDead(delivery)
    }
    try await record(
      .alertDeliver, "message \(delivery.id) to \(delivery.channel)", context,
      after: ["choice": "discard"])
    return try await answer(
      Flash(localized("Message discarded.")), ["id": .string(delivery.id)], request, context)
  }

  private func delivery(_ request: HTTPRequest) async throws -> AlertDelivery {
    let id = request.parameter("delivery")
    guard let delivery = try await services.data.alertDelivery(id) else {
      throw HTTPError(
        404, localized("This message does not exist, or was removed. Nothing was changed."))
    }
    return delivery
  }

  private static func notDead(_ delivery: AlertDelivery) -> ConsoleError {
    ConsoleError(
      409, title: localized("This message was not given up"), reason: reason(delivery.state),
      code: "not_dead", links: [.init(localized("Back to alerts"), Links.alerts)])
  }

  private static func reason(_ state: AlertDelivery.State) -> String {
    switch state {
    case .pending: localized("It is pending. Nothing was changed.")
    case .delivered: localized("It is delivered. Nothing was changed.")
    case .dead: localized("It is dead. Nothing was changed.")
    case .discarded: localized("It is discarded. Nothing was changed.")
    case .dropped: localized("It is dropped. Nothing was changed.")
    }
  }

  // MARK: - Shared

  private func center() throws -> AlertCenter {
    guard let center = services.alerts else {
      throw HTTPError(404, localized("This console looks for no alerts."))
    }
    return center
  }

  private func record(
    _ action: ConsoleAction, _ target: String, _ context: PageContext, store: String? = nil,
    after: JSONValue
  ) async throws {
    _ = try await services.audit.write(
      AuditRecord(
        who: context.who, address: context.address, action: action.rawValue, store: store,
        target: target, after: after, requestID: context.requestID))
  }

  private func answer(
    _ flash: Flash, _ json: JSONValue, _ request: HTTPRequest, _ context: PageContext,
    status: Int = 200
  ) async throws -> HTTPResponse {
    try await services.pages.actionResponse(
      request, context, redirectTo: Links.alerts, flash: flash, json: json, status: status)
  }
}
