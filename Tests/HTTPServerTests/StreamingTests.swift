import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

private struct Broken: Error {}

/// Counts the parts that were asked for.
private struct CountedParts: AsyncSequence, Sendable {
  let count: Int
  let bytes: Int
  var failsAtEnd = false
  let asked = Locked(0)

  struct Iterator: AsyncIteratorProtocol {
    let parts: CountedParts

    func next() async throws -> [UInt8]? {
      let index = parts.asked.withLock { asked in
        asked += 1
        return asked
      }
      if index > parts.count {
        if parts.failsAtEnd { throw Broken() }
        return nil
      }
      return [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: parts.bytes)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(parts: self) }
}

@Suite struct StreamingTests {
  private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func streamsPartsAndKeepsTheConnection() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(200, body: .stream(CountedParts(count: 50, bytes: 40_000)))
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      var reader = RawResponseReader(connection)
      for _ in 0..<3 {
        try await connection.send(get)
        let response = try #require(try await reader.next())
        #expect(response.isWhole)
        #expect(response.header("Transfer-Encoding") == "chunked")
        #expect(response.body.count == 2_000_000)
        #expect((0..<50).allSatisfy { response.body[$0 * 40_000 + 39_999] == UInt8($0 + 1) })
      }
    }
  }

  @Test func asksForNoMoreThanTheClientReads() async throws {
    let parts = CountedParts(count: 1_000, bytes: 100_000)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(200, body: .stream(parts))
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port, receiveBytes: 4_096)
      try await connection.send(get)
      _ = try await connection.read()
      // Until it stands still: the buffers of both sides are full.
      var last = -1
      while last != parts.asked.withLock({ $0 }) {
        last = parts.asked.withLock { $0 }
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(last < 200, "100 MB are there to be read, the client read next to nothing")
    }
  }

  @Test func cutsTheConnectionWhenTheSequenceFails() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(200, body: .stream(CountedParts(count: 3, bytes: 1_000, failsAtEnd: true)))
    }
    try await withServer(answering: respond) { server in
      let response = try #require(try await server.exchange(get))
      #expect(!response.isWhole)
      #expect(response.body.count == 3_000)
    }
  }

  @Test func readsNoStreamForHead() async throws {
    let parts = CountedParts(count: 3, bytes: 1_000)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(200, body: .stream(parts))
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(!answer.contains("chunked"))
      #expect(answer.hasSuffix("\r\n\r\n") && !answer.contains("\r\n\r\n0"))
      #expect(parts.asked.withLock { $0 } == 0)
    }
  }

  @Test func endsAStreamWhoseClientIsGone() async throws {
    let ended = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      let (stream, source) = AsyncThrowingStream.makeStream(of: [UInt8].self)
      source.onTermination = { _ in ended.open() }
      Task {
        while !ended.isOpen {
          source.yield([UInt8](repeating: 1, count: 1_000))
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      return HTTPResponse(200, body: .stream(stream))
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(get)
      _ = try await connection.read()
      connection.hangUp()
      await ended.wait()
    }
  }
}
