import Console
import ConsoleData
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
  /// Remembers which stores were here; nil where that does not matter.
  var console: ConsoleData?
  /// Opens stores so that nothing can be written to them.
  var isReadOnly = false

  func openAll(_ definitions: [StoreDefinition]) async throws -> FixedStoreRegistry {
    var open: [(info: StoreInfo, context: SyncContext)] = []
    for definition in definitions {
      let remote = try remote(definition.remote, definition.settings)
      let context = try await self.open(definition, remote)
      open.append((StoreInfo(definition, remote: remote), context))
    }
    return FixedStoreRegistry(open)
  }

  /// Opens the store's file.
  ///
  /// - Throws: What keeps the file from being used. One that was here before and has lost its
  ///   contents is not taken for a new store.
  func open(_ definition: StoreDefinition, _ remote: any Remote) async throws -> SyncContext {
    let path = data.storeFile(definition.name)
    let size = Files.stamp(of: path)?.size
    if size ?? 0 == 0, try await console?.knowsStore(definition.name) == true {
      throw StorageProblem(size == nil ? .missing : .emptied, file: path)
    }
    if isReadOnly, let context = try await openForReading(definition, remote) { return context }
    let context = try await SyncContext(
      path: path, remote: remote, settings: settings(of: definition))
    if isReadOnly { try await context.refuseWrites() }
    // Without the note the store is as good as open: a later start makes up for it.
    try? await console?.noteStore(definition.name)
    return context
  }

  /// Nil for a file that has to be made or brought to the newest schema first.
  private func openForReading(
    _ definition: StoreDefinition, _ remote: any Remote
  ) async throws -> SyncContext? {
    do {
      return try await SyncContext(
        path: data.storeFile(definition.name), access: .readOnly, remote: remote,
        settings: settings(of: definition))
    } catch {
      guard [.missing, .olderSchema].contains(StorageProblem(error)?.cause) else { throw error }
      return nil
    }
  }

  private func settings(of definition: StoreDefinition) -> StoreSettings {
    definition.remote.kind == .parse ? definition.settings.forParse() : definition.settings
  }

  /// The store's server, or a stand-in for it where a secret is missing.
  ///
  /// - Returns: The remote, and what keeps the server from being asked.
  func remoteOrStandIn(
    _ definition: StoreDefinition
  ) throws -> (remote: any Remote, problem: String?) {
    do {
      return (try remote(definition.remote, definition.settings), nil)
    } catch let error as SecretError {
      let shape = try remote(definition.remote.withoutSecrets, definition.settings)
      return (
        RemoteWithoutSecret(target: shape, problem: error.description), error.description
      )
    }
  }

  /// True when nothing is missing for asking the store's server.
  func canAsk(_ definition: StoreDefinition) -> Bool {
    (try? remote(definition.remote, definition.settings)) != nil
  }

  /// The server, signed in with what the secrets are now; see ``RemoteWithSecretFiles``.
  func remote(
    _ definition: RemoteDefinition, _ settings: StoreSettings = StoreSettings()
  ) throws -> any Remote {
    try SecretReader.check(definition.secrets)
    guard definition.secrets.contains(where: \.isFile) else {
      return try signedIn(definition, settings)
    }
    return try RemoteWithSecretFiles(
      read: { try definition.secrets.map(SecretReader.text(of:)) },
      make: { try signedIn(definition, settings) },
      log: { ServerLog(time: SystemTime()).line($0) })
  }

  private func signedIn(
    _ definition: RemoteDefinition, _ settings: StoreSettings
  ) throws -> any Remote {
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

extension StoreInfo {
  init(
    _ definition: StoreDefinition, remote: any Remote, problem: String? = nil,
    trouble: StorageProblem? = nil
  ) {
    self.init(
      name: definition.name, environment: definition.environment, remoteKind: remote.kind,
      remoteURL: remote.displayURL, timeZone: definition.timeZone, problem: problem,
      trouble: trouble)
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
