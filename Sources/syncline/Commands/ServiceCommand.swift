import HTTPKit
import HTTPServer
import JSONKit
import Support
import TableService

/// `syncline service`: the table service alone.
enum ServiceCommand {
  static let defaultListen = "127.0.0.1:8081"

  static var specification: CommandSpecification {
    CommandSpecification(
      name: "service", summary: "Run a table service that speaks the Azure Mobile Apps protocol.",
      options: [
        .value("listen", "127.0.0.1:8081", "address to listen on; port 0 picks a free port"),
        .value("database", "FILE", "SQLite database, created if missing (default: service.sqlite)"),
        .value("tables", "FILE", "JSON file that declares tables, their columns and settings"),
        .value("soft-delete", "all|none|T1,T2", "tables that keep deleted rows (default: all)"),
        .value("read-only", "all|none|T1,T2", "read-only tables (default: none)"),
        .repeated("page-size", "50", "default page size; TABLE=N sets it for one table"),
        .repeated("max-top", "1000", "largest page size; TABLE=N sets it for one table"),
        .value(
          "default-api-version", "2.0.0|3.0.0",
          "3.0.0: for requests that name no version (else refused); 2.0.0: speak 2.0.0 only"),
        .value("api-key-file", "FILE", "file with the API key that every request must send"),
        .flag("no-auth", "allow requests without a key on a non-loopback address"),
        .repeated(
          "allow-host", "NAME", "host name that clients may use, besides localhost"),
        .repeated("cors-origin", "URL", "web origin that may read responses, besides loopback"),
        .value("connections", "1024", "maximum connections"),
        .value("streams-per-client", "256", "maximum change streams per network"),
        .flag("log-requests", "log every request to standard error"),
      ],
      run: run)
  }

  /// Files that are open beside connections: the database, logs, libraries.
  private static let filesBeside = 128

  private static func run(_ arguments: ParsedArguments) async throws -> Int32 {
    var reader = OptionReader(arguments)
    let listen = reader.address("listen", default: defaultListen)
    let configuration = reader.serviceConfiguration()
    var serving = listen.serviceConfiguration
    serving.connectionsMax = reader.integer("connections", in: 16...20_000, default: 1_024)
    // Many apps may come through one address, and others must get in beside them.
    serving.perAddressMax = serving.connectionsMax * 3 / 4
    serving.streamsPerClientMax = reader.integer(
      "streams-per-client", in: 1...20_000, default: 256)
    if !listen.isLoopback, configuration.apiKey == nil, !arguments.has("no-auth") {
      reader.problems.append(
        "--listen \(listen): other machines can reach this address. Require a key with "
          + "--api-key-file FILE, or write --no-auth to answer everyone.")
    }
    guard reader.problems.isEmpty else {
      throw UsageError(reader.problems, usage: specification.usage)
    }
    let service = try await TableService(
      database: arguments.value("database") ?? "service.sqlite", configuration: configuration,
      time: SystemTime(), random: .system, log: ServerLog(time: SystemTime()).line)
    let requests =
      arguments.has("log-requests")
      ? RequestLog(log: ServerLog(time: SystemTime()).line) : nil
    // What is answered on the spot goes past the log.
    let take: QuickHandler = { service.take($0, finish: $1) }
    let quick = requests == nil ? take : nil
    OpenFiles.allow(serving.connectionsMax + filesBeside)
    let server = try HTTPServer(serving, quick: quick) { request in
      guard let requests else { return await service.respond(to: request) }
      return await requests.answer(request) { await service.respond(to: $0) }
    }
    await StopSignal.wait {
      Output.line("The table service is ready at http://\(listen.bound(to: server.port))/")
    }
    await server.stop()
    return 0
  }
}

extension ListenAddress {
  var serverConfiguration: HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.host = host
    configuration.port = port
    return configuration
  }

  /// The same for the table service, whose errors are `{"error": "sentence"}`.
  var serviceConfiguration: HTTPServer.Configuration {
    var configuration = serverConfiguration
    configuration.refusal = { refused in
      let body: JSONValue = ["error": .string(refused.reason)]
      return .json(body.serialized, status: refused.status)
    }
    return configuration
  }

  /// The address with the port that the server really got.
  func bound(to port: Int) -> ListenAddress {
    ListenAddress(host: host, port: UInt16(clamping: port))
  }
}

extension OptionReader {
  mutating func serviceConfiguration() -> TableServiceConfiguration {
    var configuration = TableServiceConfiguration()
    configuration.tables = declaredTables()
    switch arguments.value("soft-delete") {
    case nil, "all": configuration.softDelete = .all
    case "none": configuration.softDelete = .none
    case let names?:
      configuration.softDelete = .tables(UTF8Set(names.split(separator: ",").map(String.init)))
    }
    switch arguments.value("read-only") {
    case nil, "none": configuration.readOnly = .none
    case "all": configuration.readOnly = .all
    case let names?:
      configuration.readOnly = .tables(UTF8Set(names.split(separator: ",").map(String.init)))
    }
    (configuration.pageSize, configuration.pageSizes) = sizes(
      "page-size", in: 1...1_000_000, default: configuration.pageSize)
    (configuration.maxTop, configuration.maxTops) = sizes(
      "max-top", in: 0...1_000_000, default: configuration.maxTop)
    switch arguments.value("default-api-version") {
    case nil: break
    case "2.0.0": configuration.defaultAPIVersion = .v2
    case "3.0.0": configuration.defaultAPIVersion = .v3
    case let other?:
      problems.append("--default-api-version \(other): write 2.0.0 or 3.0.0.")
    }
    configuration.apiKey = secretFile("api-key-file")
    configuration.allowedHosts = hosts("allow-host")
    configuration.corsOrigins = arguments.all("cors-origin")
    for origin in configuration.corsOrigins where !Self.isOrigin(origin) {
      problems.append(
        "--cors-origin \(origin): write it as browsers send it, such as https://app.example:8443.")
    }
    return configuration
  }

  /// The tables of the file that `--tables` names.
  private mutating func declaredTables() -> DeclaredTables {
    guard let path = arguments.value("tables") else { return DeclaredTables() }
    do {
      return try DeclaredTables(parsing: try Files.read(path))
    } catch let mistakes as TableFileError {
      problems += mistakes.problems.map { "\(path): \($0)" }
    } catch {
      problems.append("--tables: \(error)")
    }
    return DeclaredTables()
  }

  /// Whether a browser could send it: a scheme, a host and perhaps a port, and nothing behind.
  static func isOrigin(_ text: String) -> Bool {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].first, first.isLetter, !parts[1].isEmpty else {
      return false
    }
    let isUpper = text.contains { $0.isUppercase }
    return !isUpper && !parts[1].contains { "/?#@ ".contains($0) }
  }

  /// A size for all tables and sizes by table: `50`, `todoitem=5`.
  private mutating func sizes(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int
  ) -> (Int, UTF8Dictionary<Int>) {
    var size = fallback
    var byTable: UTF8Dictionary<Int> = [:]
    for text in arguments.all(name) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let last = parts.last, let number = Int(last), range.contains(number),
        parts.count == 1 || !parts[0].isEmpty
      else {
        problems.append(
          "--\(name) \(text): write a number from \(range.lowerBound) to \(range.upperBound), or "
            + "TABLE=NUMBER.")
        continue
      }
      if parts.count == 2 { byTable[String(parts[0])] = number } else { size = number }
    }
    return (size, byTable)
  }
}
