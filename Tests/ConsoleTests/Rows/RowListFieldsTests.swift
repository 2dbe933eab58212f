import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// What the forms of a list keep of it, and what its menu of columns ticks.
@Suite struct RowListFieldsTests {
  private static let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("m1", ["title": "one\ntwo", "rank": 1]), ("m2", ["title": "one\r\ntwo", "rank": 1]),
        ("m3", ["title": "one", "rank": 2]),
      ])
    return console
  }

  /// The hidden fields of a form of the page, as a browser sends them: with CR LF as line breaks.
  private func kept(_ page: String, _ form: String) throws -> [QueryItems.Item] {
    let start = try #require(page.range(of: form))
    let end = try #require(page[start.upperBound...].range(of: "</form>"))
    return page[start.upperBound..<end.lowerBound]
      .split(separator: "<input type=\"hidden\" name=\"").dropFirst().compactMap { part in
        let pieces = part.split(separator: "\"", omittingEmptySubsequences: false)
        return pieces.count > 2 ? QueryItems.Item(String(pieces[0]), Self.asSent(pieces[2])) : nil
      }
  }

  private static func asSent(_ value: Substring) -> String {
    value.replacing("&amp;", with: "&").split(
      separator: #/\r\n|\r|\n/#, omittingEmptySubsequences: false
    )
    .joined(separator: "\r\n")
  }

  @Test(arguments: [("one%0Atwo", "m1"), ("one%0D%0Atwo", "m2")])
  func aConditionOnAValueWithLineBreaksOutlivesTheForms(_ value: String, _ id: String) async throws
  {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    let menu = await browser.get(Self.list + "?title=\(value)&_ticked=shown").page
    let fields = try kept(menu, "action=\"\(Self.list)/columns\"").filter { $0.name != "_token" }
    let applied = await browser.submit(
      Self.list + "/columns", fields.map { ($0.name, $0.value) } + [("cols", "title")],
      token: token)
    let columns = try #require(applied.headers["Location"])
    let answer = String(columns.prefix { $0 != "#" })
      .replacing(Self.list, with: Self.list + ".json")
    let shown = await console.get(answer).json
    #expect(shown["rows"]?.array?.map { $0["id"] } == [.string(id)])
    let page = await console.page(Self.list + "?title=\(value)").page
    let filter = QueryItems(try kept(page, "aria-label=\"Add a filter\"")).encoded
    let canonical = await console.page(
      "\(Self.list)?\(filter)&_column=rank&_op=equals&_value=1")
    #expect(canonical.headers["Location"] == Self.list + "?title=\(value)&rank=1#list")
    #expect(await browser.get(columns).page.contains(Self.list + "?title=\(value)&amp;cols=title"))
  }

  @Test func suggestionsWithLineBreaksAreLinksOnly() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?_column=title&_suggest=1").page
    #expect(page.contains("title=one%0Atwo"))
    #expect(page.contains("<option value=\"one\">"))
    #expect(!page.contains("<option value=\"one\n"))
    let values = await console.get(Self.list + "/values?column=title").json
    #expect(values["values"] == ["one"])
  }

  @Test func theMenuOfColumnsComesWhenItIsOpened() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?cols=rank&rank=1").page
    #expect(!page.contains("id=\"columns\""))
    let link = Self.list + "?cols=rank&rank=1&_ticked=shown"
    let address = link.replacing("&", with: "&amp;")
    #expect(page.contains("data-menu=\"columns\" href=\"\(address)#list\""))
    #expect(await console.page(link).page.contains("<details class=\"menu\" id=\"columns\" open>"))
  }

  @Test func allOrNoColumnsAreTickedWithoutScript() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?cols=rank&rank=1&_ticked=shown").page
    let links = (
      all: try #require(page.link(before: ">All<span")),
      none: try #require(page.link(before: ">None<"))
    )
    #expect(links.all == Self.list + "?cols=rank&rank=1&_ticked=all")
    func ticked(_ page: String) -> Int {
      page.split(separator: "name=\"cols\"").dropFirst().count {
        $0.prefix { $0 != ">" }.contains(" checked")
      }
    }
    #expect(ticked(page) == 1)
    let all = await console.page(links.all).page
    #expect(ticked(all) == 7 && all.contains("id=\"columns\" open>"))
    #expect(ticked(await console.page(links.none).page) == 0)
    #expect(all.link(before: ">Select page</a>")?.contains("_ticked") == false)
  }

  @Test func enterInTheMenuOfColumnsShowsThem() async throws {
    let page = try await filled().page(Self.list + "?_ticked=shown").page
    let menu = try #require(page.range(of: "name=\"cols\"")?.lowerBound)
    let first = try #require(page[..<menu].range(of: "<button", options: .backwards))
    #expect(
      page[first.lowerBound...].hasPrefix(
        "<button class=\"btn s primary\" formaction=\"\(Self.list)/columns#list\">Apply"))
  }
}
