import ConsoleData
import HTTPKit
import JSONKit
import Testing

@testable import Console

/// Sessions are told apart by browser and system, not by the text that a browser sends.
@Suite struct UserAgentTests {
  private static let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
  private static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
  private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
  private static let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)"

  @Test(arguments: [
    ("\(windows) Gecko/20100101 Firefox/133.0", "Firefox on Windows"),
    ("\(windows) \(webKit) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", "Edge on Windows"),
    ("\(mac) \(webKit) Chrome/131.0.0.0 Safari/537.36", "Chrome on macOS"),
    ("\(mac) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15", "Safari on macOS"),
    ("\(iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1", "Safari on iOS"),
    ("\(iPhone) AppleWebKit/605.1.15 CriOS/131.0 Mobile Safari/604.1", "Chrome on iOS"),
    (
      "Mozilla/5.0 (Linux; Android 14; K) \(webKit) Chrome/131.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"),
    ("curl/8.5.0", "curl"), ("sync-script/2 (Linux)", "sync-script/2 (Linux)"), ("", ""),
  ])
  func browserAndSystemAreNamed(_ header: String, _ words: String) {
    #expect(UserAgent(text: header).words == words)
  }

  @Test func anUnknownHeaderIsCut() {
    let words = UserAgent(text: String(repeating: "x", count: 200)).words
    #expect(words == String(repeating: "x", count: 80) + "…")
  }

  @Test func theListOfSessionsHasTheHeaderAsATitle() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    let header = "\(Self.windows) Gecko/20100101 Firefox/133.0"
    _ = try await console.data.startSession(user: "ann", address: "::1", agent: header)
    _ = try await console.data.startSession(user: "ann", address: "::1", agent: "own/1")
    let cell = "<td class=\"grow mut\" title=\"\(header)\">Firefox on Windows</td>"
    for path in ["/sessions", "/users"] {
      let page = await browser.get(path).page
      #expect(page.contains(cell) && page.contains("<td class=\"grow mut\">own/1</td>"))
    }
    let found = await browser.get("/users?text=firefox+on").page
    #expect(found.contains(cell) && !found.contains(">own/1<"))
    let listed = await browser.get("/sessions.json").json["sessions"]?.array ?? []
    #expect(listed.contains { $0["agent"]?.string == header })
  }
}
