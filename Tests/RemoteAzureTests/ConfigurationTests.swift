import RemoteAzure
import SyncCore
import Testing

@Suite struct ConfigurationTests {
  @Test func everyMistakeIsToldAtOnce() throws {
    let error = #expect(throws: RemoteConfigurationError.self) {
      try AzureConfiguration(
        url: "ftp://user:secret@host", authToken: "a\r\nX-Other: b", apiKey: "c d",
        tablePath: "tables")
    }
    let problems = try #require(error?.problems)
    #expect(problems.count == 4)
    #expect(problems[0].hasPrefix("The remote’s URL cannot be used. It must begin with http://"))
    #expect(problems[1].hasPrefix("The remote’s token is empty, or contains a space"))
    #expect(problems[2].hasPrefix("The remote’s API key is empty"))
    #expect(problems[3].hasPrefix("The remote’s table path must begin with a slash"))
    #expect(problems.allSatisfy { !$0.contains("secret") && !$0.contains("X-Other") })
  }

  @Test func takesAnEmptySecretForNone() throws {
    #expect(try AzureConfiguration(url: "http://host/", authToken: "").authToken == nil)
    #expect(try AzureConfiguration(url: "HTTP://host/base/").url == "http://host/base")
  }

  @Test(arguments: ["tables", "/ta bles", "/tables?x", "/tables#x"])
  func refusesABadTablePath(_ path: String) {
    #expect(throws: RemoteConfigurationError.self) {
      try AzureConfiguration(url: "http://host", tablePath: path)
    }
  }
}
