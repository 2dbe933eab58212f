import Console
import HTTPClient
import RemoteAzure
import RemoteCloudKit
import RemoteParse
import Support
import SyncCore

/// Opens the stores of a data directory with their remotes.
struct StoreOpener: Sendable {
  let data: DataDirectory
  let client: HTTPClient
  /// Opens stores so that nothing can be written to them.
  var isReadOnly = false

  func openAll(_ definitions: [StoreDefinition]) async throws -> OpenStores {
    var open: [(info: StoreInfo, context: SyncContext)] = []
    for definition in definitions {
      let context = try await self.open(definition)
      open.append(
        (
          StoreInfo(
            name: definition.name, environment: definition.environment,
            remoteKind: context.remote.kind, remoteURL: context.remote.displayURL,
            timeZone: definition.timeZone), context
        ))
    }
    return OpenStores(open)
  }

  func open(_ definition: StoreDefinition) async throws -> SyncContext {
    try await open(definition, remote(definition.remote, definition.settings))
  }

  /// The store with all that is in it, also where a secret of its server is missing.
  ///
  /// - Returns: The store, and what keeps its server from being asked.
  func openWithOrWithoutSecrets(
    _ definition: StoreDefinition
  ) async throws -> (SyncContext, problem: String?) {
    do {
      return (try await open(definition), nil)
    } catch let error as SecretError {
      let stand = RemoteWithoutSecret(
        shape: try remote(definition.remote.withoutSecrets, definition.settings),
        problem: error.description)
      return (try await open(definition, stand), error.description)
    }
  }

  /// True when nothing is missing for asking the store's server.
  func canAsk(_ definition: StoreDefinition) -> Bool {
    (try? remote(definition.remote, definition.settings)) != nil
  }

  private func open(
    _ definition: StoreDefinition, _ remote: any Remote
  ) async throws -> SyncContext {
    let isParse = definition.remote.kind == .parse
    let context = try await SyncContext(
      path: data.storeFile(definition.name), remote: remote,
      settings: isParse ? definition.settings.forParse() : definition.settings)
    if isReadOnly { try await context.refuseWrites() }
    return context
  }

  func remote(
    _ definition: RemoteDefinition, _ settings: StoreSettings = StoreSettings()
  ) throws -> any Remote {
    try SecretReader.check(definition.secrets)
    switch definition.kind {
    case .parse:
      guard let parse = definition.parse else { throw UsageError(["The remote is incomplete."]) }
      return ParseRemote(
        try parse.configuration(url: definition.url, settings: settings), client: client,
        log: { ServerLog(time: SystemTime()).line($0) })
    case .cloudkit:
      guard let cloudKit = definition.cloudKit else {
        throw UsageError(["The remote is incomplete."])
      }
      return CloudKitRemote(
        try cloudKit.configuration(url: definition.url, directory: data.path), client: client)
    case .azure:
      let configuration = try AzureConfiguration(
        url: definition.url, apiVersion: definition.apiVersion.flatMap(AzureAPIVersion.init),
        authToken: definition.authToken.map(SecretReader.value(of:)),
        apiKey: definition.apiKey.map(SecretReader.value(of:)))
      return AzureRemote(configuration, client: client)
    }
  }
}

extension StoreRegistry {
  /// The open store of that name, for runs.
  func required(_ name: String) async throws -> SyncContext {
    guard let context = try await context(of: name) else {
      throw UsageError(["There is no store \"\(name)\"."])
    }
    return context
  }
}
