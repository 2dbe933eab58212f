import RemoteHTTP
import SyncCore
import Testing

@Suite struct ServerURLTests {
  @Test(arguments: [
    ("http://127.0.0.1:8081", "http://127.0.0.1:8081", "127.0.0.1:8081", ""),
    ("https://app.example.net/", "https://app.example.net", "app.example.net", ""),
    ("HTTPS://app.example.net/base/", "https://app.example.net/base", "app.example.net", "/base"),
    ("http://[::1]:8081", "http://[::1]:8081", "[::1]:8081", ""),
    ("http://host/a%20b", "http://host/a%20b", "host", "/a%20b"),
  ])
  func takesPlainAddresses(_ url: String, normalized: String, host: String, path: String) {
    #expect(ServerURL.problems(url).isEmpty)
    #expect(ServerURL.normalized(url) == normalized)
    #expect(ServerURL.host(of: normalized) == host)
    #expect(ServerURL.path(of: normalized) == path)
  }

  @Test(arguments: [
    "", "127.0.0.1:8081", "ftp://host", "http://", "http:///path", "http://user@host",
    "http://user:secret@host", "http://host?x=1", "http://host/#top", "http://host:0",
    "http://host:65536", "http://host:80x", "http://host:", "http://ho st", "http://host/\n",
    "http://[::1", "http://hôte", "http://host\\path", "http://host/{x}", "http:/host",
  ])
  func refusesWhatIsNoPlainAddress(_ url: String) {
    #expect(ServerURL.problems(url).count == 1)
  }

  @Test func everyMistakeIsTold() {
    let problems = ServerURL.problems("ftp://user:secret@host?x= y")
    #expect(problems.count == 4)
    #expect(problems.allSatisfy { !$0.contains("secret") })
    #expect(ServerURL.problems("http://:x?").count == 2)
  }

  @Test func aCheckCollectsEveryProblem() {
    var check = ConfigurationCheck()
    #expect(check.url("http://host/", example: "https://example.org") == "http://host")
    #expect(check.secret("", .apiKey) == nil && check.secret("abc", .apiKey) == "abc")
    #expect(throws: Never.self) { try check.finish() }
    _ = check.secret("a b", .apiKey)
    _ = check.required("", .keyID)
    check.require(false, "It is not so.")
    let error = #expect(throws: RemoteConfigurationError.self) { try check.finish() }
    #expect(error?.problems.count == 3)
    #expect(error?.description.hasSuffix("It is not so.") == true)
  }
}
