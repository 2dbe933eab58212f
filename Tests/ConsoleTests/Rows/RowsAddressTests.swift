import HTTPKit
import SyncCore
import Testing

@testable import Console

@Suite struct RowsAddressTests {
  private static let columns: [Column] = [
    Column("id", .text), Column("updatedAt", .date), Column("text", .text),
    Column("complete", .boolean), Column("size", .number), Column("a__gt", .number),
    Column("-odd", .text),
  ]

  private func read(_ query: String) throws -> RowListRequest {
    RowListRequest(
      path: "/s/todo/t/T", items: try #require(QueryItems(decoding: query)),
      columns: Self.columns)
  }

  @Test func everyOperatorIsRead() throws {
    let request = try read(
      "text=a&text__not=b&text__contains=c&text__starts=d&size__gt=1&size__gte=2&size__lt=3"
        + "&size__lte=4&text__in=e,f&text__null=true")
    let expected: [FilterOperator] = [
      .equals, .not, .contains, .starts, .gt, .gte, .lt, .lte, .in, .null,
    ]
    #expect(request.conditions.map(\.filter.op) == expected)
    #expect(request.mistakes.isEmpty)
  }

  @Test func anAddressOfVeryManyPartsIsRefusedUnread() throws {
    let request = try read((0...200).map { "text=\($0)" }.joined(separator: "&"))
    #expect(request.mistakes.count == 1 && request.conditions.isEmpty && request.items.isEmpty)
    #expect(try read((0..<200).map { "text=\($0)" }.joined(separator: "&")).mistakes.isEmpty)
  }

  @Test func repeatedColumnsCountOnceAndFacetsAreFew() throws {
    let request = try read("facet=text&facet=text&cols=text&cols=id&cols=text&sort=text,-text,text")
    #expect(request.facets == ["text"] && request.layout.columns == ["text", "id"])
    #expect(request.sort == [RowSort("text")])
    let columns = (0..<9).map { Column("c\($0)", .text) }
    let many = RowListRequest(
      path: "/", items: QueryItems(columns.map { .init("facet", $0.name) }), columns: columns)
    #expect(many.facets.count == 8 && many.mistakes.count == 1)
  }

  @Test func aColumnWhoseNameLooksLikeAConditionIsFound() throws {
    let request = try read("a__gt=5&a__gt__lt=7")
    #expect(
      request.conditions.map(\.filter) == [
        RowFilter("a__gt", .equals, "5"), RowFilter("a__gt", .lt, "7"),
      ])
  }

  @Test func conditionsOfOneGroupAreAlternatives() throws {
    let request = try read("text__contains__or1=a&complete=true&size__gt__or1=5&text__or1=x")
    #expect(
      request.conditions.map(\.filter) == [
        RowFilter("text", .contains, "a", group: 1), RowFilter("complete", .equals, "true"),
        RowFilter("size", .gt, "5", group: 1),
      ])
    #expect(
      request.alternatives.map { $0.map(\.filter.column) } == [["text", "size"], ["complete"]])
    // Without a comparison it is a column of that name.
    #expect(request.ignored.map(\.filter.column) == ["text__or1"])
    #expect(
      request.link(without: request.conditions[0])
        == "/s/todo/t/T?complete=true&size__gt__or1=5&text__or1=x")
  }

  @Test(arguments: [
    ("text=a", "0", "text__equals__or1=a&size__gt__or1=5"),
    ("complete=true&text=a", "1", "complete=true&text__equals__or1=a&size__gt__or1=5"),
    ("text__contains__or3=a", "0", "text__contains__or3=a&size__gt__or3=5"),
    ("text__not__or1=b&text=a", "1", "text__not__or1=b&text__equals__or2=a&size__gt__or2=5"),
    ("text=a", "", "text=a&size__gt=5"), ("text=a", "7", "text=a&size__gt=5"),
  ])
  func theFormJoinsAFilterWithTheOneThatItNames(
    before: String, other: String, after: String
  ) throws {
    let request = try read("\(before)&_column=size&_op=gt&_value=5&_or=\(other)")
    #expect(request.redirect == "/s/todo/t/T?\(after)")
  }

  @Test func anUnknownColumnIsIgnoredAndCanBeRemoved() throws {
    let request = try read("colour=red&text=a&sort=-weight")
    #expect(request.ignored.map(\.filter.column) == ["colour", "weight"])
    #expect(request.link(without: request.ignored[0]) == "/s/todo/t/T?text=a&sort=-weight")
  }

  @Test func sortingTakesADirectionAndColumnsThatBeginWithAMinus() throws {
    #expect(try read("sort=-text").sort == [RowSort("text", descending: true)])
    #expect(try read("sort=-odd").sort == [RowSort("-odd")])
    #expect(
      try read("sort=--odd,text").sort == [RowSort("-odd", descending: true), RowSort("text")])
  }

  @Test(arguments: ["view=gone", "size=0", "size=501", "size=x"])
  func aBadValueIsNamed(query: String) throws {
    #expect(try read(query).mistakes.count == 1)
  }

  @Test func theFormThatAddsAFilterLeadsToItsPlainAddress() throws {
    let request = try read("view=all&_column=size&_op=equals&_value=3&after=x&_pick=page")
    let link = try #require(request.redirect)
    #expect(link == "/s/todo/t/T?view=all&size__equals=3")
    let again = try read("view=all&size__equals=3")
    #expect(again.conditions.map(\.filter) == [RowFilter("size", .equals, "3")])
    #expect(again.redirect == nil)
  }

  @Test func movingAColumnSwapsItWithItsNeighbour() throws {
    let request = try read("cols=text&cols=complete&cols=size&_up=size")
    #expect(request.redirect == "/s/todo/t/T?cols=text&cols=size&cols=complete&_moved=up%20size")
  }

  @Test func theSelectionOfABulkActionHasNothingButTheRows() throws {
    let request = try read("view=all&text=a&size=100&sort=text&cols=id&after=x&_pick=all")
    #expect(request.selection == "view=all&text=a")
  }

  @Test func theLinkOfAnotherPageCountsOnAndKeepsTheSize() throws {
    func pager(_ query: String, shown: Int, previous: String? = nil) throws -> ListPager {
      let asked = try read(query)
      return ListPager(
        at: asked.cursor, size: asked.size, shown: shown, previous: previous, next: "n"
      ) { asked.link(at: $0, size: $1) }
    }
    #expect(try pager("size=50", shown: 50).nextLink == "/s/todo/t/T?size=50&after=n&_at=51")
    let second = try pager("view=all&after=n&_at=51", shown: 25, previous: "m")
    #expect(second.nextLink == "/s/todo/t/T?view=all&after=n&_at=76")
    #expect(second.previousLink == "/s/todo/t/T?view=all&_before=m&_at=26")
    let asked = try read("size=50&peek=a")
    let next = try #require(try pager("size=50", shown: 50).next)
    #expect(asked.link(at: next, peeking: "b") == "/s/todo/t/T?size=50&after=n&_at=51&peek=b")
  }
}
