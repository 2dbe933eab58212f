import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Where the pages of a row put files in their place.
@Suite struct RowFilesTests {
  private static let row = "/s/todo/t/Movie/r/a"

  private func console(keepsFiles: Bool = true) async throws -> RowsConsole {
    let console = try await RowsConsole()
    let remote = try #require(console.sync.remote as? FakeRemote)
    if keepsFiles { remote.capabilities.insert(.files) }
    console.server.change { $0.columns = ["Movie": [RemoteColumn("photo", .file)]] }
    try await console.pull("Movie", [("a", ["title": "A", "photo": ["name": "a.gif"]])])
    return console
  }

  @Test func theFormSaysWhereAndHasNoSecondFormThatLosesTheTyping() async throws {
    let form = await (try await console()).page("\(Self.row)/edit").page
    #expect(!form.contains("type=\"file\"") && !form.contains("multipart/form-data"))
    #expect(form.contains("href=\"\(Self.row)#\(RowFilesView.anchor)\" target=\"_blank\""))
    #expect(form.contains("Upload files on"))
  }

  @Test func theRowPageHasThePlaceThatTheFormLeadsTo() async throws {
    let page = await (try await console()).page(Self.row).page
    #expect(page.contains("id=\"\(RowFilesView.anchor)\"") && page.contains("type=\"file\""))
    #expect(page.contains("Replace file"))
  }

  @Test(arguments: [
    ("evil.html", "<script>alert(1)</script>", "attachment", "application/octet-stream"),
    ("a.png", "GIF89a", "inline", "image/gif"),
    ("../x\"\r\nSet-Cookie: a=b", "", "attachment", "application/octet-stream"),
  ])
  func aFileRunsNothingAndIsFramedNowhere(
    _ name: String, _ content: String, _ disposition: String, _ type: String
  ) throws {
    let file = FileContent(contentType: "text/html", bytes: Array(content.utf8))
    let headers = RowFileHandlers.response(file, name: FileName.plain(name)).headers
    #expect(headers["Content-Type"] == type)
    #expect(headers["X-Content-Type-Options"] == "nosniff")
    let policy = try #require(headers["Content-Security-Policy"])
    for directive in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "sandbox"]
    {
      #expect(policy.components(separatedBy: "; ").contains(directive), "\(directive)")
    }
    // The name cannot end its parameter or begin another field.
    let shown = try #require(headers["Content-Disposition"])
    let prefix = "\(disposition); filename*=UTF-8''"
    #expect(shown.hasPrefix(prefix))
    #expect(shown.dropFirst(prefix.count).allSatisfy { !"\"\r\n;/ ".contains($0) })
  }

  @Test func nothingIsSaidWhereTheServerKeepsNoFiles() async throws {
    let form = await (try await console(keepsFiles: false)).page("\(Self.row)/edit").page
    #expect(!form.contains("Files are put"))
  }
}
