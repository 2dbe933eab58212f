package import ConsoleData
package import Support

extension AlertGateway {
  /// Sends one message that tries a channel, once and past the outbox.
  ///
  /// - Returns: Nil for a channel that is not configured.
  package func tryOut(
    _ channel: String, by who: String, at now: Timestamp, random: RandomSource
  ) async -> AlertDeliveryResult? {
    let settings = settings
    guard settings.channels.contains(where: { $0.name === channel }) else { return nil }
    let id = random.uuid()
    let message = AlertMessage(id: id, publicURL: settings.publicURL)
    return await send(
      AlertDelivery(
        testing: channel, id: id, message.test(of: channel, by: who, now), at: now))
  }
}
