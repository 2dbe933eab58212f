import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import TestSupport
import Testing

@testable import Console

@Suite struct ResponseCompressionTests {
  private static let asking = ["Accept-Encoding": "gzip, deflate, br"]

  /// What differs from page to page, taken out.
  private func settled(_ page: String, _ response: HTTPResponse) -> String {
    let token = HTTPResponse.html(page).csrfToken
    return page.replacing(token, with: "TOKEN")
      .replacing(response.headers["X-Request-Id"] ?? "-", with: "ID")
      .replacing(#/ in \d+ ms/#, with: "")
  }

  private func bytes(_ response: HTTPResponse) -> [UInt8] {
    guard case .bytes(let bytes) = response.body else { return [] }
    return bytes
  }

  @Test func aPackedPageIsTheSamePage() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let plain = await browser.get("/help")
    let packed = await browser.get("/help", Self.asking)
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(bytes(packed).count * 2 < bytes(plain).count)
    let page = String(decoding: try unpackedGzip(bytes(packed)), as: UTF8.self)
    #expect(settled(page, packed) == settled(plain.page, plain))
    for answer in [plain, packed] {
      #expect(answer.headers["Vary"] == "Accept-Encoding, Sec-Fetch-Site")
    }
  }

  @Test(arguments: ["", "identity", "br", "gzip;q=0", "deflate, gzip; q=0.00", "gzipped"])
  func whoDoesNotUnpackGetsThePageAsItIs(encodings: String) async throws {
    let response = try await TestConsole().send(
      .get, "/login", ["Accept-Encoding": encodings])
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.page.hasPrefix("<!doctype html>"))
  }

  @Test func aPageThatAnotherSiteLedToIsNotPacked() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    for (site, isPacked) in [
      ("none", true), ("same-origin", true), ("same-site", false), ("cross-site", false),
    ] {
      let fields = Self.asking.merging(["Sec-Fetch-Site": site]) { $1 }
      let response = await browser.get("/", fields)
      #expect((response.headers["Content-Encoding"] == "gzip") == isPacked, "\(site)")
    }
  }

  @Test func dataIsNotPacked() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let response = await browser.get("/.json", Self.asking)
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.json["stores"]?.array?.isEmpty == false)
  }

  @Test func aFileIsPackedAndUnpacksToItself() async throws {
    let console = try await TestConsole()
    let page = await console.send(.get, "/login").page
    let path = try #require(
      page.split(separator: "\"").first { $0.hasPrefix("/static/app.") && $0.hasSuffix(".css") })
    let plain = await console.send(.get, String(path))
    let packed = await console.send(.get, String(path), Self.asking)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(try unpackedGzip(bytes(packed)) == bytes(plain))
    // Its parts, one after the other.
    let folder = TestConsole.root + "/Public/app.css/"
    let order = try String(contentsOfFile: folder + StaticFiles.orderFile, encoding: .utf8)
    let parts = order.split(separator: "\n").map(String.init)
    #expect(parts.count > 1)
    let whole = try parts.map { try String(contentsOfFile: folder + $0, encoding: .utf8) }.joined()
    let sheet = String(decoding: bytes(plain), as: UTF8.self)
    let link = try #require(sheet.firstMatch(of: #/url\(([^)]*)\)/#)).1
    #expect(sheet.replacing(link, with: "state-icons.svg") == whole)
    #expect(packed.headers["ETag"] != plain.headers["ETag"])
    #expect([plain, packed].allSatisfy { $0.headers["Vary"] == "Accept-Encoding" })
    let tag = try #require(packed.headers["ETag"])
    let again = await console.send(
      .get, String(path), Self.asking.merging(["If-None-Match": tag]) { $1 })
    #expect(again.status == 304)
    #expect(again.headers["Content-Encoding"] == nil)
    let other = await console.send(.get, String(path), ["If-None-Match": tag])
    #expect(other.status == 200)
  }

  /// Each under a name that changes with its content, as the style sheet’s own does.
  @Test func theFilesThatAStyleSheetNamesAreServedAndKept() async throws {
    let console = try await TestConsole()
    let page = await console.send(.get, "/login").page
    let path = try #require(
      page.split(separator: "\"").first { $0.hasPrefix("/static/app.") && $0.hasSuffix(".css") })
    let sheet = await console.send(.get, String(path)).page
    let links = sheet.matches(of: #/url\(([^)]*)\)/#).map(\.1)
    #expect(!links.isEmpty)
    for link in links {
      #expect(link.wholeMatch(of: #/[a-z-]+\.[0-9a-f]+\.svg/#) != nil, "\(link)")
      let file = await console.send(.get, "/static/\(link)")
      #expect(file.status == 200 && file.headers["Content-Type"] == "image/svg+xml")
      #expect(file.headers["Cache-Control"]?.contains("immutable") == true)
    }
  }

  @Test(arguments: ["app.css", "app.js"])
  func orderOfAFileNamesEachOfItsPartsOnce(_ file: String) throws {
    let folder = TestConsole.root + "/Public/\(file)/"
    let order = try String(contentsOfFile: folder + StaticFiles.orderFile, encoding: .utf8)
    let parts = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0 != StaticFiles.orderFile }
    #expect(order.split(separator: "\n").map(String.init).sorted() == parts.sorted())
  }
}
