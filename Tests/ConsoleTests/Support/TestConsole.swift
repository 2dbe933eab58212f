import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit
import TestSupport

/// A console in memory: requests go in, answers come out, the clock stands still.
struct TestConsole: Sendable {
  let app: ConsoleApp
  let data: ConsoleData
  let runs: RunCenter
  let scheduler: Scheduler
  let backups: BackupCenter?
  let alerts: AlertCenter?
  /// Empty until a test has them follow its stores.
  let searchIndexes = SearchIndexes()
  let time = ManualTime()
  let stores: StubStores
  let failures = Locked<[String]>([])
  private let contract: ContractCheck
  private let directory: TemporaryDirectory

  static let host = "127.0.0.1:8080"
  static let root = Documentation.root

  /// - Parameter directory: Kept as long as the console: its stores are used after their makers went.
  init(
    in directory: TemporaryDirectory? = nil, stores: StubStores = StubStores(),
    registry: (any StoreRegistry)? = nil, schedules: UTF8Dictionary<Schedule> = [:],
    drift: UTF8Dictionary<DriftSchedule> = [:],
    administration: (any StoreAdministration)? = nil, backups: (any BackupMaker)? = nil,
    alerts: (any AlertGateway)? = nil,
    configure: (inout ConsoleConfiguration) -> Void = { _ in }
  ) async throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    self.stores = stores
    data = try await ConsoleData(
      path: directory.file("console.sqlite"), time: time, random: .system, passwordCost: .testing)
    var configuration = ConsoleConfiguration()
    configuration.publicDirectory = Self.root + "/Public"
    configuration.version = "1.2.3"
    configuration.importDirectory = directory.file("imports")
    configuration.importPatience = .seconds(600)
    configure(&configuration)
    let failures = failures
    let shown = registry ?? stores
    let open: RunCenter.Stores = { name in
      guard let context = try await shown.context(of: name) else { throw StubStores.NotOpen() }
      return context
    }
    runs = RunCenter(data: data, time: time, stores: open)
    scheduler = Scheduler(
      schedules, data: data, runs: runs, time: time,
      random: RandomSource { [255] + .init(repeating: 0, count: $0 - 1) },
      isReadOnly: configuration.isReadOnly, stores: open,
      driftWatch: DriftWatch(
        drift, data: data, runs: runs, time: time, stores: open,
        log: { line in failures.withLock { $0.append(line) } }),
      log: { line in failures.withLock { $0.append(line) } })
    let (data, time) = (data, time)
    self.backups = backups.map { maker in
      BackupCenter(
        maker, data: data, time: time, log: { line in failures.withLock { $0.append(line) } })
    }
    let scheduler = scheduler
    self.alerts = alerts.map { gateway in
      AlertCenter(
        gateway, data: data, stores: shown, scheduler: scheduler, time: time
      ) { line in
        // Other lines tell what alerts opened and ended.
        guard line.hasPrefix("alerts: ") else { return }
        failures.withLock { $0.append(line) }
      }
    }
    app = try ConsoleApp(
      configuration: configuration, data: data, templates: try Self.templates(), stores: shown,
      runs: runs, scheduler: scheduler, administration: administration,
      searchIndexes: searchIndexes, backups: self.backups, alerts: self.alerts, time: time,
      random: .system,
      log: { error, _ in failures.withLock { $0.append(String(describing: error)) } })
    contract = ContractCheck(app)
  }

  static func templates() throws -> LocalizedTemplates { try parsedTemplates.get() }

  /// Parsed once for all tests: without optimisation that takes longer than most of them.
  private static let parsedTemplates = Result {
    try LocalizedTemplates(directory: root + "/Templates")
  }

  /// Sends a request with a right Host; fields replace those of the same name.
  func send(
    _ method: HTTPMethod, _ target: String, _ fields: [String: String] = [:], body: String = ""
  ) async -> HTTPResponse {
    var headers: HTTPHeaders = ["Host": Self.host, "Accept": "text/html"]
    for (name, value) in fields { headers[name] = value }
    let response = await app.respond(
      to: HTTPRequest(method, target, headers: headers, body: Array(body.utf8)))
    contract.check(method, target, response)
    return response
  }

  /// The uploads that stand on the disk now.
  var uploads: [String] {
    get throws { try Files.list(below: directory.file("imports")) }
  }

  /// Sends a form with a file as the server takes it in: asked about first, then to the disk.
  func upload(
    _ target: String, _ type: String, _ body: [UInt8], _ fields: [String: String] = [:]
  ) async throws -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Host": Self.host, "Accept": "text/html", "Content-Type": type,
      "Content-Length": "\(body.count)", "Sec-Fetch-Site": "same-origin",
      "Origin": "http://\(Self.host)",
    ]
    for (name, value) in fields { headers[name] = value }
    var request = HTTPRequest(.post, target, headers: headers)
    guard let admit = app.bodyRule(for: request).admit else { throw StubStores.NotOpen() }
    switch await admit() {
    case .refused(let response): return response
    case .accepted: throw StubStores.NotOpen()
    case .taken(let form):
      for part in stride(from: 0, to: body.count, by: 60_000) {
        try body[part..<min(part + 60_000, body.count)].withUnsafeBytes { try form.append($0) }
      }
      request.upload = form
    }
    return await app.respond(to: request)
  }

  /// Sends a form as a browser does from a page of the console.
  func submit(
    _ target: String, _ values: [(String, String)], _ fields: [String: String] = [:]
  ) async -> HTTPResponse {
    var all = [
      "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
      "Origin": "http://\(Self.host)",
    ]
    all.merge(fields) { $1 }
    let items = QueryItems(values.map { QueryItems.Item($0.0, $0.1) })
    return await send(.post, target, all, body: items.encoded)
  }

  /// Adds a user, signs in with the password, and gives the browser.
  func signIn(_ name: String, _ role: Role) async throws -> TestBrowser {
    try await data.addUser(name, role: role, password: "correct horse")
    var browser = TestBrowser(console: self)
    let page = await browser.get("/login")
    _ = await browser.submit(
      "/login", [("name", name), ("password", "correct horse")], token: page.csrfToken)
    return browser
  }
}

