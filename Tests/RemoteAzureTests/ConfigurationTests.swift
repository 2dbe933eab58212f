import RemoteAzure
import Testing

@Suite struct ConfigurationTests {
  @Test(arguments: [
    "http://127.0.0.1:8081", "https://app.example.net", "HTTPS://app.example.net/base/",
    "http://[::1]:8081", "http://host/a%20b",
  ])
  func takesPlainAddresses(_ url: String) throws {
    let configuration = try AzureConfiguration(url: url)
    #expect(!configuration.url.hasSuffix("/"))
    #expect(configuration.url.hasPrefix("http"))
  }

  @Test(arguments: [
    "", "127.0.0.1:8081", "ftp://host", "http://", "http:///path", "http://user@host",
    "http://user:secret@host", "http://host?x=1", "http://host/#top", "http://host:0",
    "http://host:65536", "http://host:80x", "http://host:", "http://ho st", "http://host/\n",
    "http://[::1", "http://hôte", "http://host\\path",
  ])
  func refusesWhatIsNoPlainAddress(_ url: String) {
    #expect(throws: AzureConfigurationError.self) { try AzureConfiguration(url: url) }
  }

  @Test func refusesSecretsThatWouldBreakTheHeader() {
    #expect(throws: AzureConfigurationError.badSecret("token")) {
      try AzureConfiguration(url: "http://host", authToken: "a\r\nX-Other: b")
    }
    #expect(throws: AzureConfigurationError.badSecret("API key")) {
      try AzureConfiguration(url: "http://host", apiKey: "a b")
    }
  }

  @Test func takesAnEmptySecretForNone() throws {
    #expect(try AzureConfiguration(url: "http://host", authToken: "").authToken == nil)
  }

  @Test(arguments: ["tables", "/ta bles", "/tables?x", "/tables#x"])
  func refusesABadTablePath(_ path: String) {
    #expect(throws: AzureConfigurationError.badTablePath) {
      try AzureConfiguration(url: "http://host", tablePath: path)
    }
  }
}
