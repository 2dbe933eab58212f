import HTTPClient
import Support
import TestSupport
import Testing

/// Mail to a server that answers as it is told.
@Suite struct MailClientTests {
  private let heard = Locked<[String]>([])

  /// - Parameter answers: By the first four letters of a command; the others are answered well.
  private func server(_ answers: [String: String] = [:]) throws -> RawServer {
    let heard = heard
    return try RawServer { connection in
      try await connection.send("220 ready\r\n")
      var (text, isMessage) = ("", false)
      while true {
        let bytes = try await connection.read()
        guard !bytes.isEmpty else { return }
        text += String(decoding: bytes, as: UTF8.self)
        while let end = text.firstRange(of: "\r\n") {
          let line = String(text[..<end.lowerBound])
          text = String(text[end.upperBound...])
          heard.withLock { $0.append(line) }
          guard !isMessage || line == "." else { continue }
          let word = isMessage ? "END" : line.prefix(4).uppercased()
          let answer = answers[word] ?? (word == "DATA" ? "354 go on" : "250 fine")
          isMessage = answer.hasPrefix("354")
          try await connection.send(answer + "\r\n")
        }
      }
    }
  }

  private func send(
    to server: RawServer, _ encryption: MailRequest.Encryption = .none
  ) async throws {
    try await MailClient().send(
      MailRequest(
        url: "smtp://127.0.0.1:\(server.port)", encryption: encryption, sender: "a@example.com",
        recipients: ["b@example.com", "c@example.com"],
        message: Array("Subject: x\r\n\r\n.hidden\r\n".utf8), timeoutSeconds: 20))
  }

  private func failure(_ answers: [String: String]) async throws -> MailError? {
    let server = try server(answers)
    return await #expect(throws: MailError.self) { try await send(to: server) }
  }

  @Test func aMailGoesToAllRecipientsAsItIs() async throws {
    try await send(to: try server())
    let lines = heard.withLock { $0 }
    #expect(lines.contains { $0.hasPrefix("MAIL FROM:<a@example.com>") })
    #expect(lines.contains("RCPT TO:<b@example.com>"))
    #expect(lines.contains("RCPT TO:<c@example.com>"))
    // A line that begins with a dot gets another one on its way.
    #expect(lines.contains("Subject: x") && lines.contains("..hidden"))
  }

  @Test func nothingIsSentWhereEncryptionIsRequiredAndNotOffered() async throws {
    let server = try server()
    let error = await #expect(throws: MailError.self) { try await send(to: server, .required) }
    #expect(error?.description == "The server offers no TLS. Nothing was sent.")
    #expect(error?.isPermanent == false)
    #expect(!heard.withLock { $0.contains { $0.hasPrefix("MAIL") } })
  }

  @Test func aRefusalForGoodIsToldApartFromOneThatMayPass() async throws {
    let unknown = try await failure(["RCPT": "550 no such user"])
    #expect(unknown?.isPermanent == true)
    #expect(unknown?.description == "The server refused the mail: 550 no such user")
    #expect(try await failure(["RCPT": "451 later"])?.isPermanent == false)
    #expect(try await failure(["END": "554 no"])?.isPermanent == true)
    #expect(try await failure(["END": "452 full"])?.isPermanent == false)
  }

  @Test func aCancelledMailEndsSoon() async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      arrived.open()
      _ = try await connection.read()
    }
    let start = ContinuousClock.now
    let task = Task { try await send(to: server) }
    await arrived.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(start.duration(to: .now) < .seconds(10))
  }
}
