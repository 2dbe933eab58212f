import Console
import ConsoleData
import HTTPClient
import HTTPServer
import Support
import TemplateKit

/// `syncline serve`: the console.
enum ServeCommand {
  static let defaultListen = "127.0.0.1:8080"

  static var specification: CommandSpecification {
    CommandSpecification(
      name: "serve", summary: "Run the console.",
      options: [
        .value("listen", "127.0.0.1:8080", "address to listen on; port 0 picks a free port"),
        .value(
          "data", "DIR",
          "data directory, created if missing (default: \(DataDirectory.defaultPath))"),
        .value("config", "FILE", "configuration file (default: DIR/syncline.json)"),
        .value("templates", "DIR", "template folder"),
        .value("public", "DIR", "static file folder"),
        .flag("read-only", "refuse every action"),
        .repeated("allow-host", "NAME", "host name that browsers may use, besides localhost"),
        .value("prefix", "/PATH", "path prefix of the console, such as /sync"),
        .repeated(
          "trusted-proxy", "ADDRESS", "proxy whose X-Forwarded-For and X-Forwarded-Host are trusted"
        ),
        .value("idle-per-client", "32", "maximum idle connections per user or network"),
        .value(
          "streams-per-client", "16",
          "maximum event streams and downloads per user or network"),
        .value("log", "text|json", "log every request, as text or JSON lines"),
        .flag("https", "a proxy terminates TLS: set Secure cookies and HSTS"),
        .flag("demo", "also run a table service, with demo data"),
        .value("demo-listen", "127.0.0.1:8081", "address of the demo's table service"),
      ],
      run: run)
  }

  /// Enough for a thousand stores, each with its database, its logs and a connection to its server.
  private static let openFilesMax = 65_536

  private static func run(_ arguments: ParsedArguments) async throws -> Int32 {
    OpenFiles.allow(openFilesMax)
    var reader = OptionReader(arguments)
    let options = ServeOptions(&reader)
    guard reader.problems.isEmpty else {
      throw UsageError(reader.problems, usage: specification.usage)
    }
    try await requireLogin(options)
    let data = try DataDirectory(creating: options.dataPath)
    guard !options.isReadOnly else { return try await serveReadOnly(options, data) }
    let consoleData = try await ConsoleData(
      path: data.consoleDatabase, time: SystemTime(), random: .system)
    guard let lock = try FileLock(tryLocking: "\(data.path)/serve.lock") else {
      throw ServeError.alreadyServed(data.path)
    }
    defer { withExtendedLifetime(lock) {} }
    return try await serve(options, data, consoleData)
  }

  /// Serves beside whoever else uses the data directory, and from a file system that can only be
  /// read.
  private static func serveReadOnly(
    _ options: ServeOptions, _ data: DataDirectory
  ) async throws -> Int32 {
    let consoleData: ConsoleData
    do {
      let shared = try await ConsoleData(
        path: data.consoleDatabase, time: SystemTime(), random: .system)
      try await shared.tryWriting()
      consoleData = shared
    } catch {
      guard let problem = StorageProblem(error),
        [.readOnly, .locked, .cannotOpen, .diskFull].contains(problem.cause)
      else { throw error }
      consoleData = try await ConsoleData(
        path: data.consoleDatabase, access: .ownCopy, time: SystemTime(), random: .system)
      options.log.line(
        "\(problem.message) Sign-ins, sessions and their audit entries are kept in memory and end "
          + "with this process.")
    }
    let status = try await serve(options, data, consoleData)
    await consoleData.close()
    return status
  }

  /// Whoever can reach the console from outside must have to sign in.
  ///
  /// Nothing is made where nobody has a login, so that a refusal leaves no directory behind.
  private static func requireLogin(_ options: ServeOptions) async throws {
    guard !options.listen.isLoopback else { return }
    let file = DataDirectory.consoleDatabase(in: options.dataPath)
    if Files.exists(file) {
      // An older schema is brought to the current one first, as the start does.
      let reading = try? await ConsoleData(
        path: file, access: .readOnly, time: SystemTime(), random: .system)
      let data =
        if let reading { reading } else {
          try await ConsoleData(path: file, time: SystemTime(), random: .system)
        }
      if try await !data.users().isEmpty { return }
    }
    throw UsageError([
      "--listen \(options.listen): other machines can reach this address, and there are no users yet. "
        + "Add one first: syncline user add NAME --role admin --password-stdin --data "
        + options.dataPath
    ])
  }

