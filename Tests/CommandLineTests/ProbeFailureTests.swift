import Console
import HTTPClient
import JSONKit
import TestSupport
import Testing

@testable import syncline

/// What a test of a connection says of the one setting that is wrong.
@Suite struct ProbeFailureTests {
  private func test(_ remote: JSONValue) async throws -> ConnectionTest {
    let directory = try TemporaryDirectory()
    let data = try DataDirectory(creating: directory.file("data"))
    return await RemoteProbe(opener: StoreOpener(data: data, client: HTTPClient()))
      .test(["remote": remote, "tables": [["name": "Note"]]])
  }

  /// A server that knows no TLS and answers every request with `status`.
  private func server(_ status: String) throws -> RawServer {
    try RawServer { connection in
      _ = try await connection.read()
      try await connection.send("HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n{}")
      connection.hangUp()
    }
  }

  @Test func anHTTPSAddressOfAnHTTPServerNamesTheAddressToTry() async throws {
    let server = try server("404 Not Found")
    let place = "127.0.0.1:\(server.port)"
    let test = try await test(["kind": "azure", "url": .string("https://\(place)")])
    #expect(
      test.failure
        == ConnectionFailure(
          "The server at \(place) does not speak https.", at: "remote.url",
          "Try http://\(place)."))
    #expect(test.checks.first?.evidence.hasSuffix("Try http://\(place).") == true)
    #expect(test.milliseconds != nil)
  }

  /// As a server with TLS answers to what is not TLS.
  @Test func aServerThatRefusesPlainRequestsIsNotTakenForOneOfHTTP() async throws {
    let server = try server("400 Bad Request")
    let test = try await test(
      ["kind": "azure", "url": .string("https://127.0.0.1:\(server.port)")])
    #expect(test.failure?.remedy.path == "remote.url")
    #expect(test.failure?.remedy.text.hasPrefix("Check the host and the port") == true)
  }

  @Test(arguments: ["401 Unauthorized", "403 Forbidden"])
  func aRefusedSignInIsAboutTheSecret(_ status: String) async throws {
    let server = try server(status)
    let test = try await test(
      ["kind": "azure", "url": .string("http://127.0.0.1:\(server.port)")])
    #expect(test.failure?.text.contains("rejected the sign-in.") == true)
    #expect(
      test.failure?.remedy
        == SettingProblem(
          "remote.authTokenEnv",
          "The server requires it. Name the variable or the file that holds it."))
  }

  @Test(
    arguments: [
      (["kind": "azure"], "remote.authTokenEnv", false),
      (["kind": "azure", "authTokenFile": "/a"], "remote.authTokenFile", true),
      (["kind": "azure", "apiKeyEnv": "A"], "remote.apiKeyEnv", true),
      (["kind": "parse", "sessionTokenEnv": "A"], "remote.sessionTokenEnv", true),
      (["kind": "cloudkit", "apiTokenFile": "/a"], "remote.apiTokenFile", true),
    ] as [(JSONObject, String, Bool)])
  func theSecretIsTheOneThatIsNamedElseTheUsualOne(
    _ remote: JSONObject, _ path: String, _ isSet: Bool
  ) {
    let secret = RemoteProbe.secret(remote)
    #expect(secret.path == path && secret.isSet == isSet)
  }
}
