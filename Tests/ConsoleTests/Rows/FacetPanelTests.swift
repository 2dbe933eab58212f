import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

@testable import Console

/// The panel with the values of columns beside a list.
@Suite struct FacetPanelTests {
  private static let list = "/s/todo/t/Movie"

  private func filled(_ count: Int = 9) async throws -> RowsConsole {
    var movies = TableSettings(name: "Movie")
    movies.references = ["director": "Person"]
    let console = try await RowsConsole(
      settings: StoreSettings(tables: [movies, TableSettings(name: "Person")]))
    let people = (0..<30).map { index -> (String, JSONObject) in
      ("p\(index)", ["name": .string(index == 0 ? "Agnès Varda" : "Person \(index)")])
    }
    try await console.pull("Person", people)
    let rows = (0..<count).map { index -> (String, JSONObject) in
      (
        "m\(index)",
        [
          "title": .string("Film \(index)"), "genre": .string(index % 3 == 0 ? "drama" : "comedy"),
          "rank": .integer(Int64(index % 2)), "director": .string("p\(index % 30)"),
        ]
      )
    }
    try await console.pull("Movie", rows)
    return console
  }

  @Test func showsTheColumnsWithFewValuesAndLeadsToTheirRows() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?facets=1").page
    #expect(page.contains("aria-label=\"Values of genre\""))
    #expect(page.contains("aria-label=\"Values of rank\""))
    #expect(!page.contains("aria-label=\"Values of title\""))
    let comedy = "<span>comedy</span><span class=\"n\">6</span></a>"
    #expect(page.link(before: ">" + comedy) == Self.list + "?facets=1&genre=comedy#list")
    let narrowed = await console.page(Self.list + "?facets=1&genre=comedy&rank=1").page
    #expect(narrowed.contains("<span>comedy</span><span class=\"n\">3</span>"))
    #expect(
      narrowed.contains(
        "href=\"\(Self.list)?facets=1&amp;rank=1#list\" aria-current=\"true\"><span>comedy"))
  }

  private func link(_ page: String, _ value: String) -> String? {
    page.link(before: "><span>\(value)</span>")
  }

  @Test func aColumnIsCountedWithoutItsOwnFilterAndTakesSeveralValues() async throws {
    let console = try await filled()
    let one = await console.page(Self.list + "?facets=1&genre=comedy").page
    #expect(one.contains("<span>drama</span><span class=\"n\">3</span>"))
    #expect(link(one, "drama") == Self.list + "?facets=1&genre__in=comedy%2Cdrama#list")
    let both = await console.page(Self.list + "?facets=1&genre__in=comedy,drama&rank=1").page
    #expect(both.contains(" aria-current=\"true\"><span>comedy</span><span class=\"n\">3</span>"))
    #expect(both.contains(" aria-current=\"true\"><span>drama</span><span class=\"n\">1</span>"))
    #expect(link(both, "comedy") == Self.list + "?facets=1&genre=drama&rank=1#list")
    // Any other filter of the column counts.
    let narrowed = await console.page(Self.list + "?facets=1&genre__starts=com").page
    #expect(!narrowed.contains("<span>drama</span>"))
  }

  @Test func nullIsChosenBesideAnotherValue() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?facets=1&facet=genre&genre__null=true").page
    let added = try #require(link(page, "comedy"))
    #expect(added.contains("genre__equals__or1=comedy&genre__null__or1=true"))
    let both = await console.page(String(added.prefix { $0 != "#" })).page
    #expect(both.contains(" aria-current=\"true\"><span>comedy</span><span class=\"n\">6</span>"))
    #expect(link(both, "comedy") == Self.list + "?facets=1&facet=genre&genre__null=true#list")
  }

  @Test func chosenValuesThatAreRareStayInSight() async throws {
    let console = try await filled(60)
    let page = await console.page(
      Self.list + "?facets=1&facet=title&title__in=Film%2058,Film%2059"
    ).page
    #expect(page.contains("<span>Film 0</span>") && !page.contains("<span>Film 57</span>"))
    for value in ["Film 58", "Film 59"] {
      #expect(page.contains(" aria-current=\"true\"><span>\(value)</span>"))
    }
  }

  @Test func aColumnIsAddedAndRemoved() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?facets=1&size=50").page
    let add = try #require(page.link(before: "><code>title</code></a>"))
    #expect(add == Self.list + "?facets=1&size=50&facet=title#facets")
    let added = await console.page(String(add.prefix { $0 != "#" })).page
    #expect(added.contains("aria-label=\"Values of title\""))
    #expect(
      added.link(before: ">Remove<span class=\"vh\"> title")
        == Self.list + "?facets=1&size=50#facets")
    let named = await console.page(Self.list + "?facet=genre").page
    #expect(named.contains("Values of genre") && !named.contains("Values of rank"))
  }

  @Test func referencesHaveTheNamesOfTheirRowsAndAreFoundByThem() async throws {
    let console = try await filled(60)
    let page = await console.page(Self.list + "?facets=1").page
    #expect(page.contains("title=\"p0\"><span>Agnès Varda</span><span class=\"n\">2</span>"))
    let all = try #require(page.link(before: ">Show all 30<"))
    #expect(all == Self.list + "?facets=1&_facet=director#facets")
    let expanded = await console.page(Self.list + "?facets=1&_facet=director").page
    #expect(expanded.contains(">Person 29</span>") && expanded.contains(">Show fewer<"))
    let found = await console.page(Self.list + "?facets=1&_facet=director&_values=AGN%C3%88S").page
    #expect(found.contains(">Agnès Varda</span>") && !found.contains(">Person 2</span>"))
    let none = await console.page(Self.list + "?facets=1&_facet=director&_values=zebra").page
    #expect(none.contains("No matching values"))
  }

  @Test func valuesOfOtherColumnsAreFoundByTheirText() async throws {
    let console = try await filled(60)
    let page = await console.page(
      Self.list + "?facets=1&facet=title&_facet=title&_values=film%204"
    ).page
    #expect(page.contains("<span>Film 42</span>") && !page.contains("<span>Film 50</span>"))
  }

  @Test func statesAreCountedUnderTheFilter() async throws {
    let console = try await filled()
    for id in ["m0", "m1"] { _ = await console.post("\(Self.list)/r/\(id)", ["values": ["x": 1]]) }
    let page = await console.page(Self.list + "?facets=1").page
    let pending = "<span>Pending</span><span class=\"n\">"
    #expect(page.contains(pending + "2<") && !page.contains("<span>Rejected</span>"))
    let narrowed = await console.page(Self.list + "?facets=1&genre=drama").page
    #expect(narrowed.contains(pending + "1<"))
    let shown = await console.page(Self.list + "?facets=1&view=pending").page
    #expect(shown.contains("?facets=1#list\" aria-current=\"true\">" + pending + "2<"))
  }

  @Test func rowsWithoutAChangeAreAStateWhereOthersHaveOne() async throws {
    let console = try await filled()
    let synced = "<span>Synced</span><span class=\"n\">"
    #expect(!(await console.page(Self.list + "?facets=1").page.contains(synced)))
    for id in ["m0", "m1"] { _ = await console.post("\(Self.list)/r/\(id)", ["values": ["x": 1]]) }
    #expect(await console.page(Self.list + "?facets=1").page.contains(synced + "7<"))
    let page = await console.page(Self.list + "?facets=1&view=synced").page
    #expect(page.contains("?facets=1#list\" aria-current=\"true\">" + synced + "7<"))
    #expect(page.contains(" aria-current=\"page\">Synced <span class=\"n\">7</span>"))
    let found = await console.get(Self.list + ".json?view=synced").json
    #expect(found["view"] == "synced" && found["count"]?["value"] == 7)
  }

  @Test func aTableThatWasNeverPulledHasNoSyncedRows() async throws {
    let store = try await SyncConsole()
    let page = await store.page("/s/todo/t/TodoItem?view=synced")
    #expect(page.status == 200 && page.page.contains("TodoItem has not been pulled yet"))
  }

  @Test func thePeekTakesThePlaceOfTheFacets() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?facets=1&facet=genre&peek=m1").page
    #expect(page.contains("data-peek=\"m1\"") && !page.contains("id=\"facets\""))
    let facets = await console.page(Self.list + "?facets=1&facet=genre").page
    #expect(facets.contains("href=\"\(Self.list)?peek=m"))
    #expect(facets.contains("data-close href=\"\(Self.list)#list\""))
  }

  @Test func aViewDoesNotKeepThatThePanelIsOpen() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?genre=drama&facets=1").page
    #expect(page.contains("name=\"query\" value=\"genre=drama\""))
  }
}
