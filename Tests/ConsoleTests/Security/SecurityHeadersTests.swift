import Console
import ConsoleData
import HTTPKit
import JSONKit
import TestSupport
import Testing

@Suite struct SecurityHeadersTests {
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    + "connect-src 'self'; font-src 'self'; worker-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types console"

  private func expectAll(_ response: HTTPResponse, _ what: String) {
    #expect(response.headers.values("Content-Security-Policy") == [Self.policy], "\(what)")
    for (name, value) in [
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ] {
      #expect(response.headers.values(name) == [value], "\(what)")
    }
    #expect(response.headers["Permissions-Policy"] != nil)
    #expect(response.headers["X-Request-Id"]?.isEmpty == false)
    #expect(response.headers["Cache-Control"] != nil)
    // No other origin may read the answer, and no browser guesses its encoding.
    #expect(!response.headers.all.contains { $0.name.lowercased().hasPrefix("access-control-") })
    if let type = response.headers["Content-Type"] {
      #expect(type.hasSuffix("; charset=utf-8"), "\(what)")
    }
  }

  @Test func everyKindOfAnswerCarriesTheSecurityHeaders() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let css = try #require(await cssAddress(&browser))
    expectAll(await browser.get("/"), "page")
    expectAll(await browser.get("/.json"), "JSON")
    expectAll(await browser.get("/nowhere"), "404")
    expectAll(await browser.get(css), "static file")
    expectAll(await browser.get("/static/nowhere.css"), "missing static file")
    expectAll(await browser.get("/users"), "403")
    expectAll(await browser.get("/%zz"), "400")
    expectAll(await browser.submit("/healthz", [], token: nil), "405")
    expectAll(await console.send(.get, "/"), "303 to sign in")
    expectAll(await console.send(.get, "/login"), "sign in")
    expectAll(await console.send(.get, "/", ["Accept": "application/json"]), "401")
    expectAll(await console.send(.get, "/", ["Host": "evil.example"]), "421")
    expectAll(await console.app.respond(to: HTTPRequest(.get, "/")), "no Host")
  }

  private func cssAddress(_ browser: inout TestBrowser) async -> String? {
    let page = await browser.get("/").page
    return page.split(separator: "\"").first {
      $0.hasPrefix("/static/app.") && $0.hasSuffix(".css")
    }
    .map(String.init)
  }

  @Test func dataIsNeverKeptAndFilesAreKeptForever() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    #expect(await browser.get("/").headers["Cache-Control"] == "no-store")
    #expect(await browser.get("/.json").headers["Cache-Control"] == "no-store")
    let css = try #require(await cssAddress(&browser))
    let file = await browser.get(css)
    #expect(file.status == 200)
    #expect(file.headers["Content-Type"] == "text/css; charset=utf-8")
    #expect(file.headers["Cache-Control"]?.contains("immutable") == true)
    let tag = try #require(file.headers["ETag"])
    let again = await browser.get(css, ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.page.isEmpty)
  }

  @Test(arguments: [
    "/static/../Package.swift", "/static/%2e%2e/Package.swift", "/static/..%2fPackage.swift",
    "/static//etc/passwd", "/static/", "/static/app.css", "/static/app.0.css",
  ])
  func nothingOutsideOfTheFolderIsServed(path: String) async throws {
    #expect(try await TestConsole().send(.get, path).status == 404)
  }

  @Test func underTLSTheCookiesAreBoundToItAndToTheHost() async throws {
    let console = try await TestConsole { $0.hasSecureCookies = true }
    let response = await console.send(.get, "/login")
    let cookie = try #require(response.headers["Set-Cookie"])
    #expect(cookie.hasPrefix("__Host-syncline_signin="))
    for part in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
      #expect(cookie.contains(part))
    }
    #expect(response.headers["Strict-Transport-Security"] != nil)
  }

  /// Those of settings as well, whose names a page of another host could take otherwise.
  @Test(arguments: [("", "__Host-"), ("/tools", "__Secure-")])
  func underTLSTheNamesOfAllCookiesAreBound(prefix: String, start: String) async throws {
    let console = try await TestConsole {
      $0.hasSecureCookies = true
      $0.prefix = prefix
    }
    let choice = await console.submit("\(prefix)/theme", [("theme", "dark")])
    let theme = try #require(choice.headers["Set-Cookie"])
    #expect(theme.hasPrefix("\(start)syncline_theme=dark;") && theme.contains("; Secure"))
    let page = await console.send(
      .get, "\(prefix)/login", ["Cookie": "\(start)syncline_theme=dark"]
    ).page
    #expect(page.contains("data-theme=\"dark\""))
    #expect(page.contains("data-zone-cookie=\"\(start)syncline_zone\""))
    let plain = await console.send(.get, "\(prefix)/login", ["Cookie": "syncline_theme=dark"])
    #expect(!plain.page.contains("data-theme"))
  }
}
