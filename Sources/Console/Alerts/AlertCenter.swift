package import ConsoleData
import Localization
package import Support

/// Looks for alerts, and sends what people are to be told.
///
/// What it knows is in the console's database: a message is written together with the change of its
/// alert, and sent from there at least once.
package actor AlertCenter {
  private static let secondsBetweenLooks = 10
  private static let looksBetweenCleanings = 360
  private static let deliveriesMax = 1_000

  private let gateway: any AlertGateway
  private let data: ConsoleData
  private let surveyor: AlertSurveyor
  private let time: any TimeSource
  private let isReadOnly: Bool
  private let log: @Sendable (String) -> Void
  /// What is being sent, by channel: one message at a time each.
  private var sending: UTF8Dictionary<Task<Void, Never>> = [:]
  /// What came of messages that could not be recorded yet, by their ids.
  private var unrecorded: UTF8Dictionary<AlertDeliveryResult> = [:]
  private var looks = 0

  /// - Parameter isReadOnly: True beside another console, which looks and sends.
  package init(
    _ gateway: any AlertGateway, data: ConsoleData, stores: any StoreRegistry,
    scheduler: Scheduler?, time: any TimeSource = SystemTime(), isReadOnly: Bool = false,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.gateway = gateway
    self.data = data
    self.time = time
    self.isReadOnly = isReadOnly
    self.log = log
    surveyor = AlertSurveyor(
      data: data, stores: stores, scheduler: scheduler, gateway: gateway, time: time)
  }

  nonisolated var settings: AlertSettings { gateway.settings }

  /// Goes on until the task is cancelled.
  package func run() async {
    guard !isReadOnly else { return }
    var seconds = 0
    while !Task.isCancelled {
      if seconds.isMultiple(of: Self.secondsBetweenLooks) { await look() }
      await send()
      seconds += 1
      if (try? await time.sleep(for: .seconds(1))) == nil { break }
    }
    for (_, task) in sending { task.cancel() }
    await waitForSending()
  }

  /// Looks once at everything.
  func look() async {
    do {
      if looks.isMultiple(of: Self.looksBetweenCleanings) { try await data.removeOldAlerts() }
      looks += 1
      let settings = settings
      let survey = try await surveyor.survey()
      let url = settings.publicURL
      let messages = AlertMessages(
        channels: settings.channels.map(\.name), quiet: settings.quiet(at: time.now)
      ) { alert, event, id in AlertMessage(id: id, publicURL: url).json(alert, event) }
      let events = try await data.follow(survey, rules: settings.rules, messages: messages)
      for (alert, event) in events {
        log("alert: \(AlertText(cause: alert.cause).title(event)): \(alert.detail)")
      }
    } catch {
      log("alerts: \(error). Trying again.")
    }
  }

  /// Starts to send what is due.
  func send() async {
    do {
      for (id, result) in unrecorded {
        try await data.recordAlertDelivery(id, result)
        unrecorded[id] = nil
      }
      let due = try await data.dueAlertDeliveries(
        quiet: settings.quiet(at: time.now), limit: Self.deliveriesMax)
      var channels: UTF8Dictionary<[AlertDelivery]> = [:]
      for delivery in due where sending[delivery.channel] == nil {
        channels[delivery.channel, default: []].append(delivery)
      }
      for (channel, deliveries) in channels {
        sending[channel] = inEnglish {
          Task {
            for delivery in deliveries { await send(delivery) }
            sending[channel] = nil
          }
        }
      }
    } catch {
      log("alerts: \(error). Trying again.")
    }
  }

  func waitForSending() async {
    for (_, task) in sending { await task.value }
  }

  private func send(_ delivery: AlertDelivery) async {
    guard !Task.isCancelled else { return }
    let result = await gateway.send(delivery)
    switch result {
    case .delivered: break
    // Whatever was cut off by the end of the program is sent again by the next one.
    case .failed where Task.isCancelled: return
    case .failed(let reason, _):
      log("alert message \(delivery.id) to \(delivery.channel): \(reason) Trying again.")
    case .rejected(let reason):
      log("alert message \(delivery.id) to \(delivery.channel): \(reason) Not sent again.")
    }
    do {
      try await data.recordAlertDelivery(delivery.id, result)
    } catch {
      log("alerts: \(error). Trying again.")
      unrecorded[delivery.id] = result
    }
  }

  /// Adds a message that tries a channel.
  ///
  /// - Returns: Its id; nil for a channel that is not configured.
  func test(_ channel: String, by who: String) async throws -> String? {
    guard settings.channels.contains(where: { $0.name === channel }) else { return nil }
    let (url, now) = (settings.publicURL, time.now)
    return try await data.addAlertTest(to: channel) { id in
      AlertMessage(id: id, publicURL: url).test(of: channel, by: who, now)
    }
  }
}