/// Keeps cookies, as a browser does.
struct TestBrowser: Sendable {
  let console: TestConsole
  var cookies: [String: String] = [:]

  var cookieField: [String: String] {
    cookies.isEmpty
      ? [:] : ["Cookie": cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")]
  }

  /// The session's CSRF token, as the pages' forms carry it.
  var csrfToken: String {
    get async throws {
      guard let secret = cookies["syncline_session"] else { return "" }
      return try await console.data.session(withSecret: secret)?.csrfToken ?? ""
    }
  }

  mutating func get(_ target: String, _ fields: [String: String] = [:]) async -> HTTPResponse {
    let response = await console.send(.get, target, cookieField.merging(fields) { $1 })
    keep(response)
    return response
  }

  /// - Parameter token: The form's token; nil leaves the field out.
  mutating func submit(
    _ target: String, _ values: [(String, String)], token: String?, _ fields: [String: String] = [:]
  ) async -> HTTPResponse {
    let all = (token.map { [("_token", $0)] } ?? []) + values
    let response = await console.submit(target, all, cookieField.merging(fields) { $1 })
    keep(response)
    // A form that leads to a question is answered by the question.
    guard let location = response.headers["Location"], location.hasPrefix("/asked/") else {
      return response
    }
    return await get(location)
  }

  mutating func keep(_ response: HTTPResponse) {
    for field in response.headers.values("Set-Cookie") {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if field.contains("Max-Age=0") {
        cookies[String(pair[0])] = nil
      } else if pair.count == 2 {
        cookies[String(pair[0])] = String(pair[1])
      }
    }
  }
}

extension HTTPResponse {
  var page: String { text ?? "" }

  /// The first CSRF token on the page.
  var csrfToken: String {
    guard let start = page.range(of: "name=\"_token\" value=\"") else { return "" }
    return String(page[start.upperBound...].prefix { $0 != "\"" })
  }

  var json: JSONValue { (try? JSONValue(parsing: page)) ?? nil }
}

/// Stores that hold what a test says.
struct StubStores: StoreRegistry {
  struct NotOpen: Error {}

  var stores: [StoreInfo] = [
    StoreInfo(
      name: "todo", environment: "production", remoteKind: "azure",
      remoteURL: "https://todo.example.net")
  ]
  var summary = StoreSummary(
    counts: StoreCounts(live: 18_350, deleted: 317, pending: 41, failed: 3, conflicts: 2),
    tables: [
      TableSummary(
        name: "TodoItem", live: 18_350, deleted: 317, pending: 41, failed: 3, conflicts: 2)
    ])

  func summary(of store: String) async throws -> StoreSummary { summary }

  func context(of store: String) async throws -> SyncContext? { nil }
}
