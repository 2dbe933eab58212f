import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import TestSupport

/// Carries one client's requests to the service as bytes, and loses, repeats, cuts and delays them.
final class SimulatedWire: RemoteTransport {
  struct State: Sendable {
    var random = RequestRandom(0)
    var requests = 0
    var faultPercent: UInt64 = 0
    var beforeWrite: (@Sendable (SplitMix64) async -> Void)?
    /// Requests that the client gave up, and that still arrive, each with what had been read.
    var late: [(request: ClientRequest, reads: [String: Int])] = []
    /// How many commits there were when the client last read a row, by its id on the server.
    var reads: [String: Int] = [:]
    /// Before this time no request may be sent.
    var notBefore: Timestamp?
    /// The last response by method and kind of address.
    var earlier: [String: ClientResponse] = [:]
    /// What a planted bug keeps.
    var kept: [String: ClientResponse] = [:]
    var violation: InvariantViolation?
    /// No write may be sent, as in a preview.
    var isReading = false
    var log: [String] = []
  }

  /// More requests than any step needs.
  private static let requestsMax = 3_000

  let client: String
  let plan: HistoryPlan
  let service: any SimulatedService
  private let life: ProcessLife
  private let time: any TimeSource
  let state = Locked(State())

  init(
    _ client: String, _ plan: HistoryPlan, to service: any SimulatedService, _ life: ProcessLife,
    _ time: any TimeSource
  ) {
    self.client = client
    self.plan = plan
    self.service = service
    self.life = life
    self.time = time
  }

  var violation: InvariantViolation? { state.withLock { $0.violation } }

  /// Begins a step, whose faults depend on `seed` and on the requests alone.
  func begin(_ seed: UInt64, beforeWrite: (@Sendable (SplitMix64) async -> Void)?) {
    state.withLock { state in
      state.random = RequestRandom(seed)
      state.requests = 0
      state.faultPercent = plan.faultPercent
      state.beforeWrite = beforeWrite
      state.log = []
      // A process that ended before it had the response knows nothing of a pause.
      if life.hasEnded { state.notBefore = nil }
    }
  }

  /// From now on nothing may be written, and nothing that was given up arrives.
  func beginReading() { state.withLock { $0.isReading = true } }

  func endReading() { state.withLock { $0.isReading = false } }

  /// From now on every request arrives, and is answered.
  func heal() { state.withLock { $0.faultPercent = 0 } }

  /// A pause ends when the client's clock is set.
  func forgetPause() { state.withLock { $0.notBefore = nil } }

  /// The requests of the step so far, as a trace shows them.
  func takeLog() -> [String] { state.withLock { $0.log.take() } }

  /// Lets what was given up arrive.
  func deliverLate() async {
    for late in state.withLock({ $0.late.take() }) {
      _ = try? await service.perform(late.request, by: client, after: late.reads)
    }
  }

  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    if life.countRequest() { throw .lost("the process was killed") }
    let (now, text) = (time.now, text(of: request))
    var (random, count, hook, percent, isReading) = state.withLock { state in
      state.requests += 1
      state.checkBackOff(request, at: now, isOneByOne: plan.window == 1)
      state.checkReading(request)
      return (
        state.random.generator(request, text), state.requests, state.beforeWrite,
        state.faultPercent,
        state.isReading
      )
    }
    if count > Self.requestsMax {
      state.withLock {
        $0.violation = InvariantViolation(.live, "\(client): a run sends requests without end")
      }
      throw .unreachable("this run never ends")
    }
    if random.next() % 3 == 0, !isReading { await deliverLate() }
    let isFaulty = !plan.faults.isEmpty && random.next() % 100 < percent
    let drawn = isFaulty ? plan.faults[Int(random.next() % UInt64(plan.faults.count))] : nil
    let fault = drawn.flatMap { plan.possible($0, for: request) }
    if request.isWrite, let hook { await hook(random) }
    let outcome: Result<ClientResponse, HTTPClientError>
    do {
      outcome = .success(try await carry(request, fault))
    } catch {
      outcome = .failure(error)
    }
    note(request, fault, outcome)
    if life.countRequest() { throw .lost("the process was killed") }
    var response = try outcome.get()
    if plan.bug == .retryAfterIgnored { response.headers["Retry-After"] = nil }
    return response
  }

  private func note(
    _ request: ClientRequest, _ fault: WireFault?,
    _ outcome: Result<ClientResponse, HTTPClientError>
  ) {
    let (now, text) = (time.now, text(of: request))
    state.withLock { state in
      if request.obeysPauses, case .success(let response) = outcome {
        let seconds = response.headers["Retry-After"].flatMap { Double($0) }
        if let seconds {
          state.notBefore = now.adding(milliseconds: Int64(seconds * 1_000))
        }
      }
      let result =
        switch outcome {
        case .success(let response): "\(response.status)"
        case .failure(let error): "\(error)"
        }
      // Pages are asked for while others are stored, so the end of a killed pull is not the same
      // in every run.
      guard request.isWrite else { return }
      state.log.append(
        "\(client) \(request.method.rawValue) \(text)"
          + " if \(request.headers["If-Match"] ?? "any")"
          + (fault.map { " [\($0.rawValue)]" } ?? "") + " → \(result)")
    }
  }

  // MARK: - Faults

  private func carry(
    _ request: ClientRequest, _ fault: WireFault?
  ) async throws(HTTPClientError) -> ClientResponse {
    if let fake = plan.bug?.fakeResponse(to: request, fault) { return fake }
    guard let fault else { return try await perform(request) }
    guard fault.reachesService else {
      switch fault {
      case .notSent: throw .unreachable("connection refused")
      case .lateArrival:
        state.withLock { $0.late.append((request, $0.reads)) }
        throw .lost("no response came in time")
      case .lostRequest: throw .lost("connection reset")
      default: break
      }
      return fault.response ?? ClientResponse(500)
    }
    if fault == .duplicated { _ = try await perform(request) }
    if fault == .lostResponse, let resent = plan.bug?.resent(request) {
      _ = try await perform(resent)
    }
    let response = try await perform(request)
    if let replaced = fault.response { return replaced }
    switch fault {
    case .lostResponse: throw .lost("connection reset")
    case .stalled:
      try? await time.sleep(for: .seconds(61))
      throw .lost("no response came in time")
    case .duplicated: return response
    default: return spoil(response, to: request, fault)
    }
  }

  private func spoil(
    _ response: ClientResponse, to request: ClientRequest, _ fault: WireFault
  ) -> ClientResponse {
    var spoiled = response
    switch fault {
    case .truncated: spoiled.body = Array(response.body.prefix(response.body.count / 2))
    case .conflictWithoutBody where response.status == 409 || response.status == 412:
      spoiled.body = []
      spoiled.headers["ETag"] = nil
    case .acceptedWithoutBody where request.method != .get && response.status < 300:
      spoiled.body = []
      spoiled.headers["ETag"] = nil
    case .otherJSON:
      let other = state.withLock { $0.earlier[request.kind] }
      return other.flatMap { $0.isDistinguishable(from: request) ? $0 : nil } ?? response
    default: break
    }
    return spoiled
  }

  /// Performs the request on the service, by way of the planted bug if there is one.
  func perform(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let count = service.commits.count
    let response = try await performWithBug(request)
    if request.isReading {
      let ids = ClientResponse.rowIDs(in: response.body)
      state.withLock { state in for id in ids { state.reads[id] = count } }
    }
    if 200...299 ~= response.status {
      state.withLock { $0.earlier[request.kind] = response }
    }
    return response
  }
}

