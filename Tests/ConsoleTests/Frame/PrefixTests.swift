import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// A console that stands below the top of its host, as behind a proxy.
@Suite struct PrefixTests {
  private static let prefix = "/tools/sync"

  private func console() async throws -> SyncConsole {
    try await SyncConsole { $0.prefix = Self.prefix }
  }

  /// Signs in on the way that a browser is led.
  private func browser(_ console: TestConsole) async throws -> TestBrowser {
    try await console.data.addUser("mira", role: .admin, password: "correct horse")
    var browser = TestBrowser(console: console)
    let sent = await browser.get("\(Self.prefix)/users")
    #expect(sent.headers["Location"] == "\(Self.prefix)/login")
    let page = await browser.get("\(Self.prefix)/login")
    let response = await browser.submit(
      "\(Self.prefix)/login", [("name", "mira"), ("password", "correct horse")],
      token: page.csrfToken)
    #expect(response.headers["Location"] == "\(Self.prefix)/users")
    return browser
  }

  /// Every address that a page names, of links, forms, files and streams.
  private func addresses(in page: String) throws -> Set<String> {
    let names = "href|action|formaction|src|data-events|data-counts"
    let pattern = try Regex(" (?:\(names))=\"([^\"]*)\"", as: (Substring, Substring).self)
    return Set(page.matches(of: pattern).map { String($0.output.1).replacing("&amp;", with: "&") })
  }

  @Test func everyAddressOfEveryPageStandsBelowThePrefix() async throws {
    let console = try await console()
    _ = try await console.conflict("ivan")
    _ = try await console.failure("ralph")
    try await console.fill(["ricky"])
    try await console.items.delete("ricky", by: "mira")
    let started = await console.post("\(Self.prefix)/s/todo/pull")
    #expect(started.json["url"]?.string?.hasPrefix("\(Self.prefix)/s/todo/runs/") == true)
    _ = try await console.console.runs.wait(
      try #require(started.json["run"]?.integer), store: "todo")
    var browser = try await browser(console.console)
    var seen: Set<String> = []
    var open = ["\(Self.prefix)/"]
    while let address = open.popLast(), seen.count < 400 {
      guard seen.insert(address).inserted else { continue }
      let response = await browser.get(address)
      #expect(response.status == 200 || response.status == 303, "\(address): \(response.status)")
      if let location = response.headers["Location"] { open.append(location) }
      guard response.headers["Content-Type"]?.hasPrefix("text/html") == true else { continue }
      for found in try addresses(in: response.page) where !found.hasPrefix("#") {
        #expect(found.hasPrefix("\(Self.prefix)/"), "\(address) names \(found)")
        if response.page.contains("href=\"\(found.replacing("&", with: "&amp;"))\"") {
          open.append(String(found.prefix { $0 != "#" }))
        }
      }
    }
    #expect(seen.count > 60, "the crawl found only \(seen.sorted())")
    for failure in console.console.failures.withLock({ $0 }) { Issue.record("\(failure)") }
  }

  @Test func redirectsStayBelowThePrefix() async throws {
    let console = try await console()
    try await console.fill()
    var browser = try await browser(console.console)
    let token = await browser.get("\(Self.prefix)/").csrfToken
    for (path, fields) in [
      ("/s/todo/t/TodoItem/r/dean/delete", []), ("/theme", [("theme", "dark")]),
      ("/s/todo/sync", []), ("/logout", []),
    ] as [(String, [(String, String)])] {
      let response = await browser.submit(
        Self.prefix + path, fields, token: token,
        ["Referer": "http://\(TestConsole.host)/elsewhere"])
      #expect(response.status == 303, "\(path)")
      #expect(response.headers["Location"]?.hasPrefix("\(Self.prefix)/") == true, "\(path)")
    }
  }

  @Test func cookiesAreSentToThisConsoleOnly() async throws {
    for (isSecure, name) in [
      (false, "syncline_signin="), (true, "__Secure-syncline_signin="),
    ] {
      let console = try await TestConsole {
        $0.prefix = Self.prefix
        $0.hasSecureCookies = isSecure
      }
      let cookie = try #require(
        await console.send(.get, "\(Self.prefix)/login").headers["Set-Cookie"])
      #expect(cookie.hasPrefix(name))
      #expect(cookie.contains("; Path=\(Self.prefix);"))
    }
  }

  @Test func nothingIsServedOutsideOfThePrefixButWhatProbesAskFor() async throws {
    let console = try await TestConsole { $0.prefix = Self.prefix }
    for path in ["/", "/login", "/tools", "/tools/synchrony", "/static/app.css", "/s/todo"] {
      let response = await console.send(.get, path)
      #expect(response.status == 404, "\(path)")
      #expect(response.page.contains("href=\"\(Self.prefix)/\""), "\(path)")
    }
    #expect(await console.send(.get, "/healthz").status == 200)
    #expect(await console.send(.get, "/readyz").status == 200)
    #expect(await console.send(.get, "\(Self.prefix)/healthz").status == 200)
    let program = await console.send(.get, "/.json")
    #expect(program.json["error"]?["message"]?.string?.contains("\(Self.prefix)/") == true)
  }

  @Test func thePrefixAloneIsTheFirstPage() async throws {
    let console = try await console()
    var browser = try await browser(console.console)
    let bare = await browser.get(Self.prefix)
    #expect(bare.status == 200)
    #expect(bare.page.contains("<h1>Stores"))
  }
}
