import ConsoleData
import JSONKit
import Support
import TestSupport

@testable import Console

/// Keeps what is sent, and answers as it is told.
final class FakeGateway: AlertGateway {
  private let current = Locked(AlertSettings())
  let sent = Locked<[AlertDelivery]>([])
  let result = Locked<AlertDeliveryResult>(.delivered)
  let space = Locked<DiskSpace?>(DiskSpace(path: "/data", free: 50, total: 100))
  let known = Locked<[StoreCredential]>([])

  init(_ change: (inout AlertSettings) -> Void = { _ in }) {
    current.withLock {
      $0.rules.holdSeconds = 60
      $0.channels = [AlertChannel(name: "ops", kind: .webhook, target: "example.com")]
      change(&$0)
    }
  }

  var settings: AlertSettings { current.withLock { $0 } }

  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult {
    sent.withLock { $0.append(delivery) }
    return result.withLock { $0 }
  }

  func credentials() async -> [StoreCredential] { known.withLock { $0 } }

  func disk() async -> DiskSpace? { space.withLock { $0 } }

  var titles: [String] {
    sent.withLock { $0.map { $0.message["title"]?.string ?? "" } }
  }
}

extension TestConsole {
  /// Looks twice, a minute apart, and sends what that comes to.
  func lookForAlerts() async {
    for _ in 0..<2 {
      await alerts?.look()
      time.advance(milliseconds: 60_000)
      await alerts?.look()
    }
    await alerts?.send()
    await alerts?.waitForSending()
  }
}
