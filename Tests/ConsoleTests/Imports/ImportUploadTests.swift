import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Files that do not fit into memory: kept aside, read in batches, written in batches.
@Suite struct ImportUploadTests {
  private static let path = "/s/todo/t/Movie/import"
  private static let type = "multipart/form-data; boundary=X"

  private func form(_ file: String, mode: String, token: String) -> [UInt8] {
    var body = ""
    for (name, value) in [("_token", token), ("text", ""), ("mode", mode)] {
      body += "--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    body +=
      "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"big.csv\"\r\n\r\n"
      + "\(file)\r\n--X--\r\n"
    return Array(body.utf8)
  }

  private func upload(
    _ file: String, mode: String = "insert", _ console: RowsConsole, _ browser: TestBrowser
  ) async throws -> HTTPResponse {
    try await console.console.upload(
      Self.path, Self.type, form(file, mode: mode, token: try await browser.csrfToken),
      browser.cookieField)
  }

  private func table(_ ids: some Sequence<Int>) -> String {
    "id,rank\n" + ids.map { "r\($0),\($0)\n" }.joined()
  }

  private func link(_ response: HTTPResponse) throws -> String {
    try #require(response.headers["Location"], "\(response.page)")
  }

  @Test func thousandsOfRowsAreWrittenInBatchesAndTakenBack() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("r7", ["rank": 7]), ("r4500", ["rank": 0])])
    var browser = try await console.browser(.operate)
    let answer = try await upload(table(0..<5_000), mode: "upsert", console, browser)
    #expect(answer.status == 303)
    #expect(try console.console.uploads.count == 1)
    let page = await browser.get(try link(answer)).page
    #expect(page.contains("4,998 new, 1 changed, 1 unchanged."))
    #expect(page.contains("imported in 3 batches"))
    let seen = try #require(page.value(of: "seen"))
    let token = try await browser.csrfToken
    let done = await browser.submit(try link(answer), [("seen", seen)], token: token)
    #expect(done.headers["Location"] == "/s/todo/t/Movie")
    #expect(try console.console.uploads.isEmpty)
    let list = await browser.get(try link(done)).page
    #expect(try await console.queued() == 4_999)
    #expect(try await console.sync.unfinishedImports().isEmpty)

    #expect(list.contains("Imported: 4,998 new, 1 changed, 1 unchanged."))
    let undo = try #require(list.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.queued() == 0)
    #expect(try await console.record("Movie", "r4500")?.values["rank"] == 0)
    let back = await browser.get("/s/todo/t/Movie").page
    #expect(back.contains("Undone: import of 4,999 rows of Movie."))
  }

  @Test func whatTakesLongShowsHowFarItIsAndCanBeCancelled() async throws {
    let console = try await RowsConsole(configure: { $0.importPatience = .zero })
    try await console.pull("Movie", [("a", ["rank": 7])])
    var browser = try await console.browser(.operate)
    let answer = try await upload(table(0..<30), console, browser)
    let link = try link(answer)
    var page = await browser.get(link).page
    while page.contains("data-renew") {
      #expect(page.contains("Reading rows for Movie") && page.contains("<progress"))
      page = await browser.get(link).page
    }
    let seen = try #require(page.value(of: "seen"))
    let token = try await browser.csrfToken
    let begun = await browser.submit(link, [("seen", seen)], token: token)
    #expect(begun.status == 303)
    page = await browser.get(link).page
    while page.contains("data-renew") { page = await browser.get(link).page }
    #expect(page.contains("Imported: 30 new.") && page.contains("Rows of Movie"))
    #expect(page.action(containing: "/undo/") != nil)

    let other = try self.link(try await upload(table(50..<60), console, browser))
    let cancelled = await browser.submit("\(other)/cancel", [], token: token)
    #expect(cancelled.status == 303)
    #expect(try await console.queued() == 30)
  }

  @Test func anIdThatComesAgainFarBelowIsNamedByItsLine() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    var browser = try await console.browser(.operate)
    let answer = try await upload(
      table(0..<4_500) + "r3,1\nr4499,1\n", console, browser)
    let page = await browser.get(try link(answer)).page
    #expect(page.contains("2 invalid values."))
    #expect(
      page.contains("<th scope=\"row\" class=\"num\">4,502</th>") || page.contains(">4502</th>"))
    #expect(page.contains("“r3” is a duplicate") && page.contains("“r4499” is a duplicate"))
    #expect(try await console.queued() == 0)
  }

  @Test func aRowThatChangedMeanwhileTakesAllBatchesBack() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    var browser = try await console.browser(.operate)
    let answer = try await upload(table(0..<4_500), console, browser)
    let seen = try #require(await browser.get(try link(answer)).page.value(of: "seen"))
    try await console.sync.table("Movie").insert(["id": "r4400", "rank": 1])
    let token = try await browser.csrfToken
    let refused = await browser.submit(try link(answer), [("seen", seen)], token: token)
    #expect(refused.status == 409)
    #expect(refused.page.contains("changed since the preview"))
    #expect(refused.page.contains("“r4400” exists already"))
    #expect(try await console.queued() == 1)
    #expect(try await console.record("Movie", "r0") == nil)
    #expect(try await console.sync.unfinishedImports().isEmpty)
  }

  @Test func takingManyRowsBackShowsHowFarItIsAndWhatCameOfIt() async throws {
    let console = try await RowsConsole(configure: { $0.importPatience = .zero })
    let number = try await imported(1_500, into: console)
    _ = await console.console.app.findBrokenImports()
    let entry = try #require(try await newestEntry(console))
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let answer = await browser.submit("/undo/\(entry)", [], token: token)
    #expect(answer.headers["Location"] == "/undo/\(entry)")
    var page = await browser.get("/undo/\(entry)").page
    while page.contains("data-renew") {
      #expect(page.contains("<progress") && page.contains("rows undone."))
      page = await browser.get("/undo/\(entry)").page
    }
    #expect(page.contains("Undone: import of 1,500 rows of Movie."))
    #expect(try await console.sync.importInfo(number) == nil)
    #expect(try await console.queued() == 0)
    // Whoever presses it again is told so, and programs wait for the end.
    #expect(await browser.submit("/undo/\(entry)", [], token: token).status == 409)
    #expect(await console.post("/undo/\(entry)", [:]).status == 409)
    // Another entry has nothing under way.
    #expect(await browser.get("/undo/\(entry + 1)").headers["Location"] == "/audit/\(entry + 1)")
  }

  @Test func anUndoThatBrokeOffIsGoneOnWithByTheSameEntry() async throws {
    let console = try await RowsConsole()
    let number = try await imported(2_500, into: console)
    _ = await console.console.app.findBrokenImports()
    let entry = try #require(try await newestEntry(console))
    // It ends after its first batch, as with the program.
    let sync = console.sync
    let work = Task {
      try await sync.takeBackImport(number, by: "mira") { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    let left = try await console.queued()
    #expect((1..<2_500).contains(left))
    // The next start names it.
    #expect(
      await console.console.app.findBrokenImports() == [
        "Store todo: Movie, undo of the import of big.csv was interrupted: "
          + "\(Format.count(left, "row")) left"
      ])
    #expect(await console.console.app.findBrokenImports().isEmpty)
    try await console.sync.table("Movie").update("r7", ["rank": 9])
    let answer = await console.post("/undo/\(entry)", [:])
    #expect(answer.json["changed"]?.integer == Int64(left - 1))
    #expect(try await console.queued() == 1)
    // What stayed is in the audit.
    let newest = try #require(try await newestEntry(console))
    let undo = await console.get("/audit/\(newest).json", token: console.adminToken).json
    #expect(
      undo["reason"] == "1 row unchanged: r7" && undo["count"]?.integer == Int64(left - 1))
  }

  @Test func anImportThatWasBeingCancelledCanBeTakenBackAfterAKill() async throws {
    let console = try await RowsConsole()
    let number = try await imported(2_500, into: console)
    let sync = console.sync
    let work = Task {
      try await sync.takeBackImport(number, by: "mira") { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    let left = try await console.queued()
    #expect((1..<2_500).contains(left))
    // It has no entry yet, so it gets one that takes the rest back.
    #expect(await console.console.app.findBrokenImports().count == 1)
    let entry = try #require(try await newestEntry(console))
    #expect(await console.post("/undo/\(entry)", [:]).json["changed"]?.integer == Int64(left))
    #expect(try await console.queued() == 0)
  }

  private func imported(_ count: Int, into console: RowsConsole) async throws -> Int64 {
    try await console.pull("Movie", [("a", ["rank": 7])])
    let number = try await console.sync.beginImport(
      into: "Movie", from: "big.csv", rows: count, by: "mira")
    for start in stride(from: 0, to: count, by: 1_000) {
      let changes = (start..<min(start + 1_000, count)).map {
        RowChange(.insert, table: "Movie", id: "r\($0)", values: ["rank": 1])
      }
      _ = try await console.sync.importBatch(
        changes, of: number, expecting: nil, by: "mira")
    }
    return number
  }

  private func newestEntry(_ console: RowsConsole) async throws -> Int64? {
    let entries = await console.get("/audit.json", token: console.adminToken).json
    return entries["entries"]?.array?.first?["id"]?.integer
  }

  @Test func anImportThatAKillBrokeOffIsNamedAndTakenBack() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    let number = try await console.sync.beginImport(
      into: "Movie", from: "big.csv", rows: 5_000, by: "mira")
    _ = try await console.sync.importBatch(
      [RowChange(.insert, table: "Movie", id: "r0", values: ["rank": 1])], of: number,
      expecting: nil, by: "mira")
    let lines = await console.console.app.findBrokenImports()
    #expect(
      lines == [
        "Store todo: Movie, import of big.csv was interrupted: 1 of 5,000 rows imported"
      ])
    #expect(await console.console.app.findBrokenImports().isEmpty)
    let entries = await console.get("/audit.json", token: console.adminToken).json
    let entry = try #require(entries["entries"]?.array?.first)
    #expect(entry["undo"] == true && entry["count"] == 1)
    let id = try #require(entry["id"]?.integer)
    #expect(await console.get("/audit/\(id).json", token: console.adminToken).status == 200)
    let undone = await console.post("/undo/\(id)", [:])
    #expect(undone.json["changed"] == 1)
    #expect(try await console.record("Movie", "r0") == nil)
    #expect(await console.post("/undo/\(id)", [:]).status == 409)
  }

  @Test func uploadsAreCheckedBeforeTheyCome() async throws {
    let console = try await RowsConsole()
    let browser = try await console.browser(.operate)
    let viewer = try await console.browser(.viewer)
    func status(
      _ cookies: [String: String], _ type: String = Self.type, path: String = Self.path,
      origin: String = "same-origin"
    ) async throws -> Int {
      try await console.console.upload(
        path, type, [], cookies.merging(["Sec-Fetch-Site": origin]) { $1 }
      ).status
    }
    #expect(try await status([:]) == 303)
    #expect(try await status(viewer.cookieField) == 403)
    #expect(try await status(browser.cookieField, origin: "cross-site") == 403)
    #expect(try await status(browser.cookieField, "text/csv") == 415)
    #expect(try await status(browser.cookieField, path: "/s/none/t/Movie/import") == 404)
    #expect(try console.console.uploads.isEmpty)
    // What the form holds is looked at once it is there.
    let forged = try await console.console.upload(
      Self.path, Self.type, form("id\nx\n", mode: "insert", token: "wrong"), browser.cookieField)
    #expect(forged.status == 403)
    #expect(try console.console.uploads.isEmpty)
  }

  @Test func eachKindOfBodyHasItsLimit() async throws {
    let app = try await TestConsole().app
    func rule(_ type: String, _ path: String = Self.path) -> BodyRule {
      app.bodyRule(for: HTTPRequest(.post, path, headers: ["Content-Type": type]))
    }
    #expect(rule(Self.type).bytesMax == 64_000_000 + (64 << 10))
    #expect(rule(Self.type).admit != nil)
    #expect(rule("application/json").bytesMax == 8 << 20)
    #expect(rule("application/x-www-form-urlencoded").bytesMax == 1 << 20)
    #expect(rule(Self.type, "/s/todo/t/Movie").bytesMax == 8 << 20)
    #expect(rule("application/x-www-form-urlencoded", "/login").bytesMax == 1 << 20)
  }

  @Test func aFileThatIsNoTextIsNotCalledTooMuch() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m", ["rank": 1])])
    let browser = try await console.browser(.operate)
    var body = form("id,title\nm,Caf?\n", mode: "upsert", token: try await browser.csrfToken)
    body[try #require(body.lastIndex(of: UInt8(ascii: "?")))] = 0xe9
    let page = try await console.console.upload(Self.path, Self.type, body, browser.cookieField)
    #expect(page.status == 422 && page.page.contains("Line 2 is not UTF-8 text."))
    #expect(page.page.contains("big.csv: not UTF-8 text, so it cannot be shown below."))
    #expect(!page.page.contains("too much"))
  }

  @Test func draftsExpireAndMakeRoomForLaterOnes() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    var browser = try await console.browser(.operate)
    var links: [String] = []
    for number in 0...ImportSessions.draftsMax {
      links.append(try link(try await upload(table([number]), console, browser)))
    }
    #expect(try console.console.uploads.count == ImportSessions.draftsMax)
    #expect(await browser.get(links[0]).status == 404)
    #expect(await browser.get(links[1]).status == 200)
    console.console.time.advance(milliseconds: 3_601_000)
    console.console.app.dropOldImports()
    #expect(try console.console.uploads.isEmpty)
  }

  @Test func whatAKilledProgramLeftIsRemovedAndStoppingRemovesAll() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    let browser = try await console.browser(.operate)
    _ = try await upload(table([1]), console, browser)
    #expect(try console.console.uploads.count == 1)
    await console.console.app.stopImports()
    #expect(try console.console.uploads.isEmpty)
    let directory = try TemporaryDirectory()
    try Files.write([1], to: directory.path + "/0123.part")
    try ImportSessions(directory: directory.path, random: .system).prepare()
    #expect(try Files.list(below: directory.path).isEmpty)
  }

  @Test func whoWaitsWhileTheProgramStopsIsToldWhatIsWritten() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["rank": 7])])
    let draft = try await console.importFile(table(0..<20_000), mode: "insert", into: "Movie")
    #expect(draft.json["new"] == 20_000)
    let waiting = Task { await console.post(draft.link, [:]) }
    var written = 0
    while written == 0 {
      written = Int(await console.get("\(draft.link).json").json["done"]?.integer ?? 0)
    }
    await console.console.app.stopImports()
    waiting.cancel()
    let answer = await waiting.value
    #expect(answer.status == 503 && answer.json["error"]?["code"] == "stopping", "\(answer.page)")
    let entries = await console.get("/audit.json", token: console.adminToken).json["entries"]
    let entry = try #require(entries?.array?.first?["id"]?.integer)
    #expect(answer.page.contains("rows imported; undo audit entry \(entry)"))
    // It takes nothing back any more either; what is to be taken back is kept.
    #expect(await console.post("/undo/\(entry)", [:]).status == 503)
    #expect(try await console.sync.takeBackImport(1, by: nil).rows > 0)
    #expect(try await console.queued() == 0)
  }

  @Test func theRoomOfOneUserAndOfAllIsLimited() throws {
    let directory = try TemporaryDirectory()
    let desk = ImportSessions(directory: directory.path, random: .system)
    try desk.prepare()
    let now = Timestamp(milliseconds: 0)
    var files: [ScratchFile] = []
    for _ in 0..<3 { files.append(try desk.file(of: "mira", announced: 64_000_000, now: now)) }
    #expect(throws: ConsoleError.self) { try desk.file(of: "mira", announced: 1, now: now) }
    #expect(throws: ConsoleError.self) { try desk.file(of: "mira", announced: nil, now: now) }
    for owner in ["ivan", "ann"] {
      for _ in 0..<3 where files.count < 8 {
        files.append(try desk.file(of: owner, announced: nil, now: now))
      }
    }
    #expect(throws: ConsoleError.self) { try desk.file(of: "lea", announced: 1, now: now) }
    files.removeFirst(2)
    _ = try desk.file(of: "lea", announced: 64_000_000, now: now)
  }
}
