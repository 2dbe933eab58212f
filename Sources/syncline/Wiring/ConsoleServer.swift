import Console
import ConsoleData
import Glibc
import HTTPClient
import HTTPKit
import HTTPServer
import Support
import SyncInspection
import TemplateKit

/// The console on its socket, with its open stores.
struct ConsoleServer: Sendable {
  let address: ListenAddress
  private let server: HTTPServer
  private let runs: RunCenter
  private let app: ConsoleApp
  private let backups: BackupCenter
  /// What works by itself: schedules, and following the configuration.
  private let background: [Task<Void, Never>]

  static func start(
    _ options: ServeOptions, _ data: DataDirectory, _ consoleData: ConsoleData,
    _ configured: ConfigurationFile, _ client: HTTPClient
  ) async throws -> ConsoleServer {
    var serving = options.serverConfiguration
    // Clients are refused until everything that answers them is there.
    let port = try ReservedPort(serving)
    let address = options.listen.bound(to: port.number)
    let opener = StoreOpener(
      data: data, client: client, console: consoleData, isReadOnly: options.isReadOnly)
    let stores = try await StoreManager(configured.stores, opener: opener)
    let runs = RunCenter(data: consoleData, stores: stores.required)
    try await consoleData.failAbandonedRuns()
    let log = options.log
    for problem in stores.unready { log.line(problem) }
    let file = options.configurationFile ?? data.configurationFile
    let maker = ConfiguredBackups(configured.backup, data: data, configurationFile: file)
    let backups = BackupCenter(maker, data: consoleData, log: log.line)
    let scheduler = Scheduler(
      stores.schedules, data: consoleData, runs: runs, isReadOnly: options.isReadOnly,
      stores: stores.required, backups: backups,
      driftWatch: DriftWatch(
        stores.driftSchedules, data: consoleData, runs: runs, stores: stores.required,
        log: log.line),
      live: LiveCenter(
        stores.liveStores, data: consoleData, runs: runs, opened: stores.required, log: log.line),
      log: log.line)
    let gateway = ConfiguredAlerts(
      configured.alerts, data: data, client: client, stores: { stores.definitions })
    let alerts = AlertCenter(
      gateway, data: consoleData, stores: stores, scheduler: scheduler,
      isReadOnly: options.isReadOnly, log: log.line)
    // Beside another console, that one keeps the files.
    let indexes = options.isReadOnly ? nil : SearchIndexes()
    let reloader = ConfigurationReloader(
      file: file, data: data, opener: opener, manager: stores, scheduler: scheduler,
      searchIndexes: indexes, backups: maker, alerts: gateway, time: SystemTime(), log: log.line)
    let templates = try LocalizedTemplates(directory: options.templates)
    let app = try ConsoleApp(
      configuration: configuration(options, address, data), data: consoleData, templates: templates,
      stores: stores, runs: runs, scheduler: scheduler, administration: reloader,
      searchIndexes: indexes, backups: backups, alerts: alerts, time: SystemTime(), random: .system,
      log: log.failure,
      answered: log.answered)
    serving.lendsThreads = true
    serving.bodyRule = { app.bodyRule(for: $0) }
    serving.threads = min(max(serving.threads, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)
    let server = try HTTPServer(serving, on: port) { await app.respond(to: $0) }
    let sampler = QueueSampler(data: consoleData, stores: stores, log: log.line)
    return ConsoleServer(
      address: address, server: server, runs: runs, app: app, backups: backups,
      background: [
        Task { await scheduler.run() }, Task { await reloader.run() }, Task { await sampler.run() },
        Task { await alerts.run() },
        Task { await indexes?.run { stores.contexts } },
        Task { await tidyImports(app, log: log.line) },
        Task { await carryAuditOver(app, log: log.line) },
        Task { await HangupSignal.follow { await reloader.reload(isForced: true) } },
      ])
  }

  private static func configuration(
    _ options: ServeOptions, _ address: ListenAddress, _ data: DataDirectory
  ) -> ConsoleConfiguration {
    var configuration = ConsoleConfiguration()
    configuration.listenAddress = address.description
    configuration.listenPorts = [address.port]
    configuration.allowedHosts = options.allowedHosts
    configuration.prefix = options.prefix
    configuration.trustedProxies = UTF8Set(options.trustedProxies)
    configuration.hasSecureCookies = options.isBehindTLS
    configuration.isReadOnly = options.isReadOnly
    configuration.publicDirectory = options.publicFiles
    configuration.importDirectory = data.importDirectory
    configuration.version = Syncline.version
    return configuration
  }

  /// Ends running runs at their next safe point, then the connections.
  func stop() async {
    for task in background { task.cancel() }
    for task in background { await task.value }
    await app.stopImports()
    await backups.stop()
    await runs.stop()
    await server.stop()
  }

  /// Names imports that a killed program has left half done, then drops those nobody confirms.
  private static func tidyImports(
    _ app: ConsoleApp, log: @Sendable (String) -> Void
  ) async {
    for line in await app.findBrokenImports() { log(line) }
    while (try? await Task.sleep(for: .seconds(60))) != nil { app.dropOldImports() }
  }

  /// Writes the ends of runs and the audit entries that could not be written when they were made,
  /// as soon as they can be.
  private static func carryAuditOver(
    _ app: ConsoleApp, log: @Sendable (String) -> Void
  ) async {
    repeat {
      await app.finishRuns()
      await app.noteBrokenImports()
      for line in await app.carryAuditOver() { log(line) }
    } while (try? await Task.sleep(for: .seconds(5))) != nil
  }
}
