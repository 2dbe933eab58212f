import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct QuickAnswerTests {
  private func server(_ quick: @escaping QuickHandler) throws -> HTTPServer {
    try HTTPServer(
      .with { $0.stopGrace = .milliseconds(100) }, quick: quick,
      respond: { .text("the long way, with \($0.body.count) bytes") })
  }

  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private let post = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"

  @Test func answersOnTheSpotOrTheLongWay() async throws {
    let server = try server { request, _ in
      request.method == .get ? .now(.text("at once")) : .no
    }
    let connection = try RawConnection(port: server.port)
    var reader = RawResponseReader(connection)
    for _ in 0..<3 {
      try await connection.send(get)
      let quick = try #require(try await reader.next())
      #expect(quick.text == "at once")
      #expect(quick.header("X-Request-Id")?.count == 10)
      try await connection.send(post)
      #expect(try await reader.next()?.text == "the long way, with 4 bytes")
    }
    await server.stop()
  }

  @Test func answersLaterFromAnyThread() async throws {
    let waiting = Locked<(@Sendable (HTTPResponse) -> Void)?>(nil)
    let arrived = Gate()
    let server = try server { _, finish in
      waiting.withLock { $0 = finish }
      arrived.open()
      return .later
    }
    let connection = try RawConnection(port: server.port)
    var reader = RawResponseReader(connection)
    try await connection.send(post)
    await arrived.wait()
    let finish = try #require(waiting.withLock { $0 })
    finish(.text("later"))
    finish(.text("and again, which counts for nothing"))
    #expect(try await reader.next()?.text == "later")
    await server.stop()
  }

  @Test func takesAnAnswerThatIsThereBeforeItIsPromised() async throws {
    let server = try server { request, finish in
      finish(.text("early \(request.body.count)"))
      return .later
    }
    let connection = try RawConnection(port: server.port)
    var reader = RawResponseReader(connection)
    for _ in 0..<3 {
      try await connection.send(post)
      #expect(try await reader.next()?.text == "early 4")
    }
    await server.stop()
  }

  @Test func givesUpAnswersThatNeverComeWhenItStops() async throws {
    let arrived = Gate()
    let server = try server { _, _ in
      arrived.open()
      return .later
    }
    let connection = try RawConnection(port: server.port)
    try await connection.send(get)
    await arrived.wait()
    await server.stop()
    var reader = RawResponseReader(connection)
    #expect(try await reader.next()?.status == 503)
  }
}
