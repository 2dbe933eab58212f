import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct StoppingTests {
  private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private func configuration(
    _ stopGrace: Duration = .seconds(120), lendsThreads: Bool = false
  ) -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.stopGrace = stopGrace
    configuration.lendsThreads = lendsThreads
    return configuration
  }

  @Test func cancelsHandlersAndSendsTheirAnswers() async throws {
    let arrived = Gate()
    let server = try HTTPServer(configuration()) { _ in
      arrived.open()
      try? await Task.sleep(for: .seconds(600))
      return .text("cancelled")
    }
    let connection = try RawConnection(port: server.port)
    try await connection.send(get)
    await arrived.wait()
    let began = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - began < .seconds(60))
    var reader = RawResponseReader(connection)
    let response = try #require(try await reader.next())
    #expect(response.text == "cancelled")
    #expect(response.header("Connection") == "close")
  }

  @Test func givesUpHandlersThatDoNotEnd() async throws {
    let (arrived, never) = (Gate(), Gate())
    let server = try HTTPServer(configuration(.milliseconds(100))) { _ in
      arrived.open()
      await never.wait()
      return .text("too late")
    }
    let connection = try RawConnection(port: server.port)
    try await connection.send(get)
    await arrived.wait()
    let began = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - began < .seconds(60))
    var reader = RawResponseReader(connection)
    #expect(try await reader.next()?.status == 503)
    never.open()
  }

  @Test(arguments: [false, true])
  func endsEventStreamsWhole(lendsThreads: Bool) async throws {
    let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let server = try HTTPServer(configuration(lendsThreads: lendsThreads)) { _ in .events(events) }
    let connection = try RawConnection(port: server.port)
    try await connection.send(get)
    source.yield(ServerSentEvent(data: "1"))
    _ = try await connection.read(until: "data: 1\n\n")
    await server.stop()
    #expect(try await connection.readToEnd().hasSuffix("0\r\n\r\n"))
  }

  @Test(arguments: [false, true])
  func cutsStreamsThatAreNotWhole(lendsThreads: Bool) async throws {
    let (parts, source) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let server = try HTTPServer(configuration(lendsThreads: lendsThreads)) { _ in
      HTTPResponse(200, body: .stream(parts))
    }
    let connection = try RawConnection(port: server.port)
    try await connection.send(get)
    source.yield(Array("first".utf8))
    _ = try await connection.read(until: "first")
    await server.stop()
    #expect(try await !connection.readToEnd().contains("0\r\n\r\n"))
  }

  @Test func refusesNewConnectionsAfterwards() async throws {
    let server = try HTTPServer(configuration()) { _ in .text("ok") }
    await server.stop()
    #expect(throws: SocketFailure.self) { try RawConnection(port: server.port) }
  }

  @Test func waitsForTheSameEndWhenAskedTwice() async throws {
    let server = try HTTPServer(configuration()) { _ in .text("ok") }
    async let first: Void = server.stop()
    async let second: Void = server.stop()
    _ = await (first, second)
    await server.stop()
  }

  @Test(arguments: 0..<6)
  func survivesAStopInTheMidstOfTraffic(round: Int) async throws {
    let (events, _) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let served = Locked(0)
    let isBusy = Gate()
    let server = try HTTPServer(configuration(.milliseconds(300))) { request in
      let count = served.withLock { served in
        served += 1
        return served
      }
      if count == 100 + round * 50 { isBusy.open() }
      switch request.rawPath {
      case "/events": return .events(events)
      case "/sleep":
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
        return .text("slept")
      default: return .text(String(repeating: "x", count: 100_000))
      }
    }
    let clients = (0..<24).map { index in
      Task {
        let path = ["/", "/sleep", "/events", "/sleep"][index % 4]
        while true {
          let connection = try RawConnection(port: server.port)
          var reader = RawResponseReader(connection)
          for _ in 0..<10 {
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            guard try await reader.next() != nil else { break }
          }
        }
      }
    }
    await isBusy.wait()
    let began = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - began < .seconds(60))
    // Every client ends: its connection is closed, and a new one is refused.
    for client in clients { _ = await client.result }
  }

  @Test func stopsWhenTheLastReferenceGoes() async throws {
    var server: HTTPServer? = try HTTPServer(configuration()) { _ in .text("ok") }
    let port = try #require(server?.port)
    let connection = try RawConnection(port: port)
    server = nil
    #expect(try await connection.readToEnd() as [UInt8] == [])
  }
}
