import HTTPKit
import HTTPServer
import Support
import TestSupport
import Testing

/// Bodies that are asked about first, and go to the disk.
@Suite struct UploadTests {
  private static let type = "multipart/form-data; boundary=X"
  private static let form =
    "--X\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n\(String(repeating: "x", count: 100_000))"
    + "\r\n--X--\r\n"

  private static func head(_ length: String) -> String {
    "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: \(type)\r\n\(length)\r\n\r\n"
  }

  /// Says of the upload where it is and what it is.
  @Sendable private static func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let upload = request.upload else { return .text("in memory: \(request.body.count)") }
    let parts = upload.parts?.map { "\($0.name) \($0.range.count)" } ?? ["broken"]
    return .text("on disk: \(upload.file.count), \(parts.joined(separator: ", "))")
  }

  private func configuration(
    _ directory: TemporaryDirectory, bytesMax: Int = 1 << 20, refusal: Int? = nil
  ) -> HTTPServer.Configuration {
    .with { configuration in
      configuration.bodyRule = { head in
        guard head.target == "/up" else { return BodyRule(bytesMax: 10) }
        return BodyRule(bytesMax: bytesMax) {
          if let refusal { return .refused(.text("not you", status: refusal)) }
          guard let file = try? ScratchFile(in: directory.file(""), random: .system),
            let form = UploadedForm(file, contentType: head.headers["Content-Type"] ?? "")
          else { return .refused(.text("no file", status: 500)) }
          return .taken(form)
        }
      }
    }
  }

  @Test func aBodyThatIsTakenGoesToTheDisk() async throws {
    let directory = try TemporaryDirectory()
    try await withServer(configuration(directory), answering: Self.answer) { server in
      let length = Self.form.utf8.count
      let whole = try await server.exchange(
        Self.head("Content-Length: \(length)") + Self.form)
      #expect(whole?.text == "on disk: \(length), t 100000")
      let size = String(length, radix: 16)
      let chunked = try await server.exchange(
        Self.head("Transfer-Encoding: chunked") + "\(size)\r\n\(Self.form)\r\n0\r\n\r\n")
      #expect(chunked?.text == "on disk: \(length), t 100000")
    }
    #expect(try Files.list(below: directory.file("")).isEmpty)
  }

  @Test func aRefusalComesBeforeTheBody() async throws {
    let directory = try TemporaryDirectory()
    try await withServer(configuration(directory, refusal: 403), answering: Self.answer) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.send(Self.head("Content-Length: 100000") + "--X")
      let answer: String = try await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.hasSuffix("not you"), "\(answer)")
    }
  }

  @Test func whatIsTooLargeIsRefusedByItsHeadOrOnceItIs() async throws {
    let directory = try TemporaryDirectory()
    let settings = configuration(directory, bytesMax: 1_000)
    try await withServer(settings, answering: Self.answer) { server in
      let announced = try await server.exchange(Self.head("Content-Length: 1001"))
      #expect(announced?.status == 413)
      let chunked = try await server.exchange(
        Self.head("Transfer-Encoding: chunked") + "3e9\r\n"
          + String(repeating: "x", count: 1_001) + "\r\n")
      #expect(chunked?.status == 413)
      let other = try await server.exchange(
        "POST /else HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n")
      #expect(other?.status == 413)
      let short = try await server.exchange(
        "POST /else HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab")
      #expect(short?.text == "in memory: 2")
    }
    #expect(try Files.list(below: directory.file("")).isEmpty)
  }

  @Test func aServerThatStopsDropsAnUploadThatStillComes() async throws {
    let directory = try TemporaryDirectory()
    let server = try HTTPServer(configuration(directory), respond: Self.answer)
    let connection = try RawConnection(port: server.port)
    try await connection.send(Self.head("Content-Length: 100000") + "--X\r\n")
    // The file appears once the body may come.
    while try Files.list(below: directory.file("")).isEmpty { await Task.yield() }
    let began = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - began < .seconds(60))
    #expect(try Files.list(below: directory.file("")).isEmpty)
    withExtendedLifetime(connection) {}
  }
}
