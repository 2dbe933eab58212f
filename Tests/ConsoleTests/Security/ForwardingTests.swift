import Console
import ConsoleData
import HTTPKit
import Support
import TestSupport
import Testing

/// What a proxy says counts, and what anybody else says about a proxy does not.
@Suite struct ForwardingTests {
  private func ask(
    _ fields: [String: String], from peer: String, trusted: UTF8Set = ["10.0.0.2", "10.0.0.3"]
  ) async throws -> (status: Int, address: String?) {
    let console = try await TestConsole {
      $0.allowedHosts = ["console.example"]
      $0.trustedProxies = trusted
    }
    var headers: HTTPHeaders = ["Host": TestConsole.host]
    for (name, value) in fields { headers[name] = value }
    let page = await console.app.respond(
      to: HTTPRequest(.get, "/login", headers: headers, remoteAddress: peer))
    guard page.status == 200, let cookie = page.headers["Set-Cookie"]?.prefix(while: { $0 != ";" })
    else { return (page.status, nil) }
    headers["Cookie"] = String(cookie)
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    let body = "_token=\(page.csrfToken)&name=mira&password=wrong"
    let answer = await console.app.respond(
      to: HTTPRequest(
        .post, "/login", headers: headers, body: Array(body.utf8), remoteAddress: peer))
    #expect(answer.status == 403)
    let entry = try await console.data.auditEntries(AuditFilter(), limit: 1).first
    return (page.status, entry?.record.address)
  }

  @Test func theClientThatAProxyNamesStandsInTheAudit() async throws {
    let answer = try await ask(["X-Forwarded-For": "198.51.100.7"], from: "10.0.0.2")
    #expect(answer.address == "198.51.100.7")
  }

  @Test func addressesThatAClientMadeUpAreNotBelieved() async throws {
    let chain = try await ask(
      ["X-Forwarded-For": "203.0.113.1, 198.51.100.7, 10.0.0.3"], from: "10.0.0.2")
    #expect(chain.address == "198.51.100.7")
    let stranger = try await ask(["X-Forwarded-For": "203.0.113.1"], from: "198.51.100.9")
    #expect(stranger.address == "198.51.100.9")
    let hostile = try await ask(["X-Forwarded-For": "<script>"], from: "10.0.0.2")
    #expect(hostile.address == "10.0.0.2")
  }

  /// Each port would count as a client of its own otherwise, and none would ever be slowed down.
  @Test(arguments: [
    ("5.5.5.6:40000", "5.5.5.6"), ("[2001:db8::1]", "2001:db8::1"),
    ("[2001:db8::1]:443", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
    ("5.5.5.6:40000, 10.0.0.3:9", "5.5.5.6"), ("[<script>]:1", "10.0.0.2"),
    ("5.5.5.6:x", "10.0.0.2"), ("[2001:db8::1", "10.0.0.2"),
  ])
  func aPortIsNoPartOfTheAddress(_ field: String, _ address: String) async throws {
    let answer = try await ask(["X-Forwarded-For": field], from: "10.0.0.2")
    #expect(answer.address == address)
  }

  @Test func theHostThatAProxyNamesHasToBeAllowedToo() async throws {
    let allowed = try await ask(["X-Forwarded-Host": "console.example"], from: "10.0.0.2")
    #expect(allowed.status == 200)
    let foreign = try await ask(["X-Forwarded-Host": "evil.example"], from: "10.0.0.2")
    #expect(foreign.status == 421)
  }

  @Test func nobodyElseCanNameAHost() async throws {
    let answer = try await ask(
      ["Host": "evil.example", "X-Forwarded-Host": "console.example"], from: "198.51.100.9")
    #expect(answer.status == 421)
  }
}
