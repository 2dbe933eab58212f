public import HTTPClient
import HTTPKit
import JSONKit
import Support
public import SyncCore

/// A server of the Azure Mobile Apps family: Easy Tables, Datasync or the newer toolkit.
///
/// It learns from the answers what this server can do (batches) and cannot (PATCH, large pages), so
/// keep one instance for a store instead of making one per run.
public final class AzureRemote: Remote {
  let requests: AzureRequests
  let outcomes: AzureOutcomes
  let transport: any AzureTransport
  let learned: Locked<DetectedCapabilities>

  public convenience init(_ configuration: AzureConfiguration, client: HTTPClient) {
    self.init(
      configuration, transport: AzureHTTPTransport(client, configuration), time: SystemTime())
  }

  init(_ configuration: AzureConfiguration, transport: any AzureTransport, time: any TimeSource) {
    requests = AzureRequests(configuration: configuration)
    outcomes = AzureOutcomes(
      host: configuration.host, time: time,
      mask: SecretMask([configuration.authToken, configuration.apiKey]))
    let learned = Locked(DetectedCapabilities())
    self.learned = learned
    self.transport = CapabilityDetector(transport, learned)
    // Only the newer toolkit goes without the header, and it knows no PATCH.
    if configuration.apiVersion == nil { learned.withLock { $0.replacesRows = true } }
  }

  public var kind: String { "azure" }

  public var displayURL: String { requests.configuration.url }

  public var capabilities: RemoteCapabilities {
    [
      .versionedWrites, .checkedWrites, .incrementalPull, .tombstones, .undelete, .clientIDs,
    ]
  }

  /// Easy Tables for Node counts the changes of a row, and begins anew with one that is inserted again.
  public func mayRepeat(version: String) -> Bool {
    guard let digits = Base64.decode(version), (1...10).contains(digits.count) else { return false }
    return digits.allSatisfy { (48...57).contains($0) }
  }

  // MARK: Reading

  public func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await Pull(request: request, lists: lists(request.table), time: outcomes.time).page()
  }

  public func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await Identities(lists: lists(table), pageSize: pageSize).page(after: cursor)
  }

  public func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    let response = try await answer(requests.read(table, id: id), about: table)
    switch response.status {
    case 404 where response.isWebPage: throw outcomes.error(response, "table \(table)")
    // Datasync and the toolkit show tombstones when asked to, so nothing is there.
    case 404 where requests.configuration.apiVersion != .v2: return nil
    // Easy Tables hides a tombstone from this address, but not from lists.
    case 404, 410: return try await readInList(table, id: id)
    default: break
    }
    guard response.isSuccess else { throw outcomes.error(response, "table \(table)") }
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

  public func probe() async throws(RemoteError) {
    let table = requests.configuration.probeTable ?? learned.withLock { $0.lastTable }
    if let table {
      _ = try await lists(table).anyRow()
      return
    }
    // No table is known yet: any answer shows a server, only these show that it would refuse us.
    let response = try await answer(requests.root(), about: nil)
    switch response.status {
    case 401, 403, 429, 500...: throw outcomes.error(response, "its tables' address")
    default: return
    }
  }

  private func lists(_ table: String) -> Lists {
    learned.withLock { $0.lastTable = table }
    return Lists(
      table: table, requests: requests, outcomes: outcomes, transport: transport, learned: learned)
  }

  private func answer(
    _ request: AzureRequest, about table: String?
  ) async throws(RemoteError) -> AzureResponse {
    if let table { learned.withLock { $0.lastTable = table } }
    do { return try await transport.send(request) } catch { throw outcomes.error(error) }
  }

  // MARK: Writing

  public func describe(_ change: Change) -> RequestDescription {
    requests.description(of: requests.write(change, style))
  }

  public func send(_ change: Change) async -> SendResult {
    if Task.isCancelled { return SendResult(.unreachable("cancelled before it was sent")) }
    learned.withLock { $0.lastTable = change.table }
    // Easy Tables fails on a PATCH that changes nothing, and there is nothing to write.
    if change.kind == .update, style == .merge, change.values.withoutSystemColumns.isEmpty {
      return await present(change)
    }
    let (result, asksForPUT) = await send(change, style)
    guard asksForPUT, [.update, .undelete].contains(change.kind) else { return result }
    learned.withLock { $0.replacesRows = true }
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
        return (SendResult(.unsent(after: error)), false)
      }
    }
    do {
      let response = try await transport.send(requests.write(change, style))
      return (outcomes.result(of: change, response), style == .merge && asksForPUT(response))
    } catch {
      return (outcomes.result(error), false)
    }
  }

  private func present(_ change: Change) async -> SendResult {
    do {
      guard let row = try await read(change.table, id: change.id) else {
        return SendResult(.missing)
      }
      return SendResult(.accepted(row))
    } catch {
      return SendResult(.unsent(after: error))
    }
  }

  var style: WriteStyle { learned.withLock { $0.replacesRows } ? .replace : .merge }

  /// True when the server has no PATCH but a PUT.
  ///
  /// Easy Tables answers 405 too, for an operation that the table forbids; it knows no PUT and would
  /// answer that with 404, which must not pass for a missing row.
  private func asksForPUT(_ response: AzureResponse) -> Bool {
    guard response.status == 405 else { return false }
    guard let allowed = response.headers["Allow"] else {
      return requests.configuration.apiVersion != .v2
    }
    return allowed.uppercased().split { $0 == "," || $0 == " " }.contains("PUT")
  }
}
