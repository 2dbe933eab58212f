import HTTPKit
import Support
import TestSupport
import Testing

@testable import HTTPClient

/// Addresses that a server's answer named.
@Suite struct EgressTests {
  private static let elsewhere = "http://files.example"

  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0",
    "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001::1", "2001:db8::1",
  ])
  func aSpecialNetworkAddressIsNotPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "17.253.144.10", "172.15.0.1", "172.32.0.1", "100.128.0.1",
    "2606:4700::1111", "2001:4860:4860::8888", "2620:149::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
  ])
  func anAddressOfTheInternetIsPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic)
  }

  @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1"])
  func aServersAnswerReachesNoPrivateAddress(host: String) async throws {
    let server = try RawServer { _ in }
    let request = ClientRequest(
      .get, "http://\(host):\(server.port)/secret", egress: try EgressRule(remote: Self.elsewhere))
    let error = try #require(await HTTPClient().failure(request))
    guard case .forbidden(let detail) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(detail.contains("not to a public address") && !detail.contains("secret"))
    #expect(!error.mayHaveArrived)
    #expect(server.connectionCount == 0)
  }

  @Test func aKeptConnectionIsNoWayAroundTheRule() async throws {
    let requests = Locked(0)
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      requests.withLock { $0 += 1 }
      return .text("ok")
    }
    try await withServer(answering: respond) { address in
      let url = address.replacing("127.0.0.1", with: "localhost")
      let client = HTTPClient()
      _ = try await client.send(ClientRequest(.get, url))
      let rule = try EgressRule(remote: Self.elsewhere)
      guard case .forbidden? = await client.failure(ClientRequest(.get, url, egress: rule)) else {
        Issue.record("not refused")
        return
      }
      #expect(requests.withLock { $0 } == 1)
    }
  }

  @Test func theRemotesOwnHostMayBePrivate() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in .text("ok") }
    try await withServer(answering: respond) { address in
      let rule = try EgressRule(remote: "http://127.0.0.1:1")
      let response = try await HTTPClient().send(ClientRequest(.get, address, egress: rule))
      #expect(response.status == 200)
    }
  }

  @Test func plainHTTPIsOnlyForRemotesThatHaveIt() async throws {
    let rule = try EgressRule(remote: "https://files.example")
    let request = ClientRequest(.get, "http://files.example/a", egress: rule)
    guard case .forbidden? = await HTTPClient().failure(request) else {
      Issue.record("not refused")
      return
    }
    #expect(throws: Never.self) {
      _ = try EgressRule(remote: Self.elsewhere).admit(
        ClientRequest(.get, "https://other.example/"), to: Endpoint("https://other.example/"))
    }
  }

  @Test func credentialsGoToNoOtherOrigin() throws {
    let headers: HTTPHeaders = [
      "Authorization": "Bearer secret", "Cookie": "a=secret", "X-ZUMO-AUTH": "secret",
      "X-Parse-Master-Key": "secret", "Content-Type": "text/plain",
    ]
    let rule = try EgressRule(remote: "https://api.example")
    let sent = { (url: String) throws -> [String] in
      try rule.admit(ClientRequest(.get, url, headers: headers), to: Endpoint(url))
        .headers.all.map(\.name)
    }
    for url in ["https://files.example/", "https://api.example:444/"] {
      #expect(try sent(url) == ["Content-Type"])
    }
    #expect(try sent("https://API.example.:443/a").count == headers.all.count)
  }

  @Test func aRedirectIsAnAnswerAndNotFollowed() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      request.rawPath == "/" ? .seeOther("/secret") : .text("secret")
    }
    try await withServer(answering: respond) { address in
      let rule = try EgressRule(remote: address)
      let response = try await HTTPClient().send(ClientRequest(.get, address, egress: rule))
      #expect(response.status == 303)
    }
  }
}
