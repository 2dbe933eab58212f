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

  @Test func explainsWhatIsNotPermitted() {
    let low = HTTPServerError.cannotListen(host: "::1", port: 80, .notPermitted)
    #expect(
      "\(low)" == "Cannot listen on [::1]:80: ports below 1024 need special rights. Choose a "
        + "higher one with --listen.")
  }
}
