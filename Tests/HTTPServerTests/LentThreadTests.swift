import Glibc
import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct LentThreadTests {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private let post = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"

  private var lending: HTTPServer.Configuration { .with { $0.lendsThreads = true } }

  private static func kind(_ request: HTTPRequest) -> HTTPResponse {
    .text(InlineExecutor.current?.isLent == true ? "here" : "elsewhere")
  }

  @Test func onlyRequestsThatReadBeginOnTheServersThread() async throws {
    let answering: @Sendable (HTTPRequest) async -> HTTPResponse = { Self.kind($0) }
    try await withServer(lending, answering: answering) { server in
      let connection = try RawConnection(port: server.port)
      var reader = RawResponseReader(connection)
      for _ in 0..<3 {
        try await connection.send(get)
        #expect(try await reader.next()?.text == "here")
        try await connection.send(post)
        #expect(try await reader.next()?.text == "elsewhere")
      }
    }
    try await withServer(answering: answering) { server in
      let answer = try await server.exchange(get)
      #expect(answer?.text == "elsewhere")
    }
  }

  @Test func connectionsAreSharedAmongTheThreads() async throws {
    let counts = Locked<[UInt: Int]>([:])
    let answering: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      counts.withLock { $0[pthread_self(), default: 0] += 1 }
      return .text("")
    }
    try await withServer(lending, answering: answering) { server in
      var kept: [RawConnection] = []
      for _ in 0..<8 {
        let connection = try RawConnection(port: server.port)
        try await connection.send(get)
        var reader = RawResponseReader(connection)
        #expect(try await reader.next()?.status == 200)
        kept.append(connection)
      }
      #expect(counts.withLock { Array($0.values) } == [4, 4])
    }
  }

  @Test func aHandlerThatWaitsHoldsNoThread() async throws {
    let gate = Gate()
    let answering: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if request.rawPath == "/open" {
        gate.open()
        return .text("opened")
      }
      await gate.wait()
      return Self.kind(request)
    }
    try await withServer(
      .with {
        $0.lendsThreads = true
        $0.threads = 1
      }, answering: answering
    ) {
      server in
      let port = server.port
      try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let connection = try RawConnection(port: port)
            var reader = RawResponseReader(connection)
            try await connection.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
            return try await reader.next()?.text
          }
        }
        let opened = try await server.exchange("GET /open HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(opened?.text == "opened")
        for try await text in group { #expect(text == "here" || text == "elsewhere") }
      }
    }
  }

  @Test func aHandlerThatNeverEndsIsGivenUpWhenTheServerStops() async throws {
    let server = try HTTPServer(
      .with {
        $0.lendsThreads = true
        $0.stopGrace = .milliseconds(100)
      }
    ) { _ in
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return .text("given up")
    }
    let connection = try RawConnection(port: server.port)
    var reader = RawResponseReader(connection)
    try await connection.send(get)
    async let answer = reader.next()
    await server.stop()
    _ = try? await answer
  }
}