  private static func serve(
    _ options: ServeOptions, _ data: DataDirectory, _ consoleData: ConsoleData
  ) async throws -> Int32 {
    let demo = options.isDemo ? try await Demo.start(options.demoListen, data, consoleData) : nil
    let client = HTTPClient()
    do {
      let configuration = try data.readConfiguration(named: options.configurationFile)
      let console = try await ConsoleServer.start(
        options, data, consoleData, configuration, client)
      await StopSignal.wait {
        await announce("http://\(console.address)\(options.prefix)", consoleData, options.log)
      }
      await console.stop()
    } catch {
      client.shutdown()
      await demo?.stop()
      throw error
    }
    client.shutdown()
    await demo?.stop()
    return 0
  }

  /// Says where the console is and, while nobody has a login, how to get in.
  private static func announce(_ url: String, _ data: ConsoleData, _ log: ServerLog) async {
    Output.line("Syncline \(Syncline.version) is ready at \(url)/")
    do {
      guard try await data.users().isEmpty else { return }
      let code = try await data.addSignInLink()
      Output.line("Sign in with this link; it works once, within 10 minutes:")
      Output.line("  \(url)/login?link=\(code)")
    } catch {
      log.line(
        "There is no sign-in link, because it could not be saved. \(error) Then restart "
          + "the console, or write: syncline user add NAME --role admin --password-stdin")
    }
  }
}

/// What the command line says about serving.
struct ServeOptions: Sendable {
  var listen: ListenAddress
  var dataPath: String
  var configurationFile: String?
  var templates: String
  var publicFiles: String
  var isReadOnly: Bool
  var allowedHosts: [String]
  var prefix: String
  var trustedProxies: [String]
  var isBehindTLS: Bool
  var idlePerClientMax: Int
  var streamsPerClientMax: Int
  var log: ServerLog
  var isDemo: Bool
  var demoListen: ListenAddress

  init(_ reader: inout OptionReader) {
    let arguments = reader.arguments
    listen = reader.address("listen", default: ServeCommand.defaultListen)
    dataPath = arguments.value("data") ?? DataDirectory.defaultPath
    configurationFile = arguments.value("config")
    templates = reader.folder("templates", shippedAs: "Templates")
    publicFiles = reader.folder("public", shippedAs: "Public")
    isReadOnly = arguments.has("read-only")
    allowedHosts = reader.hosts("allow-host")
    prefix = reader.pathPrefix("prefix")
    trustedProxies = reader.ipAddresses("trusted-proxy")
    isBehindTLS = arguments.has("https")
    idlePerClientMax = reader.integer("idle-per-client", in: 1...1_024, default: 32)
    streamsPerClientMax = reader.integer("streams-per-client", in: 1...1_024, default: 16)
    log = reader.log("log")
    isDemo = arguments.has("demo")
    demoListen = reader.address("demo-listen", default: ServiceCommand.defaultListen)
    if !isDemo, arguments.value("demo-listen") != nil {
      reader.problems.append("--demo-listen needs --demo: write both, or neither.")
    }
    if isDemo, configurationFile != nil {
      reader.problems.append("--demo has its own store: write it without --config.")
    }
  }
}

extension ServeOptions {
  /// Behind a proxy all browsers share the proxy's address, so its connections are nobody's own.
  var serverConfiguration: HTTPServer.Configuration {
    var configuration = listen.serverConfiguration
    configuration.headerBytesMax = 16 << 10
    configuration.targetBytesMax = 8 << 10
    let isSecure = isBehindTLS
    configuration.refusal = { refused in
      ConsoleApp.refusal(
        refused.status, refused.reason, requestID: refused.requestID, isSecure: isSecure)
    }
    configuration.idlePerClientMax = idlePerClientMax
    configuration.streamsPerClientMax = streamsPerClientMax
    configuration.bodyMemoryMax = 64 << 20
    configuration.bodyMemoryPerClientMax = 32 << 20
    configuration.sharedAddresses = Set(trustedProxies)
    return configuration
  }
}

extension OptionReader {
  /// A folder that is named, or else the one that the program ships with.
  fileprivate mutating func folder(_ option: String, shippedAs name: String) -> String {
    if let named = arguments.value(option) { return named }
    let files = ProgramFiles()
    guard let found = files.folder(name) else {
      problems.append(files.missing(name, option: option))
      return name
    }
    return found
  }
}

enum ServeError: Error, Equatable, CustomStringConvertible {
  case alreadyServed(String)

  var description: String {
    switch self {
    case .alreadyServed(let path):
      "Another `syncline serve` uses the data directory \(path). Stop it, or use another one: --data DIR."
    }
  }
}
