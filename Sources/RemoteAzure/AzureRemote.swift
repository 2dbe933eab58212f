package import HTTPClient
import HTTPKit
import JSONKit
package import RemoteHTTP
package import Support
package import SyncCore

/// A server of the Azure Mobile Apps family: Easy Tables, Datasync or the newer toolkit.
///
/// It learns from the answers what this server can do (batches) and cannot (PATCH, large pages), so
/// keep one instance for a store instead of making one per run.
package final class AzureRemote: Remote {
  private let settings: RenewableConfiguration<AzureConfiguration>
  let client: RemoteClient
  let batches: BatchSize
  let learned = Locked(DetectedCapabilities())
  private let time: any TimeSource

  package convenience init(_ configuration: AzureConfiguration, client: HTTPClient) {
    self.init(RenewableConfiguration(configuration), transport: client)
  }

  package init(
    _ settings: RenewableConfiguration<AzureConfiguration>, transport: any RemoteTransport,
    time: any TimeSource = SystemTime()
  ) {
    self.settings = settings
    let configuration = settings.current
    let batches = BatchSize(first: 1, most: Self.batchMost, grows: false)
    self.batches = batches
    self.time = time
    client = RemoteClient(
      url: configuration.url, transport: transport, timeout: configuration.requestTimeout,
      time: time, secrets: settings,
      mask: SecretMask { settings.known.flatMap { [$0.authToken, $0.apiKey].compactMap(\.self) } },
      secretHeaders: AzureRequests.secretHeaders, errors: AzureErrorReader()
    ) { response in
      let most = response.headers[Self.batchField].flatMap { Int($0) }
      if let most { batches.announced(most) }
    }
    // Only the newer toolkit goes without the header, and it knows no PATCH.
    if configuration.apiVersion == nil { replaceRows() }
  }

  /// With the secrets as they are.
  var requests: AzureRequests { AzureRequests(configuration: settings.current) }

  package var kind: String { "azure" }

  package var displayURL: String { requests.configuration.url }

  package var responseTime: ResponseTime? { client.responseTime }

  package var capabilities: RemoteCapabilities {
    [
      .versionedWrites, .checkedWrites, .incrementalPull, .tombstones, .undelete, .clientIDs,
    ]
  }

  /// Easy Tables for Node counts the changes of a row, and begins anew with one that is inserted again.
  package func mayRepeat(version: String) -> Bool {
    guard let digits = Base64.decode(version), (1...10).contains(digits.count) else { return false }
    return digits.allSatisfy { (48...57).contains($0) }
  }

  // MARK: Reading

  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await Pull(request: request, lists: lists(request.table), time: time).page()
  }

  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await Identities(lists: lists(table), pageSize: pageSize).page(after: cursor)
  }

  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    learned.withLock { $0.lastTable = table }
    let response = try await client.response(to: requests.read(table, id: id))
    if client.meaning(of: response) == .notFound {
      // Datasync and the toolkit show tombstones when asked to, so nothing is there. Easy Tables
      // hides a tombstone from this address, but not from lists.
      let showsTombstones = response.status == 404 && requests.configuration.apiVersion != .v2
      return showsTombstones ? nil : try await readInList(table, id: id)
    }
    guard response.isSuccess else { throw client.error(response, "table \(table)") }
    guard case .object(let row)? = response.json,
      let record = Record(row: row, etag: response.headers["ETag"], takesNumber: true)
    else {
      throw .malformed(detail: "A row was asked for, and something else came (table \(table)).")
    }
    return try record.asked(id, of: table)
  }

  private func readInList(_ table: String, id: String) async throws(RemoteError) -> Record? {
    let lists = lists(table)
    let page = try await lists.page(
      ListQuery(conditions: ["(id eq \(lists.dialect.literal(id)))"]), [.offlineSync])
    let records = page.rows.compactMap(\.record)
    return records.first { $0.id === id }
      ?? records.first { $0.isNamed(id) }
  }

  package func probe() async throws(RemoteError) {
    let table = requests.configuration.probeTable ?? learned.withLock { $0.lastTable }
    if let table {
      _ = try await lists(table).anyRow()
      return
    }
    // No table is known yet: any answer shows a server, only these show that it would refuse us.
    let response = try await client.response(to: requests.root())
    switch response.status {
    case 401, 403, 429, 500...: throw client.error(response, "its tables’ address")
    default: return
    }
  }

  private func lists(_ table: String) -> Lists {
    learned.withLock { $0.lastTable = table }
    return Lists(table: table, remote: self)
  }

  // MARK: Writing

  package func describe(_ change: Change) -> RequestDescription {
    client.description(of: requests.write(change, style))
  }

  package func send(_ change: Change) async -> SendResult {
    if Task.isCancelled { return .cancelledUnsent }
    learned.withLock { $0.lastTable = change.table }
    // Easy Tables fails on a PATCH that changes nothing, and there is nothing to write.
    if change.kind == .update, style == .merge, change.values.withoutSystemColumns.isEmpty {
      return await present(change)
    }
    let (result, asksForPUT) = await send(change, style)
    guard asksForPUT, [.update, .undelete].contains(change.kind) else { return result }
    replaceRows()
    return await send(change, .replace).result
  }

  private func send(
    _ change: Change, _ style: WriteStyle
  ) async -> (result: SendResult, asksForPUT: Bool) {
    var change = change
    if style == .replace, [.update, .undelete].contains(change.kind), change.allValues.isEmpty {
      // A PUT of nothing would empty the row, so the values come from the server.
      do {
        guard let row = try await read(change.table, id: change.id) else {
          return (SendResult(.missing), false)
        }
        change.allValues = row.values
      } catch {
        return (.unsent(after: error), false)
      }
    }
    do {
      let response = try await client.send(requests.write(change, style))
      return (outcomes.result(of: change, response), style == .merge && asksForPUT(response))
    } catch {
      return (client.result(error), false)
    }
  }

  private func present(_ change: Change) async -> SendResult {
    do {
      guard let row = try await read(change.table, id: change.id) else {
        return SendResult(.missing)
      }
      return SendResult(.accepted(row))
    } catch {
      return .unsent(after: error)
    }
  }

  var outcomes: AzureOutcomes { AzureOutcomes(client: client) }

  private func replaceRows() {
    learned.withLock { $0.replacesRows = true }
    // A batch holds a PATCH for each update.
    batches.giveUp()
  }

  private var style: WriteStyle { learned.withLock { $0.replacesRows } ? .replace : .merge }

  /// True when the server has no PATCH but a PUT.
  ///
  /// Easy Tables answers 405 too, for an operation that the table forbids; it knows no PUT and would
  /// answer that with 404, which must not pass for a missing row.
  private func asksForPUT(_ response: RemoteResponse) -> Bool {
    guard response.status == 405 else { return false }
    guard let allowed = response.headers["Allow"] else {
      return requests.configuration.apiVersion != .v2
    }
    return allowed.uppercased().split { $0 == "," || $0 == " " }.contains("PUT")
  }
}
