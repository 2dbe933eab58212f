import RemoteAzure
import RemoteCloudKit
import RemoteHTTP
import RemoteParse
import Support
import SyncCore
import TestSupport

/// The adapter of a history, with the server that it talks to.
package enum SimulatedRemote: String, Sendable, CaseIterable {
  /// Azure Mobile Apps, against the table service.
  case azure
  /// Parse, against a small Parse Server.
  case parse
  /// CloudKit Web Services, against a small zone.
  case cloudkit
}

/// A sign-in that stays as it is.
private struct KeptWebToken: WebTokenStore {
  func load() throws -> (current: String, previous: String?) { ("web-token", nil) }

  func save(current: String, previous: String?) async throws {}
}

extension HistoryPlan {
  func service(
    _ time: ManualTime, in directory: TemporaryDirectory
  ) async throws -> any SimulatedService {
    switch kind {
    case .azure: try await SimulatedTableService(self, time, in: directory)
    case .parse: SimulatedParseServer(self, time)
    case .cloudkit: SimulatedCloudKitZone(self, time)
    }
  }

  /// The real adapter, over a simulated wire.
  func remote(
    over wire: SimulatedWire, _ time: any TimeSource, _ random: RandomSource
  ) throws -> any Remote {
    switch kind {
    case .azure:
      AzureRemote(
        RenewableConfiguration(
          try AzureConfiguration(url: "http://host.test:8081", apiVersion: version)),
        transport: wire, time: time)
    case .parse:
      ParseRemote(
        RenewableConfiguration(
          try ParseConfiguration(
            url: "http://host.test/parse", applicationID: "app", masterKey: "master",
            newIDs: parse.newIDs)),
        transport: wire, time: time, random: random, log: { _ in })
    case .cloudkit:
      CloudKitRemote(
        RenewableConfiguration(
          try CloudKitConfiguration(
            url: "http://host.test", container: "iCloud.com.example.app",
            environment: .development, database: .private,
            zone: CloudKitZone(SimulatedCloudKitZone.zone), nameSeparator: "",
            credential: .user(apiToken: "token", KeptWebToken()))),
        transport: wire, time: time, random: random)
    }
  }
}
