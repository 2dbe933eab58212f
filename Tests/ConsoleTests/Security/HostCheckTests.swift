import Console
import HTTPKit
import JSONKit
import TestSupport
import Testing

@Suite struct HostCheckTests {
  @Test(arguments: [
    "evil.example", "127.0.0.1:9999", "127.0.0.1", "localhost.evil.example:8080", "127.0.0.1:8080.",
    "", "127.0.0.1:8080@evil.example", "[::1]:80", "evil.example:8080",
  ])
  func aForeignHostIsRefusedOnEveryPath(host: String) async throws {
    let console = try await TestConsole()
    for path in ["/", "/login", "/healthz", "/static/app.css", "/s/todo/push"] {
      let response = await console.send(.get, path, ["Host": host])
      #expect(response.status == 421, "\(path)")
      #expect(response.headers.values("Set-Cookie").isEmpty)
    }
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"])
  func theLoopbackNamesWithThePortAreAnswered(host: String) async throws {
    let response = try await TestConsole().send(.get, "/healthz", ["Host": host])
    #expect(response.status == 200)
  }

  @Test func aNameThatWasAllowedIsAnswered() async throws {
    let console = try await TestConsole { $0.allowedHosts = ["console.lan", "a.example:81"] }
    for (host, status) in [
      ("console.lan", 200), ("Console.LAN:8080", 200), ("a.example:81", 200), ("a.example", 421),
      ("x.console.lan", 421),
    ] {
      #expect(await console.send(.get, "/healthz", ["Host": host]).status == status, "\(host)")
    }
  }

  @Test func theRefusalOfAnIPv6AddressNamesItWhole() async throws {
    let console = try await TestConsole()
    let page = await console.send(.get, "/", ["Host": "[fd00::1]:8080"])
    #expect(page.page.contains("--allow-host [fd00::1]<"))
  }

  @Test func theRefusalNamesTheFlagAndShowsTheNameAsText() async throws {
    let console = try await TestConsole()
    let page = await console.send(.get, "/", ["Host": "console.lan:8080"])
    #expect(page.page.contains("syncline serve --allow-host console.lan<"))
    let hostile = await console.send(.get, "/", ["Host": "<script>x</script>"])
    #expect(!hostile.page.contains("<script>x"))
    let odd = await console.send(.get, "/", ["Host": "a;reboot;$(x)"])
    #expect(odd.page.contains("--allow-host NAME<") && odd.page.contains("a;reboot;$(x)"))
    let program = await console.send(
      .get, "/", ["Host": "console.lan:8080", "Accept": "application/json"])
    #expect(program.json["error"]?["code"] == "wrong_host")
    #expect(program.json["error"]?["message"]?.string?.contains("--allow-host") == true)
  }

  @Test func aRequestWithoutAHostOrWithTwoIsRefused() async throws {
    let console = try await TestConsole()
    let none = await console.app.respond(to: HTTPRequest(.get, "/healthz"))
    #expect(none.status == 400)
    var headers: HTTPHeaders = ["Host": TestConsole.host]
    headers.add("Host", TestConsole.host)
    let two = await console.app.respond(to: HTTPRequest(.get, "/healthz", headers: headers))
    #expect(two.status == 400)
  }
}
