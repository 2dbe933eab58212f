import HTTPClient
import HTTPKit
import Support
import TestSupport
import Testing

@Suite struct FailureTests {
  @Test func nothingIsSentToARefusedPort() async throws {
    // It was just given out and given back.
    let port = try closedPort()
    let error = try #require(
      await HTTPClient().failure(
        ClientRequest(.post, "http://127.0.0.1:\(port)/secret?token=hidden", body: [1])))
    guard case .unreachable(let detail) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.mayHaveArrived)
    #expect(detail.contains("127.0.0.1:\(port)") && detail.contains("it refused the connection"))
    #expect(!"\(error)".contains("secret") && !"\(error)".contains("hidden"))
  }

  @Test func nothingIsSentToANameThatDoesNotExist() async throws {
    let error = try #require(
      await HTTPClient().failure(ClientRequest(.get, "http://nowhere.invalid/")))
    guard case .unreachable = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func nothingIsSentWhenThereIsNoTrust() async throws {
    let server = try RawServer { connection in
      _ = try await connection.read()
      try await connection.send("this is not TLS\r\n\r\n")
    }
    let error = try #require(
      await HTTPClient().failure(
        ClientRequest(.post, "https://127.0.0.1:\(server.port)/", body: [1], timeoutSeconds: 5)))
    guard case .unreachable = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
    "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ])
  func theOutcomeIsUnknownWhenTheAnswerBreaksOff(answer: String) async throws {
    let server = try brokenServer(answer)
    let error = try #require(
      await HTTPClient().failure(
        ClientRequest(.post, "http://127.0.0.1:\(server.port)/p?q=hidden", body: [1])))
    guard case .lost = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
    #expect("\(error)".contains("127.0.0.1:\(server.port)"))
    #expect(!"\(error)".contains("hidden"))
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "SSH-2.0-OpenSSH_9\r\n", "HTTP/9.9 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ])
  func whatIsNotHTTPIsToldApart(answer: String) async throws {
    let server = try brokenServer(answer)
    let error = try #require(
      await HTTPClient().failure(
        ClientRequest(.post, "http://127.0.0.1:\(server.port)/", body: [1])))
    guard case .malformed = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"])
  func theOutcomeIsUnknownAfterATimeout(answer: String) async throws {
    let server = try brokenServer(answer, thenWait: true)
    let error = try #require(
      await HTTPClient().failure(
        ClientRequest(.post, "http://127.0.0.1:\(server.port)/", body: [1], timeoutSeconds: 0.3)))
    guard case .lost = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
  }

  @Test func aServerThatSaysNothingIsNamedWithTheTimeItHad() async throws {
    let server = try brokenServer("", thenWait: true)
    var configuration = HTTPClient.Configuration()
    configuration.lowSpeedSeconds = 1
    let url = "http://127.0.0.1:\(server.port)/"
    let slow = await HTTPClient(configuration).failure(ClientRequest(.get, url, timeoutSeconds: 30))
    #expect(slow == .lost("127.0.0.1:\(server.port) did not answer within 1 s."))
  }

  @Test func waitingForAFreeConnectionSendsNothing() async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      arrived.open()
      _ = try await connection.readToEnd() as [UInt8]
    }
    var configuration = HTTPClient.Configuration()
    configuration.connectionsPerHostMax = 1
    let client = HTTPClient(configuration)
    let url = "http://127.0.0.1:\(server.port)/"
    let first = Task { await client.failure(ClientRequest(.get, url, timeoutSeconds: 30)) }
    await arrived.wait()
    let second = try #require(
      await client.failure(ClientRequest(.post, url, body: [1], timeoutSeconds: 0.2)))
    #expect(!second.mayHaveArrived, "\(second)")
    first.cancel()
    #expect(await first.value == .cancelled(mayHaveArrived: true))
  }
}

/// A port that nobody listens on: a server held it a moment ago.
private func closedPort() throws -> Int { try RawServer { _ in }.port }
