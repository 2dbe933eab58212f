import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

@Suite struct LimitTests {
  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func refusesAnAnnouncedBodyBeforeItComes(method: HTTPMethod) async throws {
    try await withServer(.with { $0.bodyBytesMax = 1_000 }, answering: echo) { server in
      let response = try #require(
        try await server.exchange(
          "\(method.rawValue) / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n"))
      #expect(response.status == 413)
      #expect(response.text.contains("1000 bytes"))
      #expect(response.header("Connection") == "close")
      #expect(response.header("X-Request-Id")?.count == 10)
    }
  }

  @Test(arguments: ["18446744073709551615", "9223372036854775808", "1000000000000"])
  func refusesLengthsBeyondAllMeasure(length: String) async throws {
    try await withServer(answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
    }
  }

  @Test func refusesABodyInChunksOnceItIsTooLarge() async throws {
    try await withServer(.with { $0.bodyBytesMax = 1_000 }, answering: echo) { server in
      let response = try #require(
        try await server.exchange(
          "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3e9\r\n" + String(repeating: "x", count: 1_001) + "\r\n"))
      #expect(response.status == 413)
    }
  }

  @Test func takesABodyOfExactlyTheLimit() async throws {
    try await withServer(.with { $0.bodyBytesMax = 1_000 }, answering: echo) { server in
      let body = String(repeating: "x", count: 1_000)
      for request in [
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n\(body)",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3e8\r\n\(body)\r\n0\r\n\r\n",
      ] {
        let response = try await server.exchange(request)
        #expect(response?.text == body)
      }
    }
  }

  @Test func aClientThatStillSendsReadsTheRefusal() async throws {
    try await withServer(answering: echo) { server in
      // In one go: the server does not wait long for a client that is silent after its head.
      let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 20000000\r\n\r\n"
      let connection = try RawConnection(port: server.port)
      try await connection.send(Array(head.utf8) + [UInt8](repeating: 65, count: 20_000_000))
      connection.finishSending()
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func refusesAHeaderOverTheLimit() async throws {
    let handled = Locked(false)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      handled.withLock { $0 = true }
      return .text("ok")
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(
        "GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "x", count: 40_000))\r\n\r\n")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 431 "))
      #expect(answer.contains("longer than the 32768 bytes"))
      #expect(!handled.withLock { $0 })
    }
  }

  @Test(arguments: [20_000, 30_000, 50_000])
  func refusesAnAddressOverTheLimitInItsOwnWords(length: Int) async throws {
    let refusal: @Sendable (RefusedRequest) -> HTTPResponse = { refused in
      .text("Own: \(refused.reason)", status: refused.status)
    }
    try await withServer(.with { $0.refusal = refusal }, answering: echo) { server in
      let response = try #require(
        try await server.exchange(
          "GET /\(String(repeating: "a", count: length)) HTTP/1.1\r\nHost: h\r\n\r\n"))
      #expect(response.status == 414)
      #expect(response.text.hasPrefix("Own: The address is longer than the 16384 bytes"))
      #expect(response.header("X-Request-Id")?.count == 10)
      #expect(response.header("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test func connectionsInUseKeepTheirPlaceAndOthersWait() async throws {
    let (gate, inUse) = (Gate(), Latch(count: 3))
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      await inUse.arriveAndWait()
      await gate.wait()
      return .text("ok")
    }
    try await withServer(.with { $0.connectionsMax = 2 }, answering: respond) { server in
      func connect() async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return connection
      }
      var kept = [try await connect(), try await connect()]
      await inUse.arriveAndWait()
      kept.append(try await connect())
      try await Task.sleep(for: .milliseconds(100))
      gate.open()
      for connection in kept {
        var reader = RawResponseReader(connection)
        #expect(try await reader.next()?.status == 200)
      }
    }
  }

  @Test(arguments: [false, true])
  func aFurtherConnectionOfOneAddressWaitsButNotForLong(isAnswered: Bool) async throws {
    let (gate, begun) = (Gate(), Locked(0))
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      begun.withLock { $0 += 1 }
      await gate.wait()
      return .text("ok")
    }
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.perAddressMax = 2
      $0.connectionsMax = 8
      $0.headerTimeout = isAnswered ? .seconds(60) : .milliseconds(200)
    }
    try await withServer(.with(configure), answering: respond) { server in
      var kept: [RawConnection] = []
      for _ in 0..<7 {
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        kept.append(connection)
      }
      for _ in 0..<400 where begun.withLock({ $0 }) < 7 {
        try await Task.sleep(for: .milliseconds(5))
      }
      let further = try RawConnection(port: server.port)
      if isAnswered {
        try await further.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        gate.open()
        var reader = RawResponseReader(further)
        #expect(try await reader.next()?.status == 200)
      } else {
        #expect(try await further.readToEnd() as [UInt8] == [])
        gate.open()
      }
      withExtendedLifetime(kept) {}
    }
  }

  @Test func givesUpAHandlerAtItsDeadline() async throws {
    let isCancelled = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      try? await Task.sleep(for: .seconds(60))
      if Task.isCancelled { isCancelled.open() }
      return .text("late")
    }
    try await withServer(.with { $0.requestDeadline = .milliseconds(100) }, answering: respond) {
      server in
      let response = try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(response?.status == 503)
      await isCancelled.wait()
    }
  }
}

@Suite struct SlowSenderTests {
  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: h\r\nA: "])
  func cutsAHeaderThatDoesNotEnd(start: String) async throws {
    try await withServer(.with { $0.headerTimeout = .milliseconds(200) }, answering: echo) {
      server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(start)
      // A byte now and then keeps libmicrohttpd's own timeout from ever coming.
      let trickle = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(20))
          try await connection.send("x")
        }
      }
      let began = ContinuousClock.now
      #expect(try await connection.readToEnd() as [UInt8] == [])
      #expect(ContinuousClock.now - began < .seconds(10))
      trickle.cancel()
    }
  }

  @Test func cutsABodyThatComesTooSlowly() async throws {
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.bodyGrace = .milliseconds(200)
    }
    try await withServer(.with(configure), answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n")
      let trickle = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(20))
          try await connection.send("x")
        }
      }
      #expect(try await connection.readToEnd() as [UInt8] == [])
      trickle.cancel()
    }
  }

  @Test func leavesASlowHandlerAlone() async throws {
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.headerTimeout = .milliseconds(50)
      $0.bodyGrace = .milliseconds(50)
    }
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      try? await Task.sleep(for: .milliseconds(400))
      return .text("ok")
    }
    try await withServer(.with(configure), answering: respond) { server in
      let response = try await server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(response?.text == "ok")
    }
  }
}
