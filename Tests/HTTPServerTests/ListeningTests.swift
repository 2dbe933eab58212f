import HTTPKit
import HTTPServer
import TestSupport
import Testing

@Suite struct ListeningTests {
  private func failure(_ host: String, _ port: UInt16) async -> HTTPServerError? {
    var configuration = HTTPServer.Configuration()
    configuration.host = host
    configuration.port = port
    do {
      await (try HTTPServer(configuration) { _ in .text("ok") }).stop()
      return nil
    } catch {
      return error
    }
  }

  @Test func saysThatThePortIsTaken() async throws {
    let other = try RawServer { _ in }
    let error = try #require(await failure("127.0.0.1", UInt16(other.port)))
    #expect(error == .cannotListen(host: "127.0.0.1", port: UInt16(other.port), .portTaken))
    #expect(
      "\(error)" == "Cannot listen on 127.0.0.1:\(other.port): another program holds the port. "
        + "Choose another one with --listen.")
    withExtendedLifetime(other) {}
  }

  @Test(arguments: ["192.0.2.1", "2001:db8::1"])
  func saysThatTheAddressIsNotOurs(host: String) async throws {
    let error = try #require(await failure(host, 8_080))
    #expect(error == .cannotListen(host: host, port: 8_080, .notOurAddress))
  }

  @Test(arguments: ["", "example.com", "127.0.0.1:80", "1.2.3", "::g"])
  func saysThatItIsNoAddress(host: String) async throws {
    #expect(await failure(host, 0) == .badAddress(host))
  }

  @Test func aReservedPortRefusesClientsUntilItsServerStarts() async throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    let reserved = try ReservedPort(configuration)
    #expect(reserved.number > 0)
    #expect(throws: (any Error).self) { try RawConnection(port: reserved.number) }
    let server = try HTTPServer(configuration, on: reserved) { _ in .text("ok") }
    #expect(server.port == reserved.number)
    let connection = try RawConnection(port: reserved.number)
    try await connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try await connection.read(until: "\r\n\r\n").contains("200"))
    await server.stop()
  }

  @Test func aReservedPortThatIsGivenUpIsFree() async throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    let port = try UInt16(ReservedPort(configuration).number)
    #expect(await failure("127.0.0.1", port) == nil)
  }

  @Test func explainsWhatIsNotPermitted() {
    let low = HTTPServerError.cannotListen(host: "::1", port: 80, .notPermitted)
    #expect(
      "\(low)" == "Cannot listen on [::1]:80: ports below 1024 need special rights. Choose a "
        + "higher one with --listen.")
  }
}
