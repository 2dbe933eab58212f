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

  @Test func nothingIsSaidWhereTheServerKeepsNoFiles() async throws {
    let form = await (try await console(keepsFiles: false)).page("\(Self.row)/edit").page
    #expect(!form.contains("Files are put"))
  }
}
