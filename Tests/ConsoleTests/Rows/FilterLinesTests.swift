import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Several conditions in one sending of the form of a filter.
@Suite struct FilterLinesTests {
  private static let list = "/s/todo/t/Movie"
  private static let title = "_column=title&_op=contains&_value=A"
  private static let rank = "_column=rank&_op=gt&_value=5"
  private static let empty = "_column=&_op=equals&_value="

  /// What the form sends, the query that it stands for, and how many rows match.
  private static let sendings: [(String, String, Int64)] = [
    ("\(title)&_join=and&\(rank)", "title__contains=A&rank__gt=5", 1),
    ("\(title)&_join=or&\(rank)", "title__contains__or1=A&rank__gt__or1=5", 3),
    ("\(title)&_join=or&\(empty)", "title__contains=A", 2),
    ("\(title)&_join=or&\(empty)&_join=or&\(rank)", "title__contains__or1=A&rank__gt__or1=5", 3),
    (
      "\(title)&_join=and&\(rank)&_join=or&_column=title&_op=equals&_value=",
      "title__contains=A&rank__gt__or1=5&title__equals__or1=", 1
    ),
    (
      "\(title)&_join=or&\(rank)&_join=or&_column=rank&_op=lt&_value=4",
      "title__contains__or1=A&rank__gt__or1=5&rank__lt__or1=4", 3
    ),
  ]

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("a", ["title": "A", "rank": 12]), ("b", ["title": "B", "rank": 120]),
        ("c", ["title": "A", "rank": 3]), ("d", ["title": "D", "rank": 4]),
      ])
    return console
  }

  @Test(arguments: sendings)
  func theLinesOfTheFormAreFilters(sent: String, query: String, count: Int64) async throws {
    let console = try await filled()
    let answer = await console.page("\(Self.list)?\(sent)")
    #expect(answer.headers["Location"] == "\(Self.list)?\(query)#list")
    let found = await console.get("\(Self.list).json?\(query)").json
    #expect(found["count"]?["value"] == .integer(count))
  }

  @Test(arguments: [
    ("_column=rank&_op=gt&_value=", "Enter a value.", "_value"),
    ("_column=&_op=contains&_value=Typed", "Choose a column.", "_column"),
  ])
  func aLineFilledInByHalfKeepsTheFormOpen(
    line: String, message: String, control: String
  ) async throws {
    let answer = await (try await filled()).page(
      "\(Self.list)?rank=12&\(Self.title)&_join=or&\(line)")
    #expect(answer.status == 200)
    let page = answer.page
    #expect(page.contains("<span class=\"err\" id=\"e-cond-2\">\(message)</span>"))
    #expect(!page.contains("e-cond-1"))
    #expect(page.components(separatedBy: "name=\"_column\"").count == 3)
    #expect(page.contains("<option value=\"or\" selected>or</option>"))
    let lines = page.components(separatedBy: "<template>")[0]
    let field = try #require(
      lines.components(separatedBy: "<").last { $0.contains("name=\"\(control)\"") })
    #expect(field.contains("aria-invalid=\"true\" aria-describedby=\"e-cond-2\" autofocus"))
    #expect(page.contains(" value=\"A\""), "what was typed stays")
  }

  @Test func linesAreJoinedWithTheFilterThatTheFirstOneNames() async throws {
    let console = try await filled()
    let answer = await console.page(
      "\(Self.list)?title=D&\(Self.title)&_or=0&_join=or&\(Self.rank)")
    let query = "title__equals__or1=D&title__contains__or1=A&rank__gt__or1=5"
    #expect(answer.headers["Location"] == "\(Self.list)?\(query)#list")
  }

  @Test(arguments: [
    ("rank=12", "0", "or", "rank__gt__or1=5&title__contains__or1=A"),
    ("rank=12&title=B", "0", "and", "rank__gt=5&title=B&title__contains=A"),
    (
      "rank__lt__or2=12&title__equals__or2=B", "0", "or",
      "rank__gt__or2=5&title__equals__or2=B&title__contains__or2=A"
    ),
    (
      "rank__lt__or1=12&title__equals__or1=B&rank=12", "2", "or",
      "rank__lt__or1=12&title__equals__or1=B&rank__gt__or2=5&title__contains__or2=A"
    ),
  ])
  func aLineMoreIsJoinedWithTheFilterThatIsEdited(
    before: String, place: String, join: String, after: String
  ) async throws {
    let console = try await filled()
    let answer = await console.page(
      "\(Self.list)?\(before)&_edit=\(place)&\(Self.rank)&_join=\(join)&\(Self.title)")
    #expect(answer.headers["Location"] == "\(Self.list)?\(after)#list")
  }

  @Test func aBrokenSecondLineIsNamedAndCorrectedInItsPlace() async throws {
    let console = try await filled()
    let broken = "_column=rank&_op=gt&_value=many"
    let sent = await console.page("\(Self.list)?\(Self.title)&_join=and&\(broken)")
    let query = "title__contains=A&rank__gt=many"
    #expect(sent.headers["Location"] == "\(Self.list)?\(query)#list")
    let page = await console.page("\(Self.list)?\(query)")
    #expect(page.status == 400 && page.page.contains("The filter on rank can’t be used."))
    #expect(page.page.contains("<a title=\"title contains “A”\" href="))
    #expect(page.page.contains("aria-label=\"Edit filter\""))
    #expect(page.page.value(of: "_edit") == "1" && page.page.value(of: "_preset") == "gt rank")
    #expect(page.page.link(before: ">Cancel<") == "\(Self.list)?title__contains=A#list")
    let corrected = await console.page("\(Self.list)?\(query)&_edit=1&\(Self.rank)")
    #expect(
      corrected.headers["Location"] == "\(Self.list)?title__contains=A&rank__gt=5#list")
  }

  @Test func aSecondLineOfNoColumnIsNamedAndTheFirstIsKept() async throws {
    let console = try await filled()
    let sent = await console.page(
      "\(Self.list)?\(Self.title)&_join=and&_column=nope&_op=equals&_value=x")
    let query = "title__contains=A&nope=x"
    #expect(sent.headers["Location"] == "\(Self.list)?\(query)#list")
    let page = await console.page("\(Self.list)?\(query)")
    #expect(page.status == 200 && page.page.contains("has no column “nope”"))
    #expect(page.page.contains("<a title=\"title contains “A”\" href="))
  }

  @Test func oneMoreLineKeepsWhatWasTyped() async throws {
    let console = try await filled()
    let page = await console.page(
      "\(Self.list)?rank=12&_column=title&_op=starts&_value=Typed&_lines=2")
    #expect(page.status == 200)
    let form = page.page
    #expect(form.components(separatedBy: "name=\"_column\"").count == 3)
    #expect(form.contains("<option value=\"starts\" selected>"))
    #expect(form.contains("value=\"Typed\"") && form.contains("name=\"_lines\" value=\"3\""))
    #expect(form.contains("aria-label=\"Condition 2\""))
    let again = await console.page(
      "\(Self.list)?\(Self.title)&_join=or&\(Self.rank)&_lines=3"
    ).page
    #expect(again.contains("<option value=\"or\" selected>or</option>"))
    #expect(again.components(separatedBy: "name=\"_column\"").count == 4)
    let plain = await console.page(Self.list).page
    #expect(plain.components(separatedBy: "name=\"_column\"").count == 2)
  }

  @Test(arguments: [
    ("1000", 8), ("-1", 1), ("x", 1), ("-9223372036854775808", 1), ("9223372036854775807", 8),
  ])
  func theFormHasAFewLines(count: String, shown: Int) async throws {
    let page = await (try await filled()).page("\(Self.list)?\(Self.title)&_lines=\(count)")
    #expect(page.status == 200)
    #expect(page.page.components(separatedBy: "name=\"_column\"").count == shown + 1)
    #expect(page.page.contains("Add condition") == (shown < 8))
  }

  @Test func aValueThatIsSuggestedKeepsTheOtherLines() async throws {
    let console = try await filled()
    let rank = "_column=rank&_op=equals&_value="
    let page = await console.page(
      "\(Self.list)?\(Self.title)&_join=or&\(rank)&_suggest=1"
    ).page
    #expect(page.contains("Values of <code>rank</code>"))
    let link = "\(Self.list)?title__contains__or1=A&amp;rank__equals__or1=12"
    #expect(page.contains("href=\"\(link)\""))
  }

  @Test(arguments: [
    ("rank=3&_edit=0&_column=rank&_op=equals&_value=", "rank=12"),
    ("title=B&_column=rank&_op=equals&_value=&_or=0", "title__equals__or1=B&rank__equals__or1=12"),
  ])
  func aValueThatIsSuggestedStandsWhereTheLineWould(sent: String, query: String) async throws {
    let page = await (try await filled()).page("\(Self.list)?\(sent)&_suggest=1").page
    let link = "\(Self.list)?\(query.replacing("&", with: "&amp;"))"
    #expect(page.contains("href=\"\(link)\"") || page.contains("href=\"\(link)#list\""))
  }

  @Test func theBrokenOneOfTwoConditionsOfAColumnIsEdited() async throws {
    let page = await (try await filled()).page("\(Self.list)?rank__gt=12x&rank__lt=1")
    #expect(page.status == 400)
    #expect(page.page.value(of: "_edit") == "0" && page.page.contains("autofocus value=\"12x\""))
  }

  @Test func anAlternativeIsNotOfferedWithoutAFreeGroup() async throws {
    let groups = RowFilter.groups.map { "title__equals__or\($0)=A" }.joined(separator: "&")
    let (console, or) = (try await filled(), "<option value=\"or\">or</option>")
    let lines = "\(Self.title)&_lines=2"
    #expect(await console.page("\(Self.list)?\(lines)").page.contains(or))
    #expect(!(await console.page("\(Self.list)?\(groups)&\(lines)").page.contains(or)))
  }
}