extension SimulatedWire.State {
  fileprivate mutating func checkReading(_ request: ClientRequest) {
    guard isReading, !request.isReading else { return }
    violation =
      violation
      ?? InvariantViolation(
        .preview, "a preview sent \(request.method.rawValue) \(request.url)")
  }

  fileprivate mutating func checkBackOff(
    _ request: ClientRequest, at now: Timestamp, isOneByOne: Bool
  ) {
    guard isOneByOne, !isReading, request.obeysPauses, let notBefore, now < notBefore else {
      return
    }
    violation =
      violation
      ?? InvariantViolation(
        .backOff,
        "\(request.method.rawValue) \(request.url) was sent at \(now), before \(notBefore)")
  }
}

extension ClientResponse {
  /// False for a response that would be a right one to `request`: nobody could tell.
  fileprivate func isDistinguishable(from request: ClientRequest) -> Bool {
    guard !request.isReading, !request.url.contains("$digest") else { return true }
    return !body.isEmpty && request.rowIDs.isDisjoint(with: Self.rowIDs(in: body))
  }

  fileprivate static func rowIDs(in bytes: [UInt8]) -> Set<String> {
    Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\"").map(String.init)
        .filter(HistoryPlan.isRowID))
  }
}

extension Array {
  /// Empties the array and returns what it held.
  fileprivate mutating func take() -> [Element] {
    defer { self = [] }
    return self
  }
}

extension ClientRequest {
  /// False for a read, and for a query of another server than the table service by its method.
  var isWrite: Bool { isParse || isCloudKit ? !isReading : method != .get }

  /// A Parse Server's; the paths of the table service have no such part.
  private var isParse: Bool { url.contains("/parse/") }
  private var isCloudKit: Bool { url.contains("/database/1/") }

  /// False for the rows that a reconcile reads several at once, and for a digest: whatever is wrong
  /// with that, the rows are listed instead.
  fileprivate var obeysPauses: Bool {
    // On Parse every write is preceded by a read of its row, alone or with others.
    if isParse { return isWrite }
    if isCloudKit { return kind != "records/lookup" }
    return kind != "GET row" && !url.contains("$digest")
  }

  fileprivate var rowIDs: Set<String> {
    let inAddress = url.split(separator: "/").map(String.init).filter(HistoryPlan.isRowID)
    return ClientResponse.rowIDs(in: body ?? []).union(inAddress)
  }

  /// The method with the kind of its address: a list, a row or a batch.
  var kind: String {
    let path = url.split(separator: "?")[0]
    let parts = path.split(separator: "/").count
    if isCloudKit { return path.split(separator: "/").suffix(2).joined(separator: "/") }
    let isBatch = path.hasSuffix("$batch") || path.hasSuffix("/parse/batch")
    let isRow = parts > (isParse ? 5 : 4)
    return "\(method.rawValue) \(isBatch ? "batch" : isRow ? "row" : "table")"
  }
}
