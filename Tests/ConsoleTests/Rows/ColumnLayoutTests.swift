import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Columns of a list that are in an order, pinned, and as wide as somebody has them.
@Suite struct ColumnLayoutTests {
  private static let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", [("a", ["title": "A", "rank": 12, "genre": "drama"]), ("b", ["title": "B"])])
    return console
  }

  private func heads(_ page: String) -> [String] {
    page.components(separatedBy: "data-head=\"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
  }

  @Test func theAddressSaysWidthsAndPinnedColumns() async throws {
    let console = try await filled()
    let page = await console.page(
      Self.list + "?cols=title&cols=rank&_pin=2&_width=&_width=120%20rank&_width="
    ).page
    #expect(heads(page) == ["title", "rank"])
    #expect(page.contains("<colgroup><col><col><col><col width=\"120\"></colgroup>"))
    #expect(page.contains("class=\"num pin p2 sized\""))
    #expect(page.contains("<th scope=\"row\" class=\"key pin p1\">"))
    let menu = await console.page(Self.list + "?cols=rank&_width=120%20rank&_ticked=shown").page
    #expect(menu.contains("<option value=\"120 rank\" selected>120 px</option>"))
    // Links keep one sign that no other width was chosen.
    let sorted = try #require(page.link(before: ">rank</a>"))
    #expect(sorted.contains("&_width=&_width=120%20rank&sort=rank"))
    #expect(await console.page(Self.list + "?_width=9%20rank&_width=x&_pin=99").status == 200)
  }

  @Test func thoseThatAreSavedAreTheOnesOfTheirPersonAlone() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    let chosen = await browser.get(
      Self.list + "?rank=12&cols=rank&cols=title&_pin=1&_width=96%20title"
    ).page
    let save = try #require(chosen.action(containing: "/columns"))
    let query = "rank=12&cols=rank&cols=title&_pin=1&_width=96%20title"
    #expect(chosen.contains("name=\"query\" value=\"\(query.replacing("&", with: "&amp;"))\""))
    let answer = await browser.submit(save, [("query", query)], token: token)
    #expect(answer.headers["Location"] == Self.list + "?rank=12")
    let page = await browser.get(Self.list).page
    #expect(page.contains("Columns of Movie saved."))
    #expect(heads(page) == ["rank", "title"] && page.contains("<col width=\"96\">"))
    // The address is more than what is saved.
    #expect(heads(await browser.get(Self.list + "?cols=genre").page) == ["genre"])
    #expect(!(await browser.get(Self.list + "?_width=").page).contains("<colgroup>"))
    let other = try await console.browser(.operate)
    var others = other
    #expect(heads(await others.get(Self.list).page).first == "title")
    let json = await console.get(Self.list + ".json").json
    #expect(json["columns"]?.array?.count == 8)
    let menu = await browser.get(Self.list + "?_ticked=shown").page
    #expect(menu.contains("Forget saved columns"))
    _ = await browser.submit(save, [("query", "")], token: token)
    #expect(heads(await browser.get(Self.list).page).first == "title")
  }

  @Test func theSizeOfAPageIsKeptUntilAnotherOneIsChosen() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    func size(_ page: String) -> String? {
      page.firstMatch(of: #/<a href="[^"]*" aria-current="true">(\d+)<\/a>/#).map { String($0.1) }
    }
    let own = ["Sec-Fetch-Site": "same-origin"]
    let link = Self.list + "?size=50"
    let pager = await browser.get(Self.list).page
    #expect(pager.contains("href=\"\(link)&amp;_keep=1\">50</a>"))
    // Neither an address with a size is a choice, nor a link of another site.
    for (address, fields) in [
      (link, own), (link + "&_keep=1", [:]), (link + "&_keep=1", ["Sec-Fetch-Site": "cross-site"]),
    ] as [(String, [String: String])] {
      _ = await browser.get(address, fields)
      #expect(size(await browser.get(Self.list).page) == "25", "\(address) \(fields)")
    }
    #expect(await browser.get(link + "&_keep=1", own).headers["Location"] == link)
    #expect(size(await browser.get(Self.list).page) == "50")
    let menu = await browser.get(Self.list + "?_ticked=shown").page
    #expect(!menu.contains("Forget saved columns"))
    // Columns are kept beside it.
    _ = await browser.submit(Self.list + "/columns", [("query", "cols=rank")], token: token)
    let page = await browser.get(Self.list).page
    #expect(size(page) == "50" && heads(page) == ["rank"])
    // Neither a saved view nor an odd number is a choice for the table.
    for query in ["?size=100&_keep=1&_saved=1", "?size=7&_keep=1"] {
      _ = await browser.get(Self.list + query, own)
    }
    #expect(size(await browser.get(Self.list).page) == "50")
    var other = try await console.browser(.operate)
    #expect(size(await other.get(Self.list).page) == "25")
    _ = await browser.get(Self.list + "?size=25&_keep=1", own)
    #expect(size(await browser.get(Self.list).page) == "25")
    #expect(heads(await browser.get(Self.list).page) == ["rank"])
  }

  @Test func programsSaveTheirsToo() async throws {
    let console = try await filled()
    let saved = await console.post(
      Self.list + "/columns", ["query": "cols=rank&cols=nothing&_width=50%20nothing"])
    #expect(saved.json == ["query": "cols=rank"])
    #expect(await console.post(Self.list + "/columns", ["query": "a%"]).status == 400)
    #expect(await console.post("/s/todo/t/Nothing/columns", ["query": ""]).status == 404)
  }

  @Test func theFormOfColumnsKeepsThemAndLeadsBackToItsList() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    let form = await browser.get(Self.list + "?rank=12&_ticked=shown").page
    #expect(form.contains("<input type=\"hidden\" name=\"_columns\" value=\"1\">"))
    let fields = [
      ("_columns", "1"), ("rank", "12"), ("cols", "title"), ("_width", ""), ("cols", "rank"),
      ("_width", "96 rank"), ("cols", "genre"), ("_width", ""), ("_pin", "1"),
    ]
    let applied = await browser.submit(Self.list + "/columns", fields, token: token)
    let address = try #require(applied.headers["Location"])
    #expect(address.hasPrefix(Self.list + "?rank=12&cols=title&") && !address.contains("_token"))
    #expect(heads(await browser.get(address).page) == ["title", "rank", "genre"])
    let page = await browser.get(Self.list).page
    #expect(heads(page) == ["title", "rank", "genre"] && page.contains("<col width=\"96\">"))
    let menu = await browser.get(Self.list + "?_ticked=shown").page
    #expect(!page.contains("Save columns") && !menu.contains("Default<span"))

    let moved = await browser.submit(
      Self.list + "/columns", fields + [("_up", "genre")], token: token)
    #expect(moved.headers["Location"]?.hasSuffix("&_moved=up%20genre") == true)
    #expect(heads(await browser.get(Self.list).page) == ["title", "genre", "rank"])
  }
}
