import Console
import ConsoleData
import Glibc
import HTTPClient
import JSONKit
import Support

/// Sends alerts as the configuration says.
final class ConfiguredAlerts: AlertGateway {
  private let data: DataDirectory
  private let client: HTTPClient
  private let stores: @Sendable () -> [StoreDefinition]
  private let definition: Locked<AlertDefinition>

  init(
    _ definition: AlertDefinition, data: DataDirectory, client: HTTPClient,
    stores: @escaping @Sendable () -> [StoreDefinition]
  ) {
    self.data = data
    self.client = client
    self.stores = stores
    self.definition = Locked(definition)
  }

  /// Follows a changed configuration, from the next message on.
  func follow(_ new: AlertDefinition) { definition.withLock { $0 = new } }

  var settings: AlertSettings { definition.withLock { $0.settings } }

  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult {
    let channel = definition.withLock { definition in
      definition.channels.first { $0.name === delivery.channel }
    }
    guard let channel else {
      return .rejected("The channel \(delivery.channel) is not configured any more.")
    }
    switch channel.transport {
    case .webhook(let webhook): return await AlertWebhook(webhook, client).send(delivery)
    case .email(let mail): return await AlertMail(definition: mail).send(delivery)
    case .command(let command): return await AlertCommand(definition: command).send(delivery)
    }
  }

  func credentials() async -> [StoreCredential] {
    stores().compactMap { store in
      guard let secret = store.remote.authToken else { return nil }
      guard let token = try? SecretReader.value(of: secret) else {
        return StoreCredential(store: store.name, expiresAt: nil)
      }
      return JSONWebToken.expiry(of: token).map {
        StoreCredential(store: store.name, expiresAt: $0)
      }
    }
  }

  func disk() async -> DiskSpace? {
    var space = statvfs()
    guard statvfs(data.path, &space) == 0 else { return nil }
    let unit = Int(space.f_frsize)
    // What is reserved for root counts as used.
    return DiskSpace(
      path: data.path, free: Int(space.f_bavail) * unit, total: Int(space.f_blocks) * unit)
  }
}

/// The end of a sign-in token, which is read without its signature: only the server can check that.
enum JSONWebToken {
  /// Nil for a token of another kind, and for one without an end.
  ///
  /// Source: RFC 7519, section 4.1.4.
  static func expiry(of token: String) -> Timestamp? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.decode(parts[1]),
      let claims = try? JSONValue(parsing: bytes), let seconds = claims["exp"]?.double,
      seconds.magnitude < 1e12
    else { return nil }
    return Timestamp.epoch.adding(seconds: Int64(seconds))
  }
}
