import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Filters of a list that are edited in their place.
@Suite struct FilterEditTests {
  private let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", [("a", ["title": "A", "rank": 12]), ("b", ["title": "B", "rank": 120])])
    return console
  }

  @Test func theTextOfAFilterOpensItsForm() async throws {
    let console = try await filled()
    let page = await console.page("\(list)?rank=12&title__contains=A&size=50").page
    let edit = try #require(
      page.link(before: "><span><span class=\"vh\">Edit filter: </span><code>title"))
    #expect(edit == "\(list)?rank=12&title__contains=A&size=50&_edit=1")
    let form = await console.page(edit).page
    #expect(form.contains("aria-label=\"Edit filter\"") && form.contains(">Apply</button>"))
    #expect(form.contains("<input type=\"hidden\" name=\"_edit\" value=\"1\">"))
    #expect(form.contains("<option value=\"title\" data-usual=\"contains\" selected "))
    #expect(form.contains("<option value=\"contains\" selected>"))
    #expect(!form.contains("name=\"_or\""))
    #expect(form.link(before: ">Cancel<") == "\(list)?rank=12&title__contains=A&size=50#list")
  }

  @Test(arguments: [
    ("rank=12&title__contains=A", "0", "?rank__gt=5&title__contains=A"),
    ("rank=12&title__contains=A", "1", "?rank=12&rank__gt=5"),
    ("rank__equals__or1=12&title__contains__or1=A", "0", "?rank__gt__or1=5&title__contains__or1=A"),
    ("rank=12", "7", "?rank=12&rank__gt=5"), ("rank=12", "x", "?rank=12&rank__gt=5"),
  ])
  func theFormReplacesTheFilterInItsPlace(
    query: String, place: String, changed: String
  ) async throws {
    let console = try await filled()
    let answer = await console.page(
      "\(list)?\(query)&_edit=\(place)&_column=rank&_op=gt&_value=5")
    #expect(answer.headers["Location"] == "\(list)\(changed)#list")
  }

  @Test func filtersAreCountedAndBehindAButtonWhenTheyAreMany() async throws {
    let console = try await filled()
    #expect(!(await console.page(list).page.contains("popovertarget=\"filters\"")))
    let some = await console.page("\(list)?rank=12&title__contains=A").page
    #expect(some.contains("Filters</span> (2)</button>") && some.contains("class=\"chips\""))
    #expect(some.contains("<a title=\"title contains “A”\" href="))
    for (letters, look) in [(40, ""), (80, " long"), (160, " many")] {
      let long = await console.page("\(list)?title=\(String(repeating: "a", count: letters))").page
      #expect(long.contains("class=\"chips\(look)\""), "\(letters) letters")
    }
    let many = ["12", "13", "14", "15", "16"].map { "rank__not=\($0)" }.joined(separator: "&")
    let page = await console.page("\(list)?\(many)").page
    #expect(page.contains("Filters</span> (5)</button>") && page.contains("class=\"chips many\""))
  }
}
