import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct AnsweringTests {
  @Test func handsOverTheRequestAsItCame() async throws {
    let seen = Locked<HTTPRequest?>(nil)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      seen.withLock { $0 = request }
      return .text("ok")
    }
    try await withServer(answering: respond) { server in
      let response = try #require(
        try await server.exchange(
          "POST /a%2Fb/%20c?x=%41+%zz&y HTTP/1.1\r\nHost: h\r\nB: 1\r\nA: 2\r\nb: 3\r\n"
            + "Content-Length: 4\r\n\r\nbody"))
      let request = try #require(seen.withLock { $0 })
      #expect(request.method == .post)
      #expect(request.rawPath == "/a%2Fb/%20c")
      #expect(request.rawQuery == "x=%41+%zz&y")
      #expect(request.headers.all.map(\.name) == ["Host", "B", "A", "b", "Content-Length"])
      #expect(request.headers.values("B") == ["1", "3"])
      #expect(request.body == Array("body".utf8))
      #expect(request.remoteAddress == "127.0.0.1")
      #expect(request.requestID.count == 10)
      #expect(response.header("X-Request-Id") == request.requestID)
    }
  }

  @Test func readsBodiesInChunks() async throws {
    try await withServer(answering: echo) { server in
      let response = try await server.exchange(
        "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
      #expect(response?.text == "abcde")
    }
  }

  @Test func readsBodiesOfManyParts() async throws {
    let body = [UInt8](repeating: 65, count: 3_000_000)
    try await withServer(answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n")
      async let sending: Void = connection.send(body)
      var reader = RawResponseReader(connection)
      let response = try await reader.next()
      try await sending
      #expect(response?.body == body)
    }
  }

  @Test func keepsConnectionsAlive() async throws {
    try await withServer(answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      var reader = RawResponseReader(connection)
      for index in 0..<20 {
        try await connection.send(
          "POST /\(index) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
        let response = try #require(try await reader.next())
        #expect(response.header("X-Target") == "/\(index)")
        #expect(response.text == "hi")
      }
    }
  }

  @Test func answersPipelinedRequestsInOrder() async throws {
    try await withServer(answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(
        (0..<30).map {
          "POST /\($0) HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n\($0 % 10)"
        }.joined())
      var reader = RawResponseReader(connection)
      for index in 0..<30 {
        let response = try #require(try await reader.next())
        #expect(response.header("X-Target") == "/\(index)")
        #expect(response.text == "\(index % 10)")
      }
    }
  }

  @Test func answersHeadWithTheLengthAlone() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .text("12345") }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(
        "HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
      var reader = RawResponseReader(connection)
      let head = try #require(try await reader.next(isHead: true))
      #expect(head.status == 200)
      #expect(head.header("Content-Length") == "5")
      #expect(try await reader.next()?.text == "12345")
    }
  }

  @Test(arguments: [204, 304])
  func sendsNoBodyWithAStatusThatHasNone(status: Int) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      request.rawPath == "/next" ? .text("next") : .text("not to be sent", status: status)
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(
        "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n")
      var reader = RawResponseReader(connection)
      let bare = try #require(try await reader.next())
      #expect(bare.status == status)
      #expect(bare.header("Transfer-Encoding") == nil)
      if status == 204 { #expect(bare.header("Content-Length") == nil) }
      #expect(try await reader.next()?.text == "next")
    }
  }

  @Test func sendsRepeatedHeadersEachOnItsOwn() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      var response = HTTPResponse.text("ok")
      response.headers.add("Set-Cookie", "a=1")
      response.headers.add("Set-Cookie", "b=2")
      response.headers["Content-Length"] = "999"
      return response
    }
    try await withServer(answering: respond) { server in
      let response = try #require(try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
      #expect(
        response.fields.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a=1", "b=2"])
      #expect(response.header("Content-Length") == "2")
    }
  }

  @Test(arguments: ["a\r\nSet-Cookie: evil=1", "a\nb", "a\rb", "a\u{7}b"])
  func sendsNoHeaderThatBreaksLines(value: String) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(303, headers: ["Location": value])
    }
    try await withServer(answering: respond) { server in
      let response = try #require(try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
      #expect(response.status == 500)
      #expect(response.header("Set-Cookie") == nil)
      #expect(response.header("Location") == nil)
    }
  }

  @Test func answersManySlowRequestsAtOnce() async throws {
    let gate = Gate()
    let arrived = Locked(0)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      // Only when all 60 are here does any go on: fewer at once would wait for ever.
      if arrived.withLock({ count in
        count += 1
        return count == 60
      }) {
        gate.open()
      }
      await gate.wait()
      return .text("ok")
    }
    try await withServer(answering: respond) { server in
      try await withThrowingTaskGroup(of: RawResponse?.self) { group in
        for _ in 0..<60 {
          group.addTask { try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
        }
        for try await response in group { #expect(response?.text == "ok") }
      }
    }
  }

  @Test func listensOnIPv6AndLocalhost() async throws {
    for host in ["::1", "[::1]", "localhost"] {
      var configuration = HTTPServer.Configuration()
      configuration.host = host
      configuration.port = 0
      let server = try HTTPServer(configuration, respond: echo)
      #expect(server.port > 0)
      await server.stop()
    }
  }
}
