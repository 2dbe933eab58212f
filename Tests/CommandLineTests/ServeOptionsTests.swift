import HTTPServer
import Support
import TestSupport
import Testing

@testable import syncline

@Suite struct ServeOptionsTests {
  private func options(_ words: [String]) throws -> (ServeOptions, problems: [String]) {
    let parsed = try ArgumentParser(command: ServeCommand.specification).parse(words)
    var reader = OptionReader(parsed)
    let options = ServeOptions(&reader)
    return (options, reader.problems)
  }

  @Test(arguments: [("/sync", "/sync"), ("/a/b-c.d_~9/", "/a/b-c.d_~9"), ("/", "")])
  func aPrefixIsAPathWithoutASlashAtItsEnd(text: String, prefix: String) throws {
    let (options, problems) = try options(["--prefix", text])
    #expect(problems == [])
    #expect(options.prefix == prefix)
  }

  @Test(arguments: [
    "sync", "", "//x", "/a//b", "/a/..", "/./a", "/a b", "/ä", "/a?b", "/a#b", "/a%20", "/a;b",
  ])
  func aPrefixThatBrowsersWouldReadOtherwiseIsAMistake(text: String) throws {
    let (_, problems) = try options(["--prefix", text])
    #expect(problems.count == 1 && problems[0].contains("such as /sync"))
  }

  @Test func whereNobodyCouldSignInNothingIsMade() async throws {
    let directory = try TemporaryDirectory()
    let data = directory.file("data")
    #expect(await Syncline.run(["serve", "--listen", "0.0.0.0:0", "--data", data]) == 2)
    #expect(!Files.exists(data))
  }

  @Test(arguments: ["a/b", "", "https://x", "a b", "x?y"])
  func aHostThatNoBrowserSendsIsAMistake(text: String) async throws {
    let (_, problems) = try options(["--allow-host", "x.example", "--allow-host", text])
    #expect(problems.count == 1 && problems[0].contains("such as console.example.org"))
    #expect(await Syncline.run(["serve", "--allow-host", text]) == 2)
  }

  @Test(arguments: ["x.example", "10.0.0.5:8080", "[::1]:8080", "My-Host"])
  func aHostStandsAsItWasWritten(text: String) throws {
    let (options, problems) = try options(["--allow-host", text])
    #expect(problems == [] && options.allowedHosts == [text])
  }

  @Test(arguments: ["nope", "", "10.0.0.0/8", "127.0.0.1:80", "[::1]", "localhost"])
  func aProxyThatNoConnectionComesFromIsAMistake(text: String) async throws {
    let (_, problems) = try options(["--trusted-proxy", "127.0.0.1", "--trusted-proxy", text])
    #expect(problems.count == 1 && problems[0].contains("such as 127.0.0.1 or ::1"))
    #expect(await Syncline.run(["serve", "--trusted-proxy", text]) == 2)
  }

  @Test(arguments: [
    ("10.0.0.5", "10.0.0.5"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::1", "2001:db8::1"),
  ])
  func aProxyIsKnownHoweverItsAddressIsWritten(text: String, address: String) throws {
    #expect(try options(["--trusted-proxy", text]).0.trustedProxies == [address])
  }

  @Test func aProxysAddressHasNoLimitsOfItsOwn() throws {
    let (alone, _) = try options([])
    #expect(alone.serverConfiguration.perAddressMax < alone.serverConfiguration.connectionsMax)
    #expect(alone.serverConfiguration.sharedAddresses.isEmpty)
    let (behind, _) = try options(["--trusted-proxy", "127.0.0.1"])
    #expect(behind.serverConfiguration.sharedAddresses == ["127.0.0.1"])
  }

  @Test func whatAClientMayHaveIsASetting() async throws {
    let (standard, _) = try options([])
    #expect(standard.serverConfiguration.idlePerClientMax == 32)
    #expect(standard.serverConfiguration.streamsPerClientMax == 16)
    let (set, _) = try options(["--idle-per-client", "8", "--streams-per-client", "4"])
    #expect(set.serverConfiguration.idlePerClientMax == 8)
    #expect(set.serverConfiguration.streamsPerClientMax == 4)
    for text in ["0", "1025", "x", "-1"] {
      #expect(await Syncline.run(["serve", "--idle-per-client", text]) == 2)
    }
  }
}
