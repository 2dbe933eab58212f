package import HTTPClient
package import JSONKit
package import RemoteHTTP
package import Support
package import SyncCore

/// A Parse Server, by its REST interface.
///
/// It learns from the answers what this server cannot do (batches of some size, ids from the client)
/// and which columns hold dates, so keep one instance for a store.
package final class ParseRemote: AssigningRemote, SchemaRemote, TableListRemote {
  struct DetectedCapabilities: Sendable {
    /// Whether the server takes ids from the client; nil until it is known.
    var takesIDs: Bool?
    /// Columns that hold dates, and those that surely hold something else, by class.
    var dates: UTF8Dictionary<UTF8Set>
    var others: UTF8Dictionary<UTF8Set> = [:]
    var said: Set<Notice> = []
    /// The key with which the server has answered what it answers to the master key alone.
    var provenMasterKey: String?
  }

  /// What an operator is told once.
  enum Notice: Sendable { case batchesFail, batchesAreRefused, idsAreAssigned }

  private let settings: RenewableConfiguration<ParseConfiguration>
  let client: RemoteClient
  let batches: BatchSize
  let random: RandomSource
  let learned: Locked<DetectedCapabilities>
  package let markColumn: String?
  private let log: @Sendable (String) -> Void

  /// - Parameter log: Receives what an operator should know once, without secrets.
  package convenience init(
    _ configuration: ParseConfiguration, client: HTTPClient,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(RenewableConfiguration(configuration), transport: client, log: log)
  }

  package init(
    _ settings: RenewableConfiguration<ParseConfiguration>, transport: any RemoteTransport,
    time: any TimeSource = SystemTime(), random: RandomSource = .system,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    let configuration = settings.current
    client = RemoteClient(
      url: configuration.url, transport: transport, timeout: configuration.requestTimeout,
      time: time, secrets: settings, mask: SecretMask { settings.known.flatMap(\.secrets) },
      secretHeaders: ParseRequests.secretHeaders, errors: ParseErrorReader())
    batches = BatchSize(
      first: configuration.batchSize ?? Self.firstBatchSize,
      most: configuration.batchSize ?? Self.largestBatchSize, grows: true)
    self.random = random
    markColumn = configuration.keyColumn.map(ParseValues.storeName)
    learned = Locked(DetectedCapabilities(dates: configuration.dateColumns))
    self.log = log
  }

  /// With the secrets as they are.
  var configuration: ParseConfiguration { settings.current }

  var requests: ParseRequests { ParseRequests(configuration: configuration) }

  package var kind: String { "parse" }

  package var displayURL: String { configuration.url }

  package var responseTime: ResponseTime? { client.responseTime }

  package var capabilities: RemoteCapabilities {
    var capabilities: RemoteCapabilities = [
      .versionedWrites, .incrementalPull, .hardDelete, .files, .nestedValues,
    ]
    if configuration.newIDs == .client { capabilities.insert(.clientIDs) }
    if configuration.guardian != nil { capabilities.insert(.checkedWrites) }
    return capabilities
  }

  package func portable(_ value: JSONValue) -> JSONValue {
    value["__type"] == "Pointer" ? value["objectId"] ?? value : value
  }

  package var writeOnlyColumns: UTF8Set { UTF8Set(ParseValues.secretFields) }

  /// The store's name for a column of the server's: those that the store has itself are taken.
  package static func storeColumn(_ field: String) -> String { ParseValues.storeName(field) }

  // MARK: Asking

  /// The rows that a query finds.
  func rows(
    _ table: String, _ query: ParseQuery
  ) async throws(RemoteError) -> (rows: [JSONObject], count: Int?, answer: RemoteResponse) {
    let answer = try await client.success(of: requests.find(table, query), "rows of \(table)")
    let json = answer.json
    guard let results = json?["results"]?.array else {
      throw .malformed(detail: "Rows of \(table) were asked for, and something else came.")
    }
    return (results.compactMap(\.object), json?["count"]?.integer.map { Int($0) }, answer)
  }

  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    let answer = try await client.response(to: requests.get(requests.path(table, id: id)))
    if answer.status == 404, answer.code == .objectNotFound { return nil }
    guard answer.isSuccess else { throw client.error(answer, "a row of \(table)") }
    guard let row = answer.json?.object, let record = record(row, table) else {
      throw .malformed(detail: "A row was asked for, and something else came (table \(table)).")
    }
    return try record.asked(id, of: table)
  }

  /// A row as the store keeps it; which columns hold dates is remembered.
  func record(_ row: JSONObject, _ table: String) -> Record? {
    let dates = row.filter { $0.value["__type"] == "Date" }.map { ParseValues.storeName($0.name) }
    if !dates.isEmpty { learned.withLock { $0.dates[table, default: []].formUnion(dates) } }
    return ParseValues.record(row)
  }

  /// A column that the store keeps dates in holds dates there too, also before its first value.
  package func learn(_ columns: [RemoteColumn], of table: String) {
    let dates = columns.filter { $0.type == .date }.map(\.name)
    if !dates.isEmpty { learned.withLock { $0.dates[table, default: []].formUnion(dates) } }
  }

  // MARK: Signing in

  package func probe() async throws(RemoteError) {
    let health = try await client.response(to: requests.get("/health"))
    // Older servers have no such address.
    if !health.isSuccess, health.status != 404, health.status != 403 {
      throw client.error(health, "the server’s health")
    }
    guard configuration.masterKey == nil else { return try await proveMasterKey() }
    let path = configuration.sessionToken == nil ? requests.path("_Nope") : "/users/me"
    let answer = try await client.response(to: requests.get(path, [("limit", "0")]))
    if answer.isSuccess { return }
    switch client.meaning(of: answer) {
    case .unauthorized, .throttled, .serverFailed, .redirected, .notModified:
      throw client.error(answer, "the sign-in")
    case .noSuchAddress, .notFound, .conflict, .tooLarge, .rejected: break
    }
  }

  /// A wrong master key may be taken for no key at all: rows then look deleted that are only hidden.
  func proveMasterKey() async throws(RemoteError) {
    guard configuration.masterKey != nil else {
      throw .unauthorized(
        host: client.host,
        detail: "Only the master key sees every row, and the configuration names none")
    }
    let answer = try await client.response(to: requests.get("/serverInfo"))
    switch answer.status {
    case 200...299: return
    case 401, 403:
      throw .unauthorized(
        host: client.host,
        detail: "The server does not take the master key, or not from this address")
    default: throw client.error(answer, "the server’s version")
    }
  }

  /// Proves the master key, where the configuration names one, once for each key.
  func requireMasterKey() async throws(RemoteError) {
    guard let key = configuration.masterKey, learned.withLock({ $0.provenMasterKey }) != key else {
      return
    }
    try await proveMasterKey()
    learned.withLock { $0.provenMasterKey = key }
  }

  func say(once notice: Notice, _ sentence: @autoclosure () -> String) {
    if learned.withLock({ $0.said.insert(notice).inserted }) { log(sentence()) }
  }

  // MARK: Ids

  package func localID(of record: Record) -> String? {
    markColumn.flatMap { record.values[$0]?.string }
  }

  package func trace(insert change: Change) async throws(RemoteError) -> InsertTrace {
    if sendsIDs, let record = try await read(change.table, id: change.id) {
      return .found(record)
    }
    guard let column = configuration.keyColumn else {
      return .untraceable(
        "The configuration turns the column off that would carry this store’s id of the row.")
    }
    let query = ParseQuery([.object([column: .string(change.id)])], limit: 2)
    let found = try await rows(change.table, query).rows
    return found.first.flatMap { record($0, change.table) }.map { .found($0) } ?? .absent
  }

  /// True while new rows are sent with an id of ours.
  var sendsIDs: Bool {
    configuration.newIDs != .server && learned.withLock { $0.takesIDs } != false
  }

  package func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject {
    var mapped = values
    for (name, value) in values { mapped[name] = try ParseValues.mapPointers(value, newID) }
    return mapped
  }
}
