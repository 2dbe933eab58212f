import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct HistoryPageTests {
  private let path = "/s/todo/t/TodoItem/r/dean"

  /// A pulled row, changed here twice.
  private func changed() async throws -> SyncConsole {
    let console = try await SyncConsole()
    console.server.put(
      SyncConsole.table, "dean", ["text": "Buy red apples today", "estimate": 1, "same": "x"])
    _ = try await console.sync.pull()
    try await console.items.update("dean", ["text": "Buy green apples today"], by: "mira")
    try await console.items.update("dean", ["estimate": 4], by: "jo")
    return console
  }

  private func entries(_ console: SyncConsole) async -> [JSONValue] {
    await console.get("\(path).json?tab=history").json["history"]?.array ?? []
  }

  @Test func everyVersionIsListedWithItsAuthorFromThePulledOneOn() async throws {
    let entries = await entries(try await changed())
    #expect(entries.map { $0["by"]?.string } == ["jo", "mira", nil])
    #expect(entries.map { $0["source"]?.string } == ["local", "local", "pull"])
    #expect(entries.last?["values"]?["text"] == "Buy red apples today")
    #expect(entries.first?["values"]?["estimate"] == 4)
  }

  @Test func changesAreListedByDayWithTheTimeOfEach() async throws {
    let console = try await changed()
    console.time.advance(milliseconds: 3 * 86_400_000)
    try await console.items.update("dean", ["same": "y"], by: "mira")
    let page = await console.page("\(path)?tab=history").page
    // What was pulled has the time of its server.
    let days = Array(page.split(separator: "<h2 class=\"day\">").dropFirst().prefix(2))
    try #require(days.count == 2)
    #expect(days[0].contains("<dt>same</dt>") && !days[0].contains("<dt>estimate</dt>"))
    #expect(days[1].contains("<dt>estimate</dt>") && !days[1].contains("<dt>same</dt>"))
  }

  @Test(arguments: [
    ("by=mira", ["mira"]), ("by=~elsewhere", [""]), ("column=estimate", ["jo", ""]),
    ("column=text", ["mira", ""]), ("source=local", ["jo", "mira"]), ("source=pull", [""]),
    ("by=jo&column=text", []), ("column=none", []), ("by=", ["jo", "mira", ""]),
    ("text=GREEN", ["mira"]), ("text=estimate&by=jo", ["jo"]), ("text=zebra", []),
  ])
  func changesAreFilteredByPersonColumnSourceAndText(query: String, people: [String]) async throws {
    let console = try await changed()
    let json = await console.get("\(path).json?tab=history&\(query)").json
    #expect(json["history"]?.array?.map { $0["by"]?.string ?? "" } == people)
    let page = await console.page("\(path)?tab=history&\(query)").page
    #expect(page.contains("<b>jo</b> changed") == people.contains("jo"))
    #expect(page.contains("<b>mira</b> changed") == people.contains("mira"))
    #expect(page.contains("No changes match the filter.") == people.isEmpty)
    #expect(page.contains(">Clear filters</a>") == (query != "by="))
    #expect(await console.get("\(path).json?tab=history&source=x").status == 400)
  }

  @Test func theFiltersOfferWhatTheHistoryHasAndKeepTheTab() async throws {
    let page = await (try await changed()).page("\(path)?tab=history").page
    for words in ["Column: any", "Person: anyone", "Change: any"] { #expect(page.contains(words)) }
    #expect(page.contains("href=\"\(path)?tab=history&amp;by=mira\""))
    #expect(page.contains("href=\"\(path)?tab=history&amp;column=same\""))
    #expect(!page.contains("column=updatedAt") && !page.contains("source=resolve"))
    #expect(page.contains("Kept for 365 days, at most 100 versions"))
    let choosing = await (try await changed()).page("\(path)?tab=history&compare=1&by=mira").page
    #expect(!choosing.contains("Person: ") && choosing.contains("<b>jo</b> changed"))
  }

  @Test func anyTwoVersionsAreComparedFieldByFieldWithTheWordsThatDiffer() async throws {
    let console = try await changed()
    let entries = await entries(console)
    let first = try #require(entries.last?["entry"]?.integer)
    let page = await console.page("\(path)?tab=history&a=\(first)&b=now").page
    #expect(page.contains("<del>red</del> <ins>green</ins>"))
    #expect(page.contains("2 values differ"))
    #expect(!page.contains("<code>same</code>"))
    #expect(page.contains("edit?from=\(first)"))
    let copies = await console.page("\(path)?tab=history&a=base&b=\(first)").page
    #expect(copies.contains("No differences."))
  }

  @Test func versionsAreChosenOnceSomebodyWantsToCompareThem() async throws {
    let console = try await changed()
    let page = await console.page("\(path)?tab=history").page
    #expect(!page.contains("type=\"radio\"") && !page.contains(">Compare versions</button>"))
    let link = try #require(page.link(containing: "compare=1"))
    let choice = await console.page(link).page
    #expect(choice.contains(">Compare versions</button>"))
    #expect(choice.contains("type=\"radio\" name=\"a\" value=\"now\""))
    #expect(choice.contains("<b>Current version</b>"))
    #expect(!choice.contains(">Compare two versions…</a>"))
  }

  @Test func aVersionThatIsNotThereIsSaidAndNothingIsCompared() async throws {
    let page = await (try await changed()).page("\(path)?tab=history&a=99999&b=now")
    #expect(page.status == 200)
    #expect(page.page.contains("no version “99999”"))
    #expect(!page.page.contains("id=\"h-cmp\""))
  }

  @Test func oldValuesAreCopiedIntoAnEditThatIsNotSavedYet() async throws {
    let console = try await changed()
    let first = try #require(await entries(console).last?["entry"]?.integer)
    let before = try await console.queue()
    let form = await console.page("\(path)/edit?from=\(first)").page
    #expect(form.contains("Buy red apples today"))
    #expect(form.contains("Nothing is saved until"))
    #expect(form.contains("name=\"w.text\" value=\"&quot;Buy green apples today&quot;\""))
    #expect(try await console.queue() == before)
    var browser = try await console.console.signIn("ann", .operate)
    let opened = await browser.get("\(path)/edit?from=\(first)")
    let guardState = try #require(
      opened.page.split(separator: "name=\"ifState\" value=\"").dropFirst().first?
        .prefix { $0 != "\"" })
    let saved = await browser.submit(
      path,
      [
        ("ifState", String(guardState)), ("w.text", "\"Buy green apples today\""),
        ("v.text", "Buy red apples today"), ("w.estimate", "4"), ("v.estimate", "1"),
        ("w.same", "\"x\""), ("v.same", "x"),
      ], token: opened.csrfToken)
    #expect(saved.status == 303)
    let row = try await console.items.read(id: "dean")
    #expect(row?.values["text"] == "Buy red apples today")
    #expect(row?.values["estimate"] == 1)
  }

  @Test func entriesAreSentencesWithTheTimeBelow() async throws {
    let console = try await changed()
    let page = await console.page("\(path)?tab=history").page
    #expect(page.contains("<b>jo</b> changed estimate"))
    #expect(page.contains("<b>mira</b> changed text"))
    #expect(page.contains("<b>Sync</b> pulled the row for the first time"))
    #expect(page.components(of: ">Not pushed</span>") == 2)
    _ = try await console.run("push")
    let pushed = await console.page("\(path)?tab=history").page
    #expect(pushed.contains("<b>Sync</b> pushed the change"))
    #expect(pushed.components(of: ">Not pushed</span>") == 0)
  }

  @Test func theNewestVersionThatTheRowHasIsNotRestored() async throws {
    let console = try await changed()
    let entries = await entries(console)
    let numbers = entries.compactMap { $0["entry"]?.integer }
    try #require(numbers.count == 3)
    let page = await console.page("\(path)?tab=history").page
    #expect(!page.contains("edit?from=\(numbers[0])\""))
    #expect(page.contains("edit?from=\(numbers[1])\""))
    #expect(page.contains("edit?from=\(numbers[2])\""))
  }

  @Test func anOpenConflictShowsTheServersVersion() async throws {
    let console = try await SyncConsole()
    _ = try await console.conflict("dean")
    let page = await console.page("\(path)?tab=history").page
    #expect(page.contains("<b>The server</b> changed text and note"))
    #expect(page.contains(">Not merged</span>") && page.contains(">Not pushed</span>"))
    #expect(page.contains("edit?from=server\""))
    let versions = await console.get("\(path).json?tab=history").json["serverVersions"]?.array
    #expect(versions?.count == 1 && versions?.first?["resolution"] == .null)
    #expect(versions?.first?["values"]?["text"] == "of the server")
  }

  @Test func theServersVersionsAreSearchedToo() async throws {
    let console = try await SyncConsole()
    _ = try await console.conflict("dean")
    let texts = [("of%20the%20SERVER", true), ("changed%20text", true), ("zebra", false)]
    for (text, isFound) in texts {
      let page = await console.page("\(path)?tab=history&text=\(text)").page
      #expect(page.contains("<b>The server</b> changed text and note") == isFound, "\(text)")
      #expect(page.contains("No changes match the filter.") == !isFound, "\(text)")
    }
  }

  @Test(arguments: [
    ("keep-local", "kept mine"), ("take-server", "took the server’s"),
  ])
  func aDecidedConflictKeepsTheServersVersion(choice: String, words: String) async throws {
    let console = try await SyncConsole()
    let error = try await console.conflict("dean")
    let resolved = await console.post(
      "/s/todo/errors/\(error.id)/resolve", ["choice": .string(choice)])
    #expect(resolved.status == 200)
    let json = await console.get("\(path).json?tab=history").json
    let version = try #require(json["serverVersions"]?.array?.first)
    #expect(version["resolution"]?.string == choice)
    #expect(version["values"]?["note"] == "there")
    let page = await console.page("\(path)?tab=history").page
    #expect(page.contains("resolved the conflict: \(words)") && !page.contains("keep-local"))
    #expect(page.contains("<b>The server</b> changed text and note"))
    #expect(!page.contains(">Not merged</span>"))
    let number = try #require(version["conflict"]?.integer)
    let key = "decision-\(number)-server"
    #expect(page.contains("edit?from=\(key)") == (choice == "keep-local"))
    let comparison = await console.page("\(path)?tab=history&a=\(key)&b=now").page
    #expect(comparison.contains("id=\"h-cmp\""))
  }
}

extension String {
  /// How often `text` stands in it.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
