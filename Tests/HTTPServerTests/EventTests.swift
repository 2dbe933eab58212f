import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct EventTests {
  private let get = "GET /events HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func sendsEventsAsTheyComeUntilTheyEnd() async throws {
    let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .events(events) }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(get)
      source.yield(ServerSentEvent(name: "progress", data: "1"))
      let head = try await connection.read(until: "data: 1\n\n")
      #expect(head.contains("Content-Type: text/event-stream\r\n"))
      source.yield(ServerSentEvent(data: "2"))
      _ = try await connection.read(until: "data: 2\n\n")
      source.yield(ServerSentEvent(data: "3"))
      source.finish()
      #expect(try await connection.read(until: "\r\n0\r\n\r\n").contains("data: 3\n\n"))
    }
  }

  @Test func sendsAHeartbeatWhenNothingHappens() async throws {
    let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .events(events) }
    try await withServer(.with { $0.heartbeat = .milliseconds(20) }, answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(get)
      for _ in 0..<3 { _ = try await connection.read(until: ": still here\n\n") }
      source.finish()
    }
  }

  @Test func endsTheStreamOfAClientThatIsGone() async throws {
    let ended = Gate()
    let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    source.onTermination = { _ in ended.open() }
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .events(events) }
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.headerTimeout = .milliseconds(200)
    }
    try await withServer(.with(configure), answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(get)
      source.yield(ServerSentEvent(data: "1"))
      _ = try await connection.read(until: "data: 1\n\n")
      connection.hangUp()
      await ended.wait()
    }
  }

  @Test func dropsAReaderThatIsTooFarBehind() async throws {
    let left = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      .events(Flood(left: left))
    }
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.headerTimeout = .milliseconds(200)
    }
    try await withServer(.with(configure), answering: respond) { server in
      let connection = try RawConnection(port: server.port, receiveBytes: 4_096)
      try await connection.send(get)
      await left.wait()
      let answer: [UInt8] = try await connection.readToEnd()
      #expect(!String(decoding: answer.suffix(10), as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }
  }
}

/// Events without end; opens a gate when its reader goes.
private struct Flood: AsyncSequence, Sendable {
  let left: Gate

  final class Iterator: AsyncIteratorProtocol {
    private let left: Gate
    private let text = String(repeating: "x", count: 10_000)

    init(left: Gate) { self.left = left }

    deinit { left.open() }

    func next() async -> ServerSentEvent? { ServerSentEvent(data: text) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(left: left) }
}
