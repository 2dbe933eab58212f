import JSONKit
package import Support
package import SyncCore

/// One client's connection to a ``FakeServer``, with faults and a log of every request.
package final class FakeRemote: Remote {
  /// One request as it arrived at this connection.
  package struct Call: Sendable, Hashable {
    /// `insert`, `update`, `delete`, `undelete`, `read`, `changes`, `identities` or `probe`.
    package var name: String
    package var table: String
    /// The row's id; the cursor of a listing.
    package var id: String
    package var version: String?
    package var fault: FakeFault?
    /// The number of the batch that carried it; nil for a change that came alone.
    package var batch: Int?
  }

  struct State {
    var calls: [Call] = []
    var scripted: [FakeFault?] = []
    var scriptedByID: UTF8Dictionary<[FakeFault]> = [:]
    var scriptedReads: [FakeFault?] = []
    var chaos: FakeChaos?
    var attempts: UTF8Dictionary<Int> = [:]
    var late: [Change] = []
    var beforeSend: (@Sendable (Change) async -> Void)?
    var afterCommit: (@Sendable (Change) async -> Void)?
    var beforePage: (@Sendable (PullRequest) async -> Void)?
    var beforeRead: (@Sendable (String) async -> Void)?
    var beforeListing: (@Sendable (String) async -> Void)?
    var capabilities: RemoteCapabilities = [
      .versionedWrites, .incrementalPull, .tombstones, .undelete, .clientIDs, .hardDelete,
    ]
    var retryAfter: Double? = 1
    var batchSize = 1
    var batchesInFlightMax = Int.max
    var batches: [Int] = []
    var scriptedBatches: [FakeBatchFault?] = []
    var inFlight = 0
    var inFlightMax = 0
  }

  package let server: FakeServer
  package let client: String
  let state = Locked(State())
  let stream = Locked(Stream())
  /// Why tables take no changes, by their names.
  private let readOnly: UTF8Dictionary<String>

  package init(
    _ server: FakeServer = FakeServer(), client: String = "client",
    readOnly: UTF8Dictionary<String> = [:]
  ) {
    self.server = server
    self.client = client
    self.readOnly = readOnly
  }

  package func readOnlyReason(_ table: String?) -> String? { table.flatMap { readOnly[$0] } }

  package var kind: String { "fake" }
  package var displayURL: String { "fake://\(client)" }
  package var capabilities: RemoteCapabilities {
    get { state.withLock { $0.capabilities } }
    set { state.withLock { $0.capabilities = newValue } }
  }

  package var calls: [Call] { state.withLock { $0.calls } }
  /// The calls that carry a change.
  package var sends: [Call] { calls.filter { $0.kind != nil } }
  /// The most requests with changes that were under way at once.
  package var inFlightMax: Int { state.withLock { $0.inFlightMax } }
  package func clearLog() {
    state.withLock { state in
      state.calls = []
      state.batches = []
    }
  }

  // MARK: Faults

  /// The next sends go wrong in this order; nil lets one pass.
  package func script(_ faults: [FakeFault?]) { state.withLock { $0.scripted += faults } }
  /// The next sends of this row go wrong in this order.
  package func script(_ id: String, _ faults: [FakeFault]) {
    state.withLock { $0.scriptedByID[id, default: []] += faults }
  }
  /// The next reads, pages and listings go wrong in this order; nil lets one pass.
  package func scriptReads(_ faults: [FakeFault?]) { state.withLock { $0.scriptedReads += faults } }
  package func set(retryAfter: Double?) { state.withLock { $0.retryAfter = retryAfter } }
  package func set(chaos: FakeChaos?) { state.withLock { $0.chaos = chaos } }

  /// Runs while a change is on its way to the server.
  package func beforeSend(_ body: (@Sendable (Change) async -> Void)?) {
    state.withLock { $0.beforeSend = body }
  }
  /// Runs while an answer is on its way back.
  package func afterCommit(_ body: (@Sendable (Change) async -> Void)?) {
    state.withLock { $0.afterCommit = body }
  }
  package func beforePage(_ body: (@Sendable (PullRequest) async -> Void)?) {
    state.withLock { $0.beforePage = body }
  }

  /// - Parameter body: Called with the table whose ids are to be listed.
  package func beforeListing(_ body: (@Sendable (String) async -> Void)?) {
    state.withLock { $0.beforeListing = body }
  }

  /// - Parameter body: Called with the id of the row that is to be read.
  package func beforeRead(_ body: (@Sendable (String) async -> Void)?) {
    state.withLock { $0.beforeRead = body }
  }

  // MARK: Writing

  package func send(_ change: Change) async -> SendResult {
    deliverLate()
    enter()
    defer { leave() }
    return await send(change, batch: nil, nil)
  }

  func enter() {
    state.withLock { state in
      state.inFlight += 1
      state.inFlightMax = max(state.inFlightMax, state.inFlight)
    }
  }

  func leave() { state.withLock { $0.inFlight -= 1 } }

  /// - Parameter whole: What goes wrong with the whole request that carries the change.
  func send(_ change: Change, batch: Int?, _ whole: FakeFault?) async -> SendResult {
    let (fault, before, after) = state.withLock { state in
      let fault = whole ?? state.sendFault(change)
      state.calls.append(
        Call(
          name: change.kind.name, table: change.table, id: change.id, version: change.version,
          fault: fault, batch: batch))
      return (fault, state.beforeSend, state.afterCommit)
    }
    if Task.isCancelled { return SendResult(.unreachable("cancelled")) }
    await before?(change)
    let result = answer(change, fault)
    await after?(change)
    return Task.isCancelled ? SendResult(.unknown("cancelled")) : result
  }

  private func answer(_ change: Change, _ fault: FakeFault?) -> SendResult {
    switch fault {
    case nil:
      let outcome = server.apply(change, client: client)
      return SendResult(outcome, answer: ServerAnswer(status: outcome.status))
    case .lostRequest: return SendResult(.unknown("The connection to 127.0.0.1:8080 was lost."))
    case .lostAnswer:
      _ = server.apply(change, client: client)
      return SendResult(.unknown("The connection to 127.0.0.1:8080 was lost."))
    case .lateRequest:
      state.withLock { $0.late.append(change) }
      return SendResult(.unknown("timed out"))
    case .failedBefore: return Self.failed
    case .failedAfter:
      _ = server.apply(change, client: client)
      return Self.failed
    case .throttled:
      let seconds = state.withLock { $0.retryAfter }
      return SendResult(
        .throttled(retryAfterSeconds: seconds), answer: ServerAnswer(status: 429), isFinished: true)
    case .unauthorized: return SendResult(.unauthorized, answer: ServerAnswer(status: 401))
    case .unreachable:
      return SendResult(.unreachable("The server fake can’t be reached: no route."))
    case .refused:
      return SendResult(
        .refused, answer: ServerAnswer(status: 400, message: "The title is too long."))
    case .wrongAddress:
      return SendResult(.refused, answer: ServerAnswer(status: 404, message: "Not Found"))
    }
  }

  private static let failed = SendResult(
    .failed, answer: ServerAnswer(status: 500), isFinished: true)

  /// Requests that their client gave up on arrive now.
  package func deliverLate() {
    let late = state.withLock { state in
      defer { state.late = [] }
      return state.late
    }
    for change in late { _ = server.apply(change, client: client) }
  }

  package func describe(_ change: Change) -> RequestDescription {
    RequestDescription(method: change.kind.name, url: "fake://\(change.table)/\(change.id)")
  }

  // MARK: Reading

  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try log("read", table, id)
    await state.withLock { $0.beforeRead }?(id)
    let record = server.row(table, id)
    return record?.deleted == true && server.rules.hidesTombstones ? nil : record
  }

  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try log("changes", request.table, request.cursor ?? request.token ?? "")
    await state.withLock { $0.beforePage }?(request)
    return try server.page(request)
  }

  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try log("identities", table, cursor ?? "")
    await state.withLock { $0.beforeListing }?(table)
    return server.identities(table, after: cursor, pageSize: pageSize)
  }

  package func probe() async throws(RemoteError) { try log("probe", "", "") }

  private func log(_ name: String, _ table: String, _ id: String) throws(RemoteError) {
    deliverLate()
    if Task.isCancelled { throw .cancelled }
    let (fault, seconds) = state.withLock { state in
      let fault = state.readFault("\(name) \(table) \(id)")
      state.calls.append(Call(name: name, table: table, id: id, fault: fault))
      return (fault, state.retryAfter)
    }
    if fault == .throttled { throw .throttled(retryAfterSeconds: seconds) }
    if let fault { throw fault.error }
  }
}

extension FakeRemote.Call {
  package var kind: OperationKind? { OperationKind.allCases.first { $0.name == name } }
}

extension FakeRemote.State {
  mutating func sendFault(_ change: Change) -> FakeFault? {
    if scriptedByID[change.id]?.isEmpty == false { return scriptedByID[change.id]?.removeFirst() }
    if !scripted.isEmpty { return scripted.removeFirst() }
    return chaosFault("\(change.kind.name) \(change.table) \(change.id)")
  }

  fileprivate mutating func readFault(_ request: String) -> FakeFault? {
    scriptedReads.isEmpty ? chaosFault(request) : scriptedReads.removeFirst()
  }

  mutating func chaosFault(_ request: String) -> FakeFault? {
    attempts[request, default: 0] += 1
    return chaos?.fault(request, attempt: attempts[request, default: 0])
  }
}

extension SendOutcome {
  /// As an HTTP server would answer.
  fileprivate var status: Int {
    switch self {
    case .accepted: 200
    case .missing: 404
    case .exists: 409
    case .conflict: 412
    case .refused: 400
    default: 500
    }
  }
}
