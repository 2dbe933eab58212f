import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
package import SyncCore

/// Push notifications of zones: each answer of the courier, a long poll, tells that something changed
/// in one. They say neither what nor how often, and may get lost, so each leads to a pull.
///
/// Source: CloudKit Web Services Reference, "Creating a Subscription", "Creating APNs Tokens".
extension CloudKitRemote: LiveRemote {
  /// Why a configuration cannot be live.
  private static let needsFeed =
    "CloudKit notifies only of zones with a feed, and only a signed-in user: it takes a private or "
    + "shared database, a zone other than the default one, and a web-auth token."

  /// Before the next poll, so that a courier that answers at once is not flooded.
  private static let pollPause = Duration.seconds(1)
  /// The connection ends after so many polls in a row that were lost within ``quickLoss``.
  private static let quickLossesMax = 5
  private static let quickLoss = Duration.seconds(5)

  package func listen(
    to tables: [String], _ hear: @escaping @Sendable (ServerChange) -> Void
  ) async throws(RemoteError) {
    guard configuration.hasFeed, case .user = configuration.credential else {
      throw .unsupported(detail: Self.needsFeed)
    }
    try await subscribeToZones()
    let courier = try await courier()
    hear(.tables([]))
    var quickLosses = 0
    while true {
      let began = time.now
      switch try await poll(courier) {
      case .notification(let zone):
        hear(.tables(tables.filter { zone?.isSame(as: layout.zone(of: $0)) ?? true }))
        quickLosses = 0
        continue
      case .nothing: quickLosses = 0
      case .lost(let why):
        let isQuick = time.now.seconds(since: began) < Self.quickLoss / .seconds(1)
        quickLosses = isQuick ? quickLosses + 1 : 0
        guard quickLosses < Self.quickLossesMax else { throw why }
        // It may have been a notification.
        hear(.tables(tables))
      }
      do { try await time.sleep(for: Self.pollPause) } catch { throw .cancelled }
    }
  }

  // MARK: - Subscriptions

  /// The same for every program that watches the zone for this user: it is kept.
  private func subscriptionID(_ zone: CloudKitZone) -> String {
    (["syncline", zone.name, zone.owner].compactMap { $0 }).joined(separator: "-")
  }

  /// A zone that is gone or can't be subscribed to stops no other.
  private func subscribeToZones() async throws(RemoteError) {
    var refusal: RemoteError?
    var count = 0
    for zone in layout.zones {
      do throws(RemoteError) {
        try await subscribe(to: zone)
        count += 1
      } catch {
        if error.stop != nil { throw error }
        refusal = refusal ?? error
      }
    }
    if count == 0, let refusal { throw refusal }
  }

  private func subscribe(to zone: CloudKitZone) async throws(RemoteError) {
    let id = JSONValue.string(subscriptionID(zone))
    let known = try await subscription(
      "subscriptions/lookup", ["subscriptions": [["subscriptionID": id]]])
    guard let code = known.errorCode else { return }
    guard code == "NOT_FOUND" else { throw connection.error(known) }
    let wanted: JSONObject = [
      "subscriptionID": id, "subscriptionType": "zone", "zoneID": .object(zone.json),
    ]
    let made = try await subscription(
      "subscriptions/modify",
      ["operations": [["operationType": "create", "subscription": .object(wanted)]]])
    switch made.errorCode {
    case nil, "EXISTS", "CONFLICT": return
    // The answer to a second subscription of the zone.
    case "INTERNAL_ERROR" where try await hasSubscription(to: zone): return
    case "BAD_REQUEST", "ACCESS_DENIED":
      throw .unsupported(
        detail: "The server does not notify of zone \(zone.name): "
          + (connection.client.message(in: made) ?? "it gives no reason") + ".")
    default: throw connection.error(made)
    }
  }

  /// Whether another program has subscribed to the zone for this user.
  private func hasSubscription(to zone: CloudKitZone) async throws(RemoteError) -> Bool {
    let known = try await call("subscriptions/list", [:])["subscriptions"]?.array ?? []
    return known.contains { one in
      let owner = one["zoneID"]?["ownerRecordName"]?.string
      return one["subscriptionType"] == "zone"
        && one["zoneID"]?["zoneName"]?.string === zone.name
        && (zone.owner == nil || owner == nil || owner === zone.owner)
    }
  }

  private func subscription(
    _ operation: String, _ body: JSONObject
  ) async throws(RemoteError) -> RemoteResponse {
    let entry = try await call(operation, body)["subscriptions"]?.array?.first?.object
    guard let entry else {
      throw .malformed(detail: "A subscription was asked for, and none came.")
    }
    return RemoteResponse(entry)
  }

  // MARK: - The courier

  /// Where this program's notifications are fetched; the address holds a secret and is not shown.
  private func courier() async throws(RemoteError) -> String {
    let environment = JSONValue.string(configuration.environment.rawValue)
    let client = JSONValue.string(random.uuid())
    let token = try await call(
      "tokens/create", ["apnsEnvironment": environment, "clientId": client])
    guard let url = token["webcourierURL"]?.string, let name = token["apnsToken"]?.string else {
      throw .malformed(detail: "A token for push notifications was asked for, and none came.")
    }
    _ = try await call(
      "tokens/register",
      ["apnsEnvironment": environment, "apnsToken": .string(name), "clientId": client])
    return url
  }

  private enum Poll {
    case nothing
    /// Nil where the courier names no zone.
    case notification(CloudKitZone?)
    /// The connection broke, perhaps with a notification.
    case lost(RemoteError)
  }

  private func poll(_ courier: String) async throws(RemoteError) -> Poll {
    let response: RemoteResponse
    do {
      var request = ClientRequest(.get, courier)
      request.egress = try EgressRule(remote: configuration.url)
      // It is not repeated by the client: the first answer may have held a notification.
      request.isReading = false
      response = try await connection.client.send(request)
    } catch {
      let failure = connection.client.error(error)
      if case .lost = error { return .lost(failure) }
      throw failure
    }
    guard response.isSuccess else {
      throw .unreachable(
        host: connection.client.host,
        detail: "The push notifications ended with status \(response.status)", wasReached: true)
    }
    guard let notification = response.json?["ck"] else { return .nothing }
    // A token hears of all subscriptions of its user.
    let subject = notification["fet"] ?? notification["qry"]
    guard let name = subject?["zid"]?.string else { return .notification(nil) }
    let owner = subject?["zoid"]?.string
    let zones = layout.zones.filter { $0.name === name }
    // One's own zone is named here without its owner.
    let zone = zones.first { $0.owner === owner } ?? zones.first { $0.owner == nil || owner == nil }
    return zone.map(Poll.notification) ?? .nothing
  }
}
