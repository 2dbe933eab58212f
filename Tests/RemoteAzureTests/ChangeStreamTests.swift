import HTTPKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct ChangeStreamTests {
  private func failure(
    _ status: Int, _ body: String = "", type: String = "text/event-stream"
  ) async throws -> (heard: [ServerChange], error: RemoteError?) {
    let remote = try AzureRemote.test(ScriptedTransport(status, body, ["Content-Type": type]))
    let heard = Locked<[ServerChange]>([])
    let error = await #expect(throws: RemoteError.self) {
      try await remote.listen(to: []) { change in heard.withLock { $0.append(change) } }
    }
    return (heard.withLock { $0 }, error)
  }

  @Test func eventsNameTablesAndOthersAreLeftOut() async throws {
    let event = "event: tables\ndata: {\"tables\":[{\"name\":\"Movie\"}]}\n\n"
    let heard = try await failure(200, event + "event: other\ndata: {}\n\n: here\n\n").heard
    #expect(heard == [.tables(["Movie"])])
  }

  @Test func aServerWithoutTheAddressHasNoStream() async throws {
    for (status, type) in [(404, "text/html"), (405, "text/html"), (200, "text/html")] {
      guard case .unsupported? = try await failure(status, "no", type: type).error else {
        Issue.record("\(status) \(type)")
        continue
      }
    }
  }

  @Test func aRefusalAndAnEndAreToldApart() async throws {
    if case .unauthorized? = try await failure(401).error {} else { Issue.record("401") }
    if case .unreachable? = try await failure(200).error {} else { Issue.record("200") }
  }
}
