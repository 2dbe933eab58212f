import Support
import SyncCore

/// What goes wrong with one request.
package enum FakeFault: Sendable, Hashable, CaseIterable {
  /// The request never arrives, and the client can't know that.
  case lostRequest
  /// The change is made, the answer never arrives.
  case lostAnswer
  /// The client gives up; the request arrives later, between other requests.
  case lateRequest
  /// 500 before anything was written.
  case failedBefore
  /// 500 after the change was made.
  case failedAfter
  case throttled
  case unauthorized
  case unreachable
  case refused
  /// A page of the web server in the place of an answer: nothing is at this address.
  case wrongAddress

  package static let transient: [FakeFault] = [
    .lostRequest, .lostAnswer, .lateRequest, .failedBefore, .failedAfter, .throttled,
    .unauthorized, .unreachable,
  ]

  /// As the answer to a read.
  var error: RemoteError {
    switch self {
    case .lostRequest, .lostAnswer, .lateRequest, .unreachable:
      .unreachable(host: "fake", detail: "connection lost")
    case .failedBefore, .failedAfter: .serverFailed(status: 500, detail: "internal error")
    case .throttled: .throttled(retryAfterSeconds: 1)
    case .unauthorized: .unauthorized(host: "fake", detail: "bad token")
    case .refused: .rejected(status: 400, detail: "bad request")
    case .wrongAddress: .notFound(status: 404, detail: "Not Found")
    }
  }
}

/// Faults drawn from a seed.
///
/// A fault depends on the seed, the request and how often the same request was made, not on the
/// order of requests: a run with many requests in flight repeats.
package struct FakeChaos: Sendable {
  package var seed: UInt64
  /// Of a hundred requests, this many go wrong.
  package var percent: UInt64
  package var faults: [FakeFault]

  package init(seed: UInt64, percent: UInt64, faults: [FakeFault] = FakeFault.transient) {
    self.seed = seed
    self.percent = percent
    self.faults = faults
  }

  package func fault(_ request: String, attempt: Int) -> FakeFault? {
    var random = SplitMix64(seed)
    for byte in "\(request) \(attempt)".utf8 {
      random = SplitMix64(random.next() ^ UInt64(byte))
    }
    guard !faults.isEmpty, random.next() % 100 < percent else { return nil }
    return faults[Int(random.next() % UInt64(faults.count))]
  }
}

/// A small generator whose whole state is its seed.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
