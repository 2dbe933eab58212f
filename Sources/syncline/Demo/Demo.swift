import Console
import ConsoleData
import HTTPClient
import HTTPServer
import RemoteAzure
import Support
import SyncCore
import TableService

/// `serve --demo`: a table service in the same process, and a store that has been used already.
struct Demo: Sendable {
  static let storeName = "todo"

  private let server: HTTPServer

  /// Starts the table service; fills it and the store when this is the first complete start.
  static func start(
    _ listen: ListenAddress, _ data: DataDirectory, _ consoleData: ConsoleData
  ) async throws -> Demo {
    let isFilled = Files.exists(data.demoMarker)
    if !isFilled { try removeHalfFilled(data) }
    let service = try await TableService(
      database: data.serviceDatabase, configuration: TableServiceConfiguration(),
      time: SystemTime(), random: .system, log: ServerLog(time: SystemTime()).line)
    let server = try HTTPServer(
      listen.serviceConfiguration, quick: { service.take($0, finish: $1) },
      respond: { await service.respond(to: $0) })
    let url = "http://\(listen.bound(to: server.port))"
    Output.line("The table service is ready at \(url)")
    do {
      if isFilled {
        try followAddress(data, url: url)
      } else {
        try await fill(data, consoleData, url: url)
      }
    } catch {
      await server.stop()
      throw error
    }
    return Demo(server: server)
  }

  func stop() async { await server.stop() }

  /// Files of a first start that did not come to its end hold nothing but demo rows.
  private static func removeHalfFilled(_ data: DataDirectory) throws {
    guard !Files.exists(data.configurationFile) else { return }
    for file in [data.serviceDatabase, data.storeFile(storeName)] {
      for suffix in ["", "-wal", "-shm"] { try Files.remove(file + suffix) }
    }
  }

  /// The service may listen elsewhere than at the first start; the demo's store goes along.
  private static func followAddress(_ data: DataDirectory, url: String) throws {
    let known = try data.configuration(named: nil).first { $0.name === storeName }
    guard let known, known.remote.url != url else { return }
    let text = String(decoding: try Files.read(data.configurationFile), as: UTF8.self)
    guard text == configuration(known.remote.url) else { return }
    try Files.write(Array(configuration(url).utf8), to: data.configurationFile)
  }

  private static func fill(
    _ data: DataDirectory, _ consoleData: ConsoleData, url: String
  ) async throws {
    guard !Files.exists(data.configurationFile) else {
      throw UsageError([
        "\(data.configurationFile) already exists, so the demo can't add its store. Start without "
          + "--demo, or use an empty data directory: --data DIR."
      ])
    }
    Output.line("Loading about 13,000 demo rows …")
    let client = HTTPClient()
    defer { client.shutdown() }
    let remote = AzureRemote(try AzureConfiguration(url: url), client: client)
    let loader = DemoLoader(remote: remote)
    try await loader.load(try DemoRows.all())
    let definitions = try ConfigurationFile(
      parsing: Array(configuration(url).utf8), file: data.configurationFile
    ).stores
    let stores = try await StoreOpener(data: data, client: client).openAll(definitions)
    let runs = RunCenter(data: consoleData, stores: stores.required)
    try await DemoScenario(
      context: try await stores.required(storeName), runs: runs, loader: loader
    ).tell()
    await runs.stop()
    try Files.write(Array(configuration(url).utf8), to: data.configurationFile)
    try Files.write([], to: data.demoMarker)
  }

  static func configuration(_ url: String) -> String {
    """
    { "stores": [ { "name": "\(storeName)", "environment": "demo",
        "remote": { "kind": "azure", "url": "\(url)", "apiVersion": "2.0.0" },
        "tables": [ { "name": "TodoItem", "softDelete": { "column": "complete" } },
                    { "name": "Country" },
                    { "name": "Subdivision", "references": { "country": "Country" } },
                    { "name": "Language" } ] } ] }

    """
  }
}
