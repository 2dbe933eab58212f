import Console
import ConsoleData
import HTTPClient
import RemoteAzure
import RemoteCloudKit
import RemoteHTTP
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
  ) throws -> (remote: any Remote, problem: SecretError?) {
    do {
      return (try remote(definition.remote, definition.settings), nil)
    } catch let error as SecretError {
      let shape = try remote(definition.remote.withoutSecrets, definition.settings)
      return (RemoteWithoutSecret(target: shape, problem: error.description), error)
    }
  }

  /// True when nothing is missing for asking the store's server.
  func canAsk(_ definition: StoreDefinition) -> Bool {
    (try? remote(definition.remote, definition.settings)) != nil
  }

  /// The server, signed in with what the secrets are now.
  func remote(
    _ definition: RemoteDefinition, _ settings: StoreSettings = StoreSettings()
  ) throws -> any Remote {
    try SecretReader.check(definition.secrets)
    switch definition.kind {
    case .parse:
      guard let parse = definition.parse else { throw UsageError(["The remote is incomplete."]) }
      let configuration = try renewable(definition) {
        try parse.configuration(url: definition.url, settings: settings)
      }
      return ParseRemote(
        configuration, transport: client, log: { ServerLog(time: SystemTime()).line($0) })
    case .cloudkit:
      guard let cloudKit = definition.cloudKit else {
        throw UsageError(["The remote is incomplete."])
      }
      let directory = data.path
      let configuration = try renewable(definition) {
        try cloudKit.configuration(url: definition.url, directory: directory)
      }
      return CloudKitRemote(configuration, transport: client)
    case .azure:
      let configuration = try renewable(definition) {
        try AzureConfiguration(
          url: definition.url, apiVersion: definition.apiVersion.flatMap(AzureAPIVersion.init),
          authToken: definition.authToken.map(SecretReader.value(of:)),
          apiKey: definition.apiKey.map(SecretReader.value(of:)))
      }
      return AzureRemote(configuration, transport: client)
    }
  }

  /// A configuration that follows its secret files: one that was replaced counts from the next
  /// refused sign-in on.
  private func renewable<Configuration: Sendable>(
    _ definition: RemoteDefinition, _ make: @escaping @Sendable () throws -> Configuration
  ) throws -> RenewableConfiguration<Configuration> {
    try RenewableConfiguration(
      read: { try definition.secrets.filter(\.isFile).map(SecretReader.text(of:)) }, make: make,
      log: {
        ServerLog(time: SystemTime()).line(
          "\(definition.url) refused the sign-in; a secret file has changed and is used now")
      })
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
