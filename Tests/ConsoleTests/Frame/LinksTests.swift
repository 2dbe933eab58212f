import HTTPKit
import Testing

@testable import Console

@Suite struct LinksTests {
  @Test(arguments: [
    "plain", "a/b", "100%", "?#&=", ".", "..", "Ærø", "a b+c", "x.json", ".csv", "y.ndjson",
    "z.json.json", "\"<script>",
  ])
  func aRouteReadsBackTheIdThatALinkCarries(id: String) async {
    let seen = Seen()
    var options = Router.Options()
    options.formats = Links.formats
    options.namesDots = true
    let router = Router(
      [
        .get("/s/{store}/t/{table}/r/{id}") { request in
          await seen.note("\(request.parameter("table"))|\(request.parameter("id"))")
          return .text(request.format)
        }
      ], options: options,
      renderError: { error, _ in .text(error.reason, status: error.status) }, log: { _, _ in })
    let link = Links.row("todo", id, id)
    #expect(link == Links.row(in: Links.rows("todo", id), id))
    let page = await router.respond(to: HTTPRequest(.get, link))
    let json = await router.respond(to: HTTPRequest(.get, Links.format("json", of: link)))
    #expect(page.text == "")
    #expect(json.text == "json")
    #expect(await seen.notes == ["\(id)|\(id)", "\(id)|\(id)"])
  }

  /// Browsers resolve `.` and `%2e` in a path before they ask for it.
  @Test(arguments: [(".", "r-dots/1"), ("..", "r-dots/2"), ("...", "r/..."), ("a", "r/a")])
  func onlyIDsThatBrowsersResolveAreNamedAnotherWay(id: String, end: String) {
    #expect(Links.row("todo", "T", id) == "/s/todo/t/T/\(end)")
    #expect(Links.row("todo", "T", id, action: "edit") == "/s/todo/t/T/\(end)/edit")
  }

  @Test func aQueryIsEncodedBehindTheFormat() {
    let link = Links.format(
      "csv", of: Links.rows("todo", "T"), QueryItems([.init("text__contains", "a&b")]))
    #expect(link == "/s/todo/t/T.csv?text__contains=a%26b")
  }
}

private actor Seen {
  private(set) var notes: [String] = []
  func note(_ text: String) { notes.append(text) }
}
