import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

/// A request that two readers may read differently, and the status that it must get.
struct BadRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let status: Int

  init(_ name: String, _ text: String, status: Int = 400) {
    self.name = name
    self.text = text
    self.status = status
  }

  var testDescription: String { name }

  static let all: [BadRequest] = framing + hosts + fields + targets + lines

  static let framing = [
    BadRequest(
      "length, then chunks",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
        + "\r\n0\r\n\r\n"
    ),
    BadRequest(
      "chunks, then length",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n"
        + "\r\n0\r\n\r\n"
    ),
    BadRequest(
      "two lengths",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
    BadRequest(
      "the same length twice",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na"),
    BadRequest(
      "unknown encoding",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    BadRequest(
      "list of encodings",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    BadRequest(
      "two encodings",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"
        + "\r\n0\r\n\r\n"),
    BadRequest(
      "chunks in HTTP/1.0",
      "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    BadRequest("GET with a body", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"),
    BadRequest(
      "GET with chunks",
      "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    BadRequest(
      "length with a sign", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +2\r\n\r\nab"),
    BadRequest(
      "list of lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2, 2\r\n\r\nab"),
    BadRequest(
      "hexadecimal length", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0x2\r\n\r\nab"),
  ]

  static let hosts = [
    BadRequest("no host", "GET / HTTP/1.1\r\n\r\n"),
    BadRequest("no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"),
    BadRequest("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    BadRequest("a folded second host", "GET / HTTP/1.1\r\nHost: a\r\nHos: b\r\n t\r\n\r\n"),
  ]

  static let fields = [
    BadRequest(
      "blank before the colon",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
    BadRequest("blank in a name", "GET / HTTP/1.1\r\nHost: h\r\nA B: c\r\n\r\n"),
    BadRequest("name with brackets", "GET / HTTP/1.1\r\nHost: h\r\n(A): c\r\n\r\n"),
    BadRequest("carriage return in a value", "GET / HTTP/1.1\r\nHost: h\r\nA: b\rc\r\n\r\n"),
    BadRequest("bell in a value", "GET / HTTP/1.1\r\nHost: h\r\nA: b\u{7}c\r\n\r\n"),
    BadRequest("delete in a value", "GET / HTTP/1.1\r\nHost: h\r\nA: b\u{7f}c\r\n\r\n"),
  ]

  static let targets = [
    BadRequest("absolute form", "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("asterisk", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("authority form", "GET h:80 HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("no leading slash", "GET a HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("blank in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("tab in the target", "GET /a\tb HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("encoded null", "GET /a%00b HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("encoded null in the query", "GET /a?b=%00 HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("beyond ASCII", "GET /\u{e4} HTTP/1.1\r\nHost: h\r\n\r\n"),
  ]

  static let lines = [
    BadRequest("HTTP/1.2", "GET / HTTP/1.2\r\nHost: h\r\n\r\n", status: 505),
    BadRequest("HTTP/2.0", "GET / HTTP/2.0\r\nHost: h\r\n\r\n", status: 505),
    BadRequest("version in small letters", "GET / http/1.1\r\nHost: h\r\n\r\n"),
    BadRequest("unknown method", "BREW / HTTP/1.1\r\nHost: h\r\n\r\n", status: 501),
    BadRequest("TRACE", "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n", status: 405),
    BadRequest("method in small letters", "get / HTTP/1.1\r\nHost: h\r\n\r\n", status: 501),
    BadRequest("method that is no token", "G(T / HTTP/1.1\r\nHost: h\r\n\r\n"),
  ]
}

@Suite struct GateTests {
  @Test(arguments: BadRequest.all)
  func refusesAndCloses(bad: BadRequest) async throws {
    let handled = Locked(0)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      handled.withLock { $0 += 1 }
      return .text("handled")
    }
    try await withServer(answering: respond) { server in
      let connection = try RawConnection(port: server.port)
      // A smuggled second request must not be answered.
      try await connection.send(bad.text + "GET /second HTTP/1.1\r\nHost: h\r\n\r\n")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 \(bad.status) "), "\(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(!answer.contains("HTTP/1.1 200 "))
      #expect(handled.withLock { $0 } == 0)
    }
  }

  @Test func letsOrdinaryRequestsThrough() async throws {
    try await withServer(answering: echo) { server in
      for request in [
        "GET / HTTP/1.0\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nhost:h\r\nContent-Length: 0\r\n\r\n",
        "OPTIONS /x HTTP/1.1\r\nHost: h\r\n\r\n",
        "DELETE /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab",
        "PATCH /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
        "GET /x?y='(z)'!$&*~ HTTP/1.1\r\nHost: h\r\nUser-Agent: \u{e4}\t(x)\r\n\r\n",
      ] {
        let response = try await server.exchange(request)
        #expect(response?.status == 200, "\(request)")
      }
    }
  }

  @Test func refusesAHeadWithoutABody() async throws {
    try await withServer(answering: echo) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send("HEAD http://h/ HTTP/1.1\r\nHost: h\r\n\r\n")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }
}
