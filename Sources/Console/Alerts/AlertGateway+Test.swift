package import ConsoleData
package import Support

extension AlertGateway {
  /// Sends a test message once, bypassing the outbox.
  package func sendTest(
    to channel: String, by who: String, at now: Timestamp, random: RandomSource
  ) async -> AlertDeliveryResult {
    let id = random.uuid()
    let message = AlertMessage(id: id, publicURL: settings.publicURL)
    return await send(
      AlertDelivery(
        testing: channel, id: id, message.test(of: channel, by: who, now), at: now))
  }
}
