import HTTPKit
import Support
import Testing

@Suite struct RouterTests {
  private func router(_ options: Router.Options = Router.Options()) -> Router {
    let echo: Handler = { request in
      .text(
        "\(request.format)|"
          + request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
          .joined(separator: ","))
    }
    return Router(
      [.get("/t/{table}/r/{id}", echo), .get("/t/{table}", echo), .post("/t/{table}", echo)],
      options: options, renderError: { error, _ in .text(error.reason, status: error.status) },
      log: { _, _ in })
  }

  private var withFormats: Router.Options {
    var options = Router.Options()
    options.formats = ["json", "csv"]
    return options
  }

  @Test func decodesCapturesOnce() async {
    let response = await router().respond(to: HTTPRequest(.get, "/t/a%2Fb/r/100%2525"))
    #expect(response.text == "|id=100%25,table=a/b")
  }

  @Test func showsNothingOfAnUnexpectedFailureAndLogsIt() async {
    struct Failure: Error { let detail = "SELECT secret FROM users" }
    let logged = Locked<[String]>([])
    let router = Router(
      [.get("/", { _ in throw Failure() })],
      renderError: { error, _ in .text(error.reason, status: error.status) },
      log: { error, _ in logged.withLock { $0.append("\(error)") } })
    let response = await router.respond(to: HTTPRequest(.get, "/"))
    #expect(response.status == 500)
    #expect(response.text == "Something went wrong here. The server’s log says what.")
    let lines = logged.withLock { $0 }
    #expect(lines.count == 1 && lines.first?.contains("SELECT secret") == true)
  }

  @Test func takesTheFormatOffTheRawPath() async {
    let router = router(withFormats)
    #expect(await router.respond(to: HTTPRequest(.get, "/t/x.json")).text == "json|table=x")
    #expect(await router.respond(to: HTTPRequest(.get, "/t/x%2Ejson")).text == "|table=x.json")
    #expect(await router.respond(to: HTTPRequest(.get, "/t/x.json?a=.csv")).text == "json|table=x")
  }

  @Test(arguments: [
    ("/t/a/r-dots/1", "|id=.,table=a"), ("/t/a/r-dots/2", "|id=..,table=a"),
    ("/t/a/r-dots/2.json", "json|id=..,table=a"), ("/t/r-dots/r/1", "|id=1,table=r-dots"),
  ])
  func dotsHaveAnAddressThatNobodyResolves(path: String, output: String) async {
    var options = withFormats
    options.namesDots = true
    #expect(await router(options).respond(to: HTTPRequest(.get, path)).text == output)
  }

  @Test(arguments: ["/t/a/r-dots/3", "/t/a/r-dots/x", "/t/a/s-dots/1"])
  func onlyDotsAreNamedByAMark(path: String) async {
    var options = Router.Options()
    options.namesDots = true
    #expect(await router(options).respond(to: HTTPRequest(.get, path)).status == 404)
    #expect(await router().respond(to: HTTPRequest(.get, "/t/a/r-dots/1")).status == 404)
  }

  @Test func answersHeadByTheGetRoute() async {
    #expect(await router().respond(to: HTTPRequest(.head, "/t/x")).status == 200)
  }

  @Test func namesTheMethodsThatAPathAnswers() async {
    let response = await router().respond(to: HTTPRequest(.delete, "/t/x"))
    #expect(response.status == 405)
    #expect(response.text == "/t/x answers GET, POST only.")
  }

  @Test(arguments: ["/t/%", "/t/%zz", "/t/%00", "/t/%ff"])
  func refusesBrokenEncoding(path: String) async {
    #expect(await router().respond(to: HTTPRequest(.get, path)).status == 400)
  }

  @Test func aTrailingSlashIsTheSamePath() async {
    #expect(await router().respond(to: HTTPRequest(.get, "/t/x/")).text == "|table=x")
  }
}

@Suite struct QueryItemsTests {
  @Test func decodesNamesAndValues() throws {
    let items = try #require(QueryItems(decoding: "a=1&b=x+y%2B&a=2&c"))
    #expect(items["a"] == "1")
    #expect(items.values("a") == ["1", "2"])
    #expect(items["b"] == "x y+")
    #expect(items["c"] == "")
    #expect(items["d"] == nil)
  }

  @Test func writesBackWhatItRead() throws {
    var items = QueryItems()
    items.add("näme", "a&b=c+d %")
    #expect(QueryItems(decoding: items.encoded) == items)
  }

  @Test func limitsTheNumberOfItems() {
    #expect(QueryItems(decoding: "a&b&c", itemsMax: 2) == nil)
  }
}

@Suite struct PercentEncodingTests {
  @Test(arguments: ["a b", "100%", "ü/ä", "a.json", ".", "..", "", "'\"#?&", "\u{1F600}"])
  func aSegmentComesBackAsItWas(text: String) {
    #expect(PercentEncoding.decode(PercentEncoding.encodeSegment(text)) == text)
  }

  @Test func dotSegmentsAreEncoded() {
    #expect(PercentEncoding.encodeSegment("..") == "%2E%2E")
  }
}

@Suite struct HTTPHeadersTests {
  @Test func namesMatchWithoutRegardToCase() {
    var headers: HTTPHeaders = ["Content-Type": "a"]
    headers.add("set-cookie", "1")
    headers.add("Set-Cookie", "2")
    #expect(headers["content-TYPE"] == "a")
    #expect(headers.values("SET-COOKIE") == ["1", "2"])
    headers["Set-Cookie"] = nil
    #expect(headers.values("set-cookie").isEmpty)
  }
}
