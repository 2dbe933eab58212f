import Console
import ConsoleData
import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// One store of a data directory, opened for one command.
///
/// The console may run on the same directory: the store's file and its run lock keep the two apart.
struct StoreSession: Sendable {
  /// Who acts, in histories and the audit.
  static let commandLine = "command line"

  /// Options that every command on a store has.
  ///
  /// - Parameter json: The help for `--json`.
  static func options(json: String) -> [CommandSpecification.Option] {
    [
      .value(
        "data", "DIR", "data directory of `syncline serve` (default: \(DataDirectory.defaultPath))"),
      .value("store", "NAME", "name of the store; required if there are several"),
      .value("config", "FILE", "configuration file (default: DIR/syncline.json)"),
      .flag("json", json),
    ]
  }

  let definition: StoreDefinition
  let context: SyncContext
  let console: ConsoleData
  let runs: RunCenter
  private let stores: FixedStoreRegistry
  private let client: HTTPClient

  private init(
    definition: StoreDefinition, context: SyncContext, console: ConsoleData, runs: RunCenter,
    stores: FixedStoreRegistry, client: HTTPClient
  ) {
    self.definition = definition
    self.context = context
    self.console = console
    self.runs = runs
    self.stores = stores
    self.client = client
  }

  var name: String { definition.name }
  /// Opens the store by its name.
  var opened: RunCenter.Stores { stores.required }
  /// What keeps the server from being asked.
  var problem: String? { stores.stores.first?.problem }

  /// What a command does with its store.
  enum Use: Sendable {
    /// Nothing is written, no lock is taken, and the server is not asked.
    case reading
    case changing
  }

  /// - Parameter name: The store; nil for the one that the options name.
  static func open(
    _ arguments: ParsedArguments, store name: String? = nil, for use: Use
  ) async throws -> StoreSession {
    let data = try DataDirectory(existing: arguments.value("data") ?? DataDirectory.defaultPath)
    let definitions = try data.configuration(named: arguments.value("config"))
    let definition = try choose(
      name ?? arguments.value("store"), among: definitions, for: arguments)
    let client = HTTPClient()
    let console = try await openConsole(data, for: use)
    let opener = StoreOpener(
      data: data, client: client, console: console, isReadOnly: use == .reading)
    let stores: FixedStoreRegistry
    switch use {
    case .reading:
      let (remote, problem) = try opener.remoteOrStandIn(definition)
      let context = try await opener.open(definition, remote)
      stores = FixedStoreRegistry([
        (StoreInfo(definition, remote: remote, problem: problem?.description), context)
      ])
    case .changing: stores = try await opener.openAll([definition])
    }
    let context = try await stores.required(definition.name)
    return StoreSession(
      definition: definition, context: context, console: console,
      runs: RunCenter(data: console, stores: stores.required), stores: stores, client: client)
  }

  /// The console's database; one that can't be read as it is, is read in a copy.
  private static func openConsole(
    _ data: DataDirectory, for use: Use
  ) async throws -> ConsoleData {
    let open = { (access: ConsoleData.Access) in
      try await ConsoleData(
        path: data.consoleDatabase, access: access, time: SystemTime(), random: .system)
    }
    guard use == .reading else { return try await open(.readWrite) }
    do {
      return try await open(.readOnly)
    } catch  where [.missing, .olderSchema].contains(StorageProblem(error)?.cause) {
      return try await open(.ownCopy)
    }
  }

  /// Runs one command and closes what was opened, whatever happens.
  func finish(_ command: () async throws -> Int32) async throws -> Int32 {
    do {
      let status = try await command()
      await close()
      return status
    } catch {
      await close()
      throw error
    }
  }

  /// Changes the store and records the change in the console's audit, even if the program ends in
  /// between.
  ///
  /// - Parameters:
  ///   - rows: The rows that it is done to, as far as the caller has them.
  ///   - unchanged: The ids of those that it left as they are.
  ///   - change: Returns what it came to, how many rows it changed, and what takes it back.
  func audited<Result: Sendable>(
    _ action: String, target: String, rows: [AuditRecord.Row] = [],
    unchanged: (Result) -> [String] = { _ in [] },
    _ change: () async throws -> (Result, count: Int, undo: JSONValue?)
  ) async throws -> Result {
    var record = AuditRecord(
      who: Self.commandLine, address: "local", action: action, store: name, target: target,
      reason: AuditWriter.endedEarly, requestID: "")
    record.names = await context.auditNames(rows)
    let storeAction = StoreAction(
      id: hexadecimal(RandomSource.system.bytes(16)),
      intent: AuditWriter.intent(record, asked: rows.isEmpty ? nil : rows.count))
    return try await StoreAction.$current.withValue(storeAction) {
      let (output, count, undo) = try await change()
      (record.reason, record.count, record.undo) = (nil, count, undo)
      let left = UTF8Set(unchanged(output))
      record.names.removeAll { left.contains($0.row.id) }
      if try await AuditWriter(console).write(record) == nil {
        Output.error(
          "The audit entry can't be written now. The store keeps it until the console can write it."
        )
      }
      return output
    }
  }

  private func close() async {
    await runs.stop()
    client.shutdown()
    await context.close()
    await console.close()
  }

  /// Prints what the console serves at `path`, a JSON page.
  ///
  /// - Returns: The exit status.
  func printJSON(_ path: String) async throws -> Int32 {
    try await printJSON(path, QueryItems(), isAll: false) == nil ? 1 : 0
  }

  /// Prints the JSON page of a list, or with `isAll` each of its pages, a line each.
  ///
  /// - Returns: The last page; nil when one was refused, which is printed as an error.
  func printJSON(_ path: String, _ query: QueryItems, isAll: Bool) async throws -> JSONValue? {
    // JSON takes neither templates nor styles, so the folders of both may be missing.
    let app = try ConsoleApp(
      configuration: ConsoleConfiguration(), data: console,
      templates: .none, stores: stores, runs: runs, time: SystemTime(),
      random: .system,
      log: { error, _ in Output.error("syncline: \(error)") })
    var query = query
    while true {
      let text = query.encoded
      let response = await app.respond(toLocalRead: text.isEmpty ? path : "\(path)?\(text)")
      guard response.status == 200, let body = response.text else {
        Output.error(response.text ?? "")
        return nil
      }
      Output.line(body)
      let page = (try? JSONValue(parsing: body)) ?? .null
      guard isAll, !Output.isLost, let next = page["next"]?.string else { return page }
      query["after"] = next
    }
  }

  static func choose(
    _ name: String?, among stores: [StoreDefinition], for arguments: ParsedArguments
  ) throws(UsageError) -> StoreDefinition {
    let names = stores.map(\.name).joined(separator: ", ")
    if let name {
      guard let store = stores.first(where: { $0.name === name }) else {
        throw UsageError([
          "There is no store \"\(name)\"."
            + (stores.isEmpty ? " The configuration has none." : " The stores are: \(names).")
        ])
      }
      return store
    }
    guard let store = stores.first else {
      throw UsageError(["The configuration has no store. Add one to syncline.json."])
    }
    guard stores.count == 1 else {
      throw UsageError(
        "There are several stores: \(names). Name one with --store.",
        example: arguments.line(adding: "store", store.name))
    }
    return store
  }
}
