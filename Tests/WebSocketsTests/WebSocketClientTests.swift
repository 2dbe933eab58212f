import Support
import TestSupport
import Testing
import WebSockets

@Suite struct WebSocketClientTests {
  /// What a server said, and how the conversation ended.
  private func talk(
    _ texts: [String], configuration: WebSocketClient.Configuration = .init(), until last: String
  ) async throws -> [String] {
    let server = try await Talker()
    let heard = Locked<[String]>([])
    try await WebSocketClient.run(server.address, configuration: configuration, greeting: texts[0])
    {
      text in
      heard.withLock { $0.append(text) }
      return text == last ? nil : Array(texts.dropFirst())
    }
    return heard.withLock { $0 }
  }

  @Test func textsGoBothWays() async throws {
    #expect(try await talk(["a", "b"], until: "echo b") == ["echo a", "echo b"])
  }

  @Test func aMessageInPartsComesWhole() async throws {
    #expect(try await talk(["parts"], until: "one two three") == ["one two three"])
    let long = try await talk(["large 200000"], until: String(repeating: "x", count: 200_000))
    #expect(long.count == 1)
  }

  @Test func pingsAreAnswered() async throws {
    #expect(try await talk(["ping"], until: "pong") == ["pong"])
  }

  @Test func aMessageThatIsTooLargeEndsTheConnection() async throws {
    var configuration = WebSocketClient.Configuration()
    configuration.messageBytesMax = 1_000
    let server = try await Talker()
    await #expect(
      throws: WebSocketClient.Failure("A message of the server is larger than 1000 bytes.")
    ) {
      try await WebSocketClient.run(
        server.address, configuration: configuration, greeting: "large 5000"
      ) { _ in [] }
    }
  }

  @Test(arguments: ["close", "vanish"])
  func aServerThatLeavesIsALostConnection(_ word: String) async throws {
    let server = try await Talker()
    await #expect(throws: WebSocketClient.Failure("the connection was lost")) {
      try await WebSocketClient.run(server.address, greeting: word) { _ in [] }
    }
  }

  @Test func cancellingEndsTheConnection() async throws {
    let server = try await Talker()
    let heard = Gate()
    let task = Task {
      try await WebSocketClient.run(server.address, greeting: "a") { _ in
        heard.open()
        return []
      }
    }
    await heard.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func whatIsNoWebSocketServerIsSaidToBeNone() async throws {
    let server = try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    let address = try #require(WebSocketAddress("ws://127.0.0.1:\(server.port)/parse"))
    let failure = await #expect(throws: WebSocketClient.Failure.self) {
      try await WebSocketClient.run(address, greeting: "a") { _ in [] }
    }
    #expect(failure?.description.hasPrefix("HS:") == true, "\(String(describing: failure))")
  }

  @Test func aServerThatDoesNotAnswerTheHandshakeIsGivenUp() async throws {
    let answer = Gate()
    let server = try RawServer { _ in await answer.wait() }
    var configuration = WebSocketClient.Configuration()
    configuration.connectTimeoutSeconds = 1
    let address = try #require(WebSocketAddress("ws://127.0.0.1:\(server.port)/parse"))
    let failure = WebSocketClient.Failure("the server did not complete the WebSocket handshake")
    await #expect(throws: failure) {
      try await WebSocketClient.run(
        address, configuration: configuration, greeting: "a"
      ) { _ in [] }
    }
    answer.open()
  }

  /// The last number that a server prints once it listens.
  private static func port(saidBy server: ChildProcess) throws -> Int {
    var printed = ""
    while true {
      printed += String(decoding: try server.read(), as: UTF8.self)
      let line = printed.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
      guard let line, printed.hasSuffix("\n") else { continue }
      return try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }
  }

  @Test func aCertificateThatNobodyVouchesForIsRefused() async throws {
    let directory = try TemporaryDirectory()
    let (key, certificate) = (directory.file("key.pem"), directory.file("certificate.pem"))
    let made = try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
      "/CN=localhost", "-keyout", key, "-out", certificate,
    ])
    #expect(made.status == 0, "\(made.output)")
    // It ends with its first connection.
    let server = try ChildProcess(
      [
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-key", key, "-cert",
        certificate,
      ], printsErrors: true)
    let port = try await offPool { try Self.port(saidBy: server) }
    let address = try #require(WebSocketAddress("wss://localhost:\(port)/"))
    await #expect(throws: WebSocketClient.Failure.self) {
      try await WebSocketClient.run(address, greeting: "a") { _ in [] }
    }
    // The reason that the client gave to the server.
    let printed = try await offPool { String(decoding: try server.readToEnd(), as: UTF8.self) }
    #expect(printed.contains("unknown ca"), "\(printed)")
    server.closeInput()
    _ = server.wait()
  }

  @Test func nobodyThereIsAFailureAtOnce() async throws {
    let address = try #require(WebSocketAddress("ws://127.0.0.1:1/"))
    await #expect(throws: WebSocketClient.Failure.self) {
      try await WebSocketClient.run(address, greeting: "a") { _ in [] }
    }
  }

  @Test func addressesAreRead() {
    let plain = WebSocketAddress("ws://h/parse?x=1")
    #expect(plain?.host == "h" && plain?.port == 80 && plain?.path == "/parse?x=1")
    let secure = WebSocketAddress("WSS://[::1]:8443")
    #expect(secure?.host == "::1" && secure?.port == 8443 && secure?.path == "/")
    #expect(secure?.isEncrypted == true && WebSocketAddress("wss://h")?.port == 443)
    let wrong = [
      "http://h", "ws://", "ws://h:0/", "ws://h:x/", "ws://u@h/", "ws://h/#a", "ws://h /",
    ]
    for wrong in wrong {
      #expect(WebSocketAddress(wrong) == nil, "\(wrong)")
    }
  }
}

/// The server of `talker.py`, for one connection.
private final class Talker: Sendable {
  let address: WebSocketAddress
  private let process: ChildProcess

  init() async throws {
    let script = Documentation.root + "/Tests/WebSocketsTests/talker.py"
    let process = try ChildProcess(["python3", script])
    let line = try await offPool { String(decoding: try process.read(), as: UTF8.self) }
    self.process = process
    let port = line.filter(\.isNumber)
    address = try #require(WebSocketAddress("ws://127.0.0.1:\(port)/"))
  }

  deinit {
    process.closeInput()
    process.terminate()
    _ = process.wait()
  }
}
