import HTTPClient
import HTTPKit
import Support
import TestSupport
import Testing

@Suite struct StreamTests {
  private let parts = Locked<[String]>([])

  private func receive(_ bytes: [UInt8]) -> Bool {
    parts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    return true
  }

  @Test func partsComeAsTheServerSendsThem() async throws {
    let (first, second) = (Gate(), Gate())
    let server = try RawServer { connection in
      defer { first.open() }
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
      await second.wait()
      try await connection.send("3\r\ntwo\r\n0\r\n\r\n")
    }
    let url = "http://127.0.0.1:\(server.port)/"
    let response = try await HTTPClient().stream(ClientRequest(.get, url)) { bytes in
      defer { second.open() }
      return self.receive(bytes)
    }
    #expect(response.status == 200 && response.body.isEmpty)
    #expect(parts.withLock { $0 } == ["one", "two"])
  }

  @Test func aRefusalIsReadWhole() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .text("no", status: 401) }
    try await withServer(answering: respond) { address in
      let response = try await HTTPClient().stream(ClientRequest(.get, address)) { bytes in
        self.receive(bytes)
      }
      #expect(response.status == 401 && response.body == Array("no".utf8))
      #expect(parts.withLock { $0.isEmpty })
    }
  }

  @Test func aStreamThatBreaksIsLostAndACancelledOneEnds() async throws {
    let server = try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
    }
    let url = "http://127.0.0.1:\(server.port)/"
    let client = HTTPClient()
    await #expect(throws: HTTPClientError.self) {
      _ = try await client.stream(ClientRequest(.get, url)) { _ in true }
    }
    let (arrived, hungUp) = (Gate(), Gate())
    let quiet = try RawServer { connection in
      defer { hungUp.open() }
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
      _ = try await connection.readToEnd() as [UInt8]
    }
    let task = Task {
      try await client.stream(ClientRequest(.get, "http://127.0.0.1:\(quiet.port)/")) { _ in
        arrived.open()
        return true
      }
    }
    await arrived.wait()
    task.cancel()
    await hungUp.wait()
    await #expect(throws: HTTPClientError.cancelled(mayHaveArrived: true)) {
      _ = try await task.value
    }
  }

  @Test func aReaderEndsTheStream() async throws {
    let hungUp = Gate()
    let server = try RawServer { connection in
      defer { hungUp.open() }
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
      _ = try await connection.readToEnd() as [UInt8]
    }
    let url = "http://127.0.0.1:\(server.port)/"
    await #expect(throws: HTTPClientError.self) {
      _ = try await HTTPClient().stream(ClientRequest(.get, url)) { _ in false }
    }
    await hungUp.wait()
  }

  @Test func streamsTakeNoConnectionsFromRequests() async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectionsPerHostMax = 1
    let client = HTTPClient(configuration)
    let gate = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if request.rawPath == "/stream" { await gate.wait() }
      return .text("ok")
    }
    try await withServer(answering: respond) { address in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            _ = try await client.stream(ClientRequest(.get, address + "/stream")) { _ in true }
          }
        }
        #expect(try await client.send(ClientRequest(.get, address)).status == 200)
        gate.open()
        try await group.waitForAll()
      }
    }
  }
}
