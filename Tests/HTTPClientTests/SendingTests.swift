import HTTPClient
import HTTPKit
import Support
import TestSupport
import Testing

@Suite struct SendingTests {
  @Test(arguments: HTTPMethod.allCases)
  func sendsEveryMethodAsItIs(method: HTTPMethod) async throws {
    let seen = Locked<HTTPRequest?>(nil)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      seen.withLock { $0 = request }
      return HTTPResponse(201, headers: ["ETag": "\"a, b\""], body: .bytes([1, 2, 3]))
    }
    try await withServer(answering: respond) { address in
      let hasBody = method != .get && method != .head
      let response = try await HTTPClient().send(
        ClientRequest(
          method, "\(address)/a%2Fb/../%C3%A4?$filter=x%20eq%201&y=+",
          headers: ["If-Match": "\"q\"", "X-Empty": ""],
          body: hasBody ? Array("body".utf8) : nil))
      let request = try #require(seen.withLock { $0 })
      #expect(request.method == method)
      #expect(request.target == "/a%2Fb/../%C3%A4?$filter=x%20eq%201&y=+")
      #expect(request.headers["If-Match"] == "\"q\"")
      #expect(request.headers["X-Empty"]?.isEmpty == true)
      #expect(request.headers["Content-Type"] == nil)
      #expect(request.headers["Expect"] == nil)
      #expect(request.body == (hasBody ? Array("body".utf8) : []))
      #expect(response.status == 201)
      #expect(response.headers["etag"] == "\"a, b\"")
      #expect(response.body == (method == .head ? [] : [1, 2, 3]))
    }
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func sendsMethodsWithoutABody(method: HTTPMethod) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      .text("\(request.method) \(request.body.count)")
    }
    try await withServer(answering: respond) { address in
      let response = try await HTTPClient().send(ClientRequest(method, address + "/"))
      #expect(String(decoding: response.body, as: UTF8.self) == "\(method) 0")
    }
  }

  @Test func sendsAndReadsLargeBodies() async throws {
    let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = {
      HTTPResponse(200, body: .bytes($0.body))
    }
    try await withServer(answering: respond) { address in
      let response = try await HTTPClient().send(
        ClientRequest(.put, address + "/", headers: ["Content-Type": "x/y"], body: body))
      #expect(response.body == body)
    }
  }

  @Test func usesAConnectionAgain() async throws {
    let server = try RawServer { connection in
      while try await connection.read(until: "\r\n\r\n").contains("GET") {
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let client = HTTPClient()
    for _ in 0..<20 {
      let response = try await client.send(ClientRequest(.get, "http://127.0.0.1:\(server.port)/"))
      #expect(response.body == Array("ok".utf8))
    }
    #expect(server.connectionCount == 1)
  }

  @Test func sendsManyAtOnce() async throws {
    let client = HTTPClient()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { .text($0.rawPath) }
    try await withServer(answering: respond) { address in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<500 {
          group.addTask {
            let response = try await client.send(ClientRequest(.get, "\(address)/\(index)"))
            return response.body == Array("/\(index)".utf8)
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func doesNotFollowRedirects(status: Int) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      request.rawPath == "/"
        ? HTTPResponse(status, headers: ["Location": "/next"]) : .text("followed")
    }
    try await withServer(answering: respond) { address in
      let response = try await HTTPClient().send(ClientRequest(.get, address + "/"))
      #expect(response.status == status)
      #expect(response.headers["Location"] == "/next")
    }
  }

  @Test func readsAnswersInPartsAndSkipsInterimOnes() async throws {
    let server = try brokenServer(
      "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Late: \t2 \r\n"
        + "Set-Cookie: a\r\nSet-Cookie: b\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\nab\r\n1\r\nc\r\n0\r\nX-Trailer: 3\r\n\r\n")
    let response = try await HTTPClient().send(
      ClientRequest(.get, "http://127.0.0.1:\(server.port)/"))
    #expect(response.status == 200)
    #expect(response.headers["X-Early"] == nil)
    #expect(response.headers["X-Late"] == "2")
    #expect(response.headers["X-Trailer"] == nil)
    #expect(response.headers.values("Set-Cookie") == ["a", "b"])
    #expect(response.body == Array("abc".utf8))
  }
}
