import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A row in a panel beside its list.
@Suite struct RowPeekTests {
  private static let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    let rows = (0..<5).map { index -> (String, JSONObject) in
      ("m\(index)", ["title": .string("Film \(index)"), "rank": .integer(Int64(index % 2))])
    }
    try await console.pull("Movie", rows)
    return console
  }

  @Test func showsTheRowItsPlaceAndItsSyncState() async throws {
    let console = try await filled()
    _ = await console.post("\(Self.list)/r/m1", ["values": ["rank": 7]])
    let page = await console.page("\(Self.list)?sort=title&peek=m1").page
    #expect(page.contains(#"aria-label="Peek" data-peek="m1""#))
    #expect(page.contains("<h2>Row 2 of 5</h2>") && page.contains("Film 1</h3>"))
    #expect(page.contains("since <time") && page.contains("base 1"))
    #expect(page.contains(", not sent yet"))
    #expect(page.contains(#"<tr class="r-pending cur" aria-current="true">"#))
    let closed = await console.page("\(Self.list)?sort=title").page
    #expect(!closed.contains("data-peek") && !closed.contains("aria-current=\"true\">\n<td"))
  }

  @Test func leadsThroughTheListInItsOrder() async throws {
    let console = try await filled()
    func links(_ id: String, _ place: String = "") async -> (previous: String?, next: String?) {
      let whole = await console.page("\(Self.list)?sort=title&size=2\(place)&peek=\(id)").page
      // The pager above the panel has such links too.
      let page = whole.range(of: "data-peek=").map { String(whole[$0.lowerBound...]) } ?? ""
      func link(_ rel: String) -> String? {
        let start = #"rel="\#(rel)" href=""#
        return page.range(of: start).map { range in
          String(page[range.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        }
      }
      return (link("prev"), link("next"))
    }
    let first = await links("m0")
    #expect(first.previous == nil)
    #expect(first.next == "\(Self.list)?sort=title&size=2&peek=m1#peek")
    // The row behind the last one of a page comes with its page.
    let last = await links("m1")
    #expect(last.previous == "\(Self.list)?sort=title&size=2&peek=m0#peek")
    let next = try #require(last.next)
    #expect(next.contains("after=") && next.hasSuffix("peek=m2#peek"))
    let turned = await console.page(String(next.dropLast("#peek".count))).page
    #expect(turned.contains("<h2>Row 3 of 5</h2>"))
    #expect(await links("m4").next == nil)
    // The row before the first one of a page comes with its page too.
    let place = next.split(separator: "&").filter { $0.hasPrefix("after=") || $0.hasPrefix("_at=") }
    let back = try #require(await links("m2", "&" + place.joined(separator: "&")).previous)
    #expect(back.contains("_before=") && back.hasSuffix("peek=m1#peek"))
    let earlier = await console.page(String(back.dropLast("#peek".count))).page
    #expect(earlier.contains("<h2>Row 2 of 5</h2>") && earlier.contains(">Film 0</a>"))
  }

  @Test func offersForEachValueToFilterByItAndToEditIt() async throws {
    let console = try await filled()
    let page = await console.page("\(Self.list)?sort=title&peek=m1").page
    #expect(page.contains("href=\"\(Self.list)?sort=title&amp;rank=1#list\""))
    #expect(page.contains("href=\"\(Self.list)?sort=title&amp;rank__not=1#list\""))
    #expect(page.contains("\(Self.list)/r/m1/edit?list=sort%3Dtitle#f-"))
    #expect(page.contains("data-value=\"Film 1\""))
    let viewed = await console.page("\(Self.list)?peek=m1", token: console.viewerToken).page
    #expect(viewed.contains("data-peek=\"m1\"") && !viewed.contains("/r/m1/edit"))
  }

  @Test func valuesThatAreNullAreFilteredToo() async throws {
    let console = try await filled()
    _ = await console.post("\(Self.list)/r/m1", ["values": ["rank": .null]])
    let page = await console.page("\(Self.list)?peek=m1").page
    #expect(page.contains("?rank__null=true#list") && page.contains("?rank__null=false#list"))
  }

  @Test func aConflictNamesItsColumnsAndLeadsToItsReview() async throws {
    let console = try await filled()
    _ = await console.post("\(Self.list)/r/m1", ["values": ["rank": 7]])
    console.server.put("Movie", "m1", ["title": "Film 1", "rank": 3])
    _ = try await console.sync.push()
    let page = await console.page("\(Self.list)?peek=m1").page
    #expect(page.contains("Changed here and on the server: <b>rank</b>"))
    #expect(page.contains(">Review conflict</a>") && page.contains("base 1, server 3"))
  }

  @Test func aRowThatIsNotThereIsSaid() async throws {
    let console = try await filled()
    let answer = await console.page("\(Self.list)?peek=nowhere")
    #expect(answer.status == 200 && answer.page.contains("This row is not in the store."))
  }

  @Test func aColumnOfThatNameIsFilteredWithItsOperator() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["peek": "x"]), ("b", ["peek": "y"])])
    let json = await console.get("\(Self.list).json?peek__equals=x").json
    #expect(json["count"]?["value"] == 1)
    #expect(await console.get("\(Self.list).json?peek=x").json["count"]?["value"] == 2)
    let page = await console.page("\(Self.list)?peek=a").page
    #expect(page.contains("?peek__equals=x#list"))
  }

  @Test func maskedValuesStayMaskedAndAreNoFilters() async throws {
    var movie = TableSettings(name: "Movie")
    movie.masked = ["title"]
    let console = try await RowsConsole(settings: StoreSettings(tables: [movie]))
    try await console.pull("Movie", [("a", ["title": "Secret", "rank": 1])])
    let page = await console.page("\(Self.list)?peek=a", token: console.viewerToken).page
    #expect(page.contains("data-peek=\"a\"") && !page.contains("Secret"))
    #expect(!page.contains("?title=") && page.contains("?rank=1#list"))
  }

  @Test func aCellIsSavedWithTheFormOfItsRow() async throws {
    let console = try await filled()
    var browser = try await console.browser(.operate)
    let form = await browser.get("\(Self.list)/r/m1/edit").page
    let state = try #require(form.firstMatch(of: #/name="ifState" value="([^"]+)"/#)?.1)
    let fields = [
      ("ifState", String(state)), ("v.rank", "9"), ("w.rank", "1"), ("from", "list"),
      ("back", "sort=title&peek=m1"),
    ]
    let token = try await browser.csrfToken
    let saved = await browser.submit("\(Self.list)/r/m1", fields, token: token)
    #expect(saved.status == 303)
    #expect(saved.headers["Location"] == "\(Self.list)?sort=title&peek=m1")
    #expect(try await console.record("Movie", "m1")?.values["rank"] == 9)
    #expect(try await console.record("Movie", "m1")?.values["title"] == "Film 1")
    let stale = await browser.submit("\(Self.list)/r/m1", fields, token: token)
    #expect(stale.status == 409 && stale.page.contains("This row changed while you were editing."))
  }
}
