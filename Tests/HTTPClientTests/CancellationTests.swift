import HTTPClient
import HTTPKit
import Support
import TestSupport
import Testing

@Suite struct CancellationTests {
  @Test func aCancelledTaskEndsItsTransfer() async throws {
    let (arrived, hungUp) = (Gate(), Gate())
    let server = try RawServer { connection in
      // A machine that stands still must end the test, not hold it.
      defer { for gate in [arrived, hungUp] { gate.open() } }
      _ = try await connection.read(until: "\r\n\r\n")
      arrived.open()
      _ = try await connection.readToEnd() as [UInt8]
    }
    let client = HTTPClient()
    let url = "http://127.0.0.1:\(server.port)/"
    let task = Task { await client.failure(ClientRequest(.post, url, body: [1])) }
    await arrived.wait()
    task.cancel()
    #expect(await task.value == .cancelled(mayHaveArrived: true))
    await hungUp.wait()
  }

  @Test func aTaskCancelledBeforeSendsNothing() async throws {
    let server = try RawServer { _ in }
    let client = HTTPClient()
    let url = "http://127.0.0.1:\(server.port)/"
    let start = Gate()
    let task = Task {
      await start.wait()
      return await client.failure(ClientRequest(.post, url, body: [1]))
    }
    task.cancel()
    start.open()
    #expect(await task.value == .cancelled(mayHaveArrived: false))
    #expect(server.connectionCount == 0)
  }

  @Test func cancellingOneLeavesTheOthers() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if request.rawPath == "/slow" { try? await Task.sleep(for: .seconds(30)) }
      return .text("ok")
    }
    try await withServer(answering: respond) { address in
      let client = HTTPClient()
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<100 {
          group.addTask {
            let isSlow = index.isMultiple(of: 2)
            let task = Task {
              await client.failure(ClientRequest(.get, address + (isSlow ? "/slow" : "/fast")))
            }
            if isSlow { task.cancel() }
            let failure = await task.value
            switch failure {
            case nil: #expect(!isSlow)
            case .cancelled: #expect(isSlow)
            default: Issue.record("\(String(describing: failure))")
            }
          }
        }
      }
    }
  }

  @Test func shuttingDownEndsWhatRunsAndRefusesTheRest() async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      arrived.open()
      _ = try await connection.readToEnd() as [UInt8]
    }
    let client = HTTPClient()
    let request = ClientRequest(.get, "http://127.0.0.1:\(server.port)/")
    let task = Task { await client.failure(request) }
    await arrived.wait()
    client.shutdown()
    guard case .cancelled = await task.value else {
      Issue.record("not cancelled")
      return
    }
    guard case .unreachable = await client.failure(request) else {
      Issue.record("not refused")
      return
    }
    client.shutdown()
  }
}
