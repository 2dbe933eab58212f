import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

/// What one client may have of the server, and who makes room for others when it is full.
@Suite struct ClientLimitTests {
  /// A connection that was answered once and stays open.
  private func idle(_ server: HTTPServer, user: String? = nil) async throws -> RawConnection {
    let connection = try RawConnection(port: server.port)
    #expect(try await status(connection, user: user) == 200)
    return connection
  }

  /// The answer to one request more; nil for a connection that was closed.
  private func status(_ connection: RawConnection, user: String? = nil) async throws -> Int? {
    let field = user.map { "X-User: \($0)\r\n" } ?? ""
    guard (try? await connection.send("GET / HTTP/1.1\r\nHost: h\r\n\(field)\r\n")) != nil else {
      return nil
    }
    var reader = RawResponseReader(connection)
    return try? await reader.next()?.status
  }

  private func idleMax(_ configuration: inout HTTPServer.Configuration, _ count: Int) {
    configuration.idlePerClientMax = count
    configuration.idleGrace = .milliseconds(20)
    configuration.headerTimeout = .seconds(60)
  }

  private let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    var response = HTTPResponse.text("ok")
    response.client = request.headers["X-User"].map { .principal($0) }
    return response
  }

  @Test func ofTooManyIdleConnectionsTheOldestAreClosed() async throws {
    try await withServer(.with { idleMax(&$0, 3) }, answering: respond) { server in
      var kept: [RawConnection] = []
      for _ in 0..<5 { kept.append(try await idle(server)) }
      for connection in kept[..<2] { #expect(try await connection.readToEnd() as [UInt8] == []) }
      for connection in kept[2...] { #expect(try await status(connection) == 200) }
    }
  }

  @Test func connectionsWithoutARequestAreIdleToo() async throws {
    try await withServer(.with { idleMax(&$0, 3) }, answering: respond) { server in
      let silent = try (0..<4).map { _ in try RawConnection(port: server.port) }
      try await Task.sleep(for: .seconds(4))
      var answered = 0
      // The server's threads may have noticed them in any order.
      for connection in silent where try await status(connection) == 200 { answered += 1 }
      #expect(answered == 3)
    }
  }

  @Test func whoIsSignedInIsCountedByNameAndNotByAddress() async throws {
    try await withServer(.with { idleMax(&$0, 2) }, answering: respond) { server in
      var signedIn: [RawConnection] = []
      for user in ["mira", "mira", "jo"] { signedIn.append(try await idle(server, user: user)) }
      var strangers: [RawConnection] = []
      for _ in 0..<3 { strangers.append(try await idle(server)) }
      #expect(try await strangers[0].readToEnd() as [UInt8] == [])
      for connection in signedIn { #expect(try await status(connection, user: "mira") == 200) }
    }
  }

  @Test func aFullServerClosesTheOldestStrangersConnectionForANewOne() async throws {
    try await withServer(.with { $0.connectionsMax = 4 }, answering: respond) { server in
      var kept: [RawConnection] = []
      for user in ["mira", nil, nil, "jo"] { kept.append(try await idle(server, user: user)) }
      let fresh = try [await idle(server), await idle(server)]
      for connection in kept[1...2] { #expect(try await connection.readToEnd() as [UInt8] == []) }
      #expect(try await status(kept[0], user: "mira") == 200)
      #expect(try await status(kept[3], user: "jo") == 200)
      withExtendedLifetime(fresh) {}
    }
  }

  @Test func bodiesThatDoNotComeToAnEndMakeRoom() async throws {
    try await withServer(.with { $0.connectionsMax = 4 }, answering: respond) { server in
      var slow: [RawConnection] = []
      for _ in 0..<4 {
        let connection = try RawConnection(port: server.port)
        try await connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000\r\n\r\nx")
        slow.append(connection)
      }
      let began = ContinuousClock.now
      _ = try await idle(server)
      #expect(ContinuousClock.now - began < .seconds(5))
      withExtendedLifetime(slow) {}
    }
  }

  @Test func aBodyThatWasAdmittedKeepsItsPlace() async throws {
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.connectionsMax = 4
      $0.bodyRule = { head in
        head.target == "/known"
          ? BodyRule(bytesMax: 1_000) { .accepted } : BodyRule(bytesMax: 1_000)
      }
    }
    try await withServer(.with(configure), answering: respond) { server in
      let open = { (target: String) in
        let connection = try RawConnection(port: server.port)
        try await connection.send(
          "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
        return connection
      }
      let known = try await open("/known")
      var strangers: [RawConnection] = []
      for _ in 0..<3 { strangers.append(try await open("/")) }
      let fresh = try [await idle(server), await idle(server)]
      try await known.send("y")
      var reader = RawResponseReader(known)
      #expect(try await reader.next()?.status == 200)
      withExtendedLifetime((strangers, fresh)) {}
    }
  }

  @Test func anAddressThatManyShareIsExempt() async throws {
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.idlePerClientMax = 2
      $0.perAddressMax = 2
      $0.sharedAddresses = ["127.0.0.1"]
    }
    try await withServer(.with(configure), answering: respond) { server in
      var kept: [RawConnection] = []
      for _ in 0..<6 { kept.append(try await idle(server)) }
      for connection in kept { #expect(try await status(connection) == 200) }
    }
  }

  @Test func aClientReadsSoManyStreamsAtOnce() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
      source.yield(ServerSentEvent(data: "1"))
      var response = HTTPResponse.events(events)
      response.client = .principal(request.target)
      // Open until the reader goes.
      source.onTermination = { [source] _ in _ = source }
      return response
    }
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.streamsPerClientMax = 2
      $0.headerTimeout = .milliseconds(200)
    }
    try await withServer(.with(configure), answering: respond) { server in
      let open = { (target: String) in
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        return (connection, try await connection.read(until: "\r\n\r\n"))
      }
      let (first, _) = try await open("/mira")
      let (second, _) = try await open("/mira")
      let (refused, head) = try await open("/mira")
      #expect(head.hasPrefix("HTTP/1.1 429 "))
      #expect(head.contains("Retry-After: 30\r\n"))
      #expect(try await open("/jo").1.hasPrefix("HTTP/1.1 200 "))
      first.hangUp()
      var isFree = false
      for _ in 0..<200 where !isFree {
        isFree = try await open("/mira").1.hasPrefix("HTTP/1.1 200 ")
        if !isFree { try await Task.sleep(for: .milliseconds(20)) }
      }
      #expect(isFree)
      withExtendedLifetime((second, refused)) {}
    }
  }

  @Test func bodiesOfOneClientShareItsMemory() async throws {
    let configure: (inout HTTPServer.Configuration) -> Void = {
      $0.bodyMemoryPerClientMax = 1_000
      $0.bodyGrace = .seconds(60)
    }
    try await withServer(.with(configure), answering: echo) { server in
      let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 700\r\n\r\n"
      let begin = {
        let connection = try RawConnection(port: server.port)
        try await connection.send(head + String(repeating: "x", count: 600))
        return connection
      }
      var first = try await begin()
      let body = String(repeating: "y", count: 700)
      var refused: RawResponse?
      // Until the first body has come in; it is the one that is refused if it comes during the other.
      for attempt in 1...200 where refused?.status != 503 {
        if attempt.isMultiple(of: 20) { first = try await begin() }
        refused = try await server.exchange(head + body)
        if refused?.status != 503 { try await Task.sleep(for: .milliseconds(20)) }
      }
      #expect(refused?.status == 503)
      #expect(refused?.header("Retry-After") == "5")
      try await first.send(String(repeating: "x", count: 100))
      var reader = RawResponseReader(first)
      #expect(try await reader.next()?.status == 200)
      #expect(try await server.exchange(head + body)?.status == 200)
    }
  }
}
