public import HTTPKit
import JSONKit
import SQLiteKit
public import Support

/// A table service: the Azure Mobile Apps table protocol, versions 2.0.0 and 3.0.0, at
/// `/tables/NAME`.
///
/// A table and its columns come into being with the first row that needs them. In the database each
/// table is an ordinary one of its own name, so that `sqlite3` reads and changes it.
public final class TableService: Sendable {
  private let storage: any TableStorage
  private let access: AccessRules
  private let router: Router
  private let reads: ReadHandler
  private let writes: WriteRoutes
  private let log: @Sendable (String) -> Void

  /// Opens the database, or makes it, and brings it to the declared tables.
  ///
  /// Throws ``TablesRefusal`` when rows stand in the way of a declaration; nothing was changed then.
  ///
  /// - Parameters:
  ///   - path: A file of the service's own; it may hold tables of others, which are not served.
  ///   - random: Makes ids for rows that come without one.
  ///   - log: Receives what a client must not see: the cause of a 500 or a 503.
  public init(
    database path: String, configuration: TableServiceConfiguration, time: any TimeSource,
    random: RandomSource, log: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    let storage = try await SQLiteTableStorage(
      path: path, tables: configuration.tables, time: time)
    self.storage = storage
    access = AccessRules(configuration: configuration)
    reads = ReadHandler(storage: storage, configuration: configuration)
    writes = WriteRoutes(configuration: configuration, random: random)
    let changes = ChangesHandler(watch: ChangeWatch(storage, time: time), time: time)
    router = Self.router(storage, configuration, reads, writes, changes, log)
    self.log = log
  }

  /// The tables that somebody has written to, in order.
  public var tableNames: [String] { storage.tableNames }

  /// Never throws: what goes wrong is an answer with an `error` that says so.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    // For whoever watches over the process: needs no key and no version.
    if request.method.isSafe, request.rawPath == "/healthz" { return await health() }
    if request.method == .options { return access.preflight(request) }
    var response: HTTPResponse
    do {
      try access.check(request)
      response = await router.respond(to: request)
    } catch {
      response = Self.render(error)
    }
    return complete(response, for: request)
  }

  /// Takes a request of one row that can be answered without waiting, or once it is committed.
  ///
  /// Spares it the way over tasks and back, which takes longer than the row. Not from a task.
  public func take(
    _ request: HTTPRequest, finish: @escaping @Sendable (HTTPResponse) -> Void
  ) -> QuickAnswer {
    guard request.method != .options, request.method != .head,
      let (pattern, located) = WriteRoutes.located(request)
    else { return .no }
    do {
      if request.method == .get {
        guard pattern == WriteRoutes.row else { return .no }
        try access.check(request)
        guard let response = try reads.respondAtOnce(to: located) else { return .no }
        return .now(complete(response, for: request))
      }
      try access.check(request)
      guard let write = try writes.prepare(request) else { return .no }
      storage.write(write.job) { [self] outcome in
        let response: HTTPResponse
        do {
          response = try write.answer(outcome.get())
        } catch {
          response = Self.render(error, to: request, log)
        }
        finish(complete(response, for: request))
      }
      return .later
    } catch {
      return .now(complete(Self.render(error, to: request, log), for: request))
    }
  }

  private func complete(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
    var response = response
    access.addHeaders(to: &response, for: request)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-ZUMO-Server-Version"] = "syncline-1.0.0"
    // Clients learn from any answer that they may send batches, and how large.
    response.headers["X-ZUMO-Batch-Max"] = String(BatchHandler.requestsMax)
    return response
  }
}

extension TableService {
  /// 200 while the database can be read.
  private func health() async -> HTTPResponse {
    do {
      _ = try await storage.row("", of: "")
      return .json(JSONValue.object(["status": "ok"]).serialized)
    } catch {
      log("healthz: \(error)")
      return .json(JSONValue.object(["status": "database"]).serialized, status: 503)
    }
  }
}

// MARK: - Routes

extension TableService {
  private typealias Line = (method: HTTPMethod, pattern: String, handler: Handler)

  private static func router(
    _ storage: any TableStorage, _ configuration: TableServiceConfiguration,
    _ read: ReadHandler, _ writes: WriteRoutes, _ changes: ChangesHandler,
    _ log: @escaping @Sendable (String) -> Void
  ) -> Router {
    let list = ListHandler(storage: storage, configuration: configuration)
    var lines: [Line] = [
      (.get, WriteRoutes.table, list.respond), (.get, WriteRoutes.row, read.respond),
    ]
    for (method, pattern, handler) in writes.all {
      let respond: Handler = { request in
        let write = try handler.prepare(request)
        return try write.answer(try await storage.write(write.job))
      }
      lines.append((method, pattern, respond))
    }
    let single = router(lines, log)
    let batch = BatchHandler(
      storage: storage, writes: writes, answerAlone: { await single.respond(to: $0) },
      render: { error, request in render(error, to: request, log) })
    let digest = DigestHandler(storage: storage)
    lines += [
      (.post, "/$batch", batch.respond), (.get, DigestHandler.pattern, digest.digest),
      (.post, DigestHandler.pattern, digest.list),
      (.get, TableListHandler.pattern, TableListHandler(storage: storage).respond),
      (.get, ChangesHandler.pattern, changes.respond),
    ]
    return router(lines, log)
  }

  private static func router(
    _ lines: [Line], _ log: @escaping @Sendable (String) -> Void
  ) -> Router {
    var options = Router.Options()
    options.ignoresCase = true
    return Router(
      lines.map { line in
        Route(line.method, line.pattern) { request in
          do {
            return try await line.handler(request)
          } catch {
            return render(error, to: request, log)
          }
        }
      },
      options: options, renderError: { error, _ in render(error) },
      log: { error, request in log(describe(error, request)) })
  }

  /// Turns what a handler or the storage throws into what the client can use.
  private static func render(
    _ error: any Error, to request: HTTPRequest, _ log: (String) -> Void
  ) -> HTTPResponse {
    switch error {
    case let invalid as InvalidRow: return invalid.response
    case let error as any HTTPResponseError: return render(error)
    case let unknown as UnknownColumn:
      return render(ServiceError.badQuery("\(unknown.table) has no column \(unknown.column)."))
    case let error as SQLiteError where error.isQueryTooLarge:
      return render(ServiceError.badQuery("The filter is too deep or too long for the database."))
    case let error as SQLiteError where error.isPassing:
      log(describe(error, request))
      return render(ServiceError.unavailable)
    default:
      log(describe(error, request))
      return render(HTTPError(500, "Something went wrong here. The server's log says what."))
    }
  }

  private static func describe(_ error: any Error, _ request: HTTPRequest) -> String {
    "\(request.method.rawValue) \(request.rawPath): \(error)"
  }

  private static func render(_ error: any HTTPResponseError) -> HTTPResponse {
    let body: JSONValue = ["error": .string(error.reason)]
    var response = HTTPResponse.json(body.serialized, status: error.status)
    for (name, value) in error.headers.all { response.headers.add(name, value) }
    return response
  }
}

extension SQLiteError {
  /// SQLite's limits on a single statement, which only a query can reach.
  fileprivate var isQueryTooLarge: Bool {
    primaryCode == 18  // SQLITE_TOOBIG
      || message.hasPrefix("Expression tree is too large")
      || message.hasPrefix("too many SQL variables") || message.hasPrefix("parser stack overflow")
  }

  /// Busy, out of memory, a failing or a full disk: nothing was written, and trying again may help.
  fileprivate var isPassing: Bool { [5, 6, 7, 10, 13].contains(primaryCode) }
}
