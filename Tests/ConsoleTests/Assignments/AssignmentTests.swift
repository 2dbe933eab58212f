import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Errors that people take care of.
@Suite struct AssignmentTests {
  private struct Desk {
    var store: SyncConsole
    var ann: TestBrowser
    var ben: TestBrowser
    var error: OperationError

    var path: String { "/s/todo/errors/\(error.id)" }

    init() async throws {
      store = try await SyncConsole()
      error = try await store.conflict()
      ann = try await store.console.signIn("ann", .operate)
      ben = try await store.console.signIn("ben", .operate)
    }

    /// Who has the error.
    var assignee: JSONValue? {
      get async { await store.get("\(path).json").json["assignee"] }
    }
  }

  /// The page that a form of `browser` leads to.
  private func send(
    _ browser: inout TestBrowser, _ path: String, _ fields: [(String, String)]
  ) async throws -> String {
    let answer = await browser.submit(path, fields, token: try await browser.csrfToken)
    guard let place = answer.headers["Location"] else { return answer.page }
    return await browser.get(place).page
  }

  @Test func assigningToMeTakesOneClickAndFiltersMine() async throws {
    var desk = try await Desk()
    #expect(await desk.ann.get(desk.path).page.contains(">Assign to me</button>"))
    var page = try await send(
      &desk.ann, "\(desk.path)/assign", [("assignee", "me"), ("was", "none")])
    #expect(page.contains("” assigned to ann.") && page.contains("Assigned to </span> ann"))
    #expect(await desk.assignee == "ann")
    page = await desk.ann.get("/s/todo/errors").page
    #expect(page.contains("assigned: 1 to ann") && page.contains("Assigned to </span> ann"))
    #expect(page.contains("href=\"/s/todo/errors?assignee=me\">Mine <span class=\"n\">1</span>"))
    #expect(
      await desk.ben.get("/s/todo/errors?assignee=me").page
        .contains("No errors are assigned to you."))
    #expect(await desk.ben.get("/s/todo/errors?assignee=ann").page.contains("Assigned to ann"))
    #expect(await desk.store.get("/s/todo/errors.json?assignee=none").json["count"] == 0)
    #expect(await desk.store.get("/s/todo/errors.json?assignee=me").status == 400)
    #expect(await desk.ann.get("/s/todo").page.contains("1 error is assigned to you"))
    let overview = await desk.ben.get("/s/todo").page
    #expect(overview.contains(" · assigned: 1 to ann</small>"))
    #expect(!overview.contains("assigned to you"))
    let audit = await desk.store.page("/audit").page
    #expect(audit.contains("assigned the error of") && audit.contains(" to ann"))
  }

  @Test func whoComesSecondIsAskedAndChangesNothing() async throws {
    var desk = try await Desk()
    // Both have the page open; ann is first.
    let fields = [("assignee", "me"), ("was", "none")]
    _ = try await send(&desk.ann, "\(desk.path)/assign", fields)
    let question = try await send(&desk.ben, "\(desk.path)/assign", fields)
    #expect(question.contains("This error is assigned to ann."))
    #expect(await desk.assignee == "ann")
    let mark = try #require(question.field("asked"))
    let page = try await send(
      &desk.ben, "\(desk.path)/assign",
      [("assignee", "me"), ("confirmed", "1"), ("asked", mark)])
    #expect(page.contains("” assigned to ben.") && page.contains(">Undo"))
    #expect(await desk.assignee == "ben")
    // Undo gives it back to ann.
    _ = try await send(&desk.ben, try #require(page.action(containing: "/undo/")), [])
    #expect(await desk.assignee == "ann")
  }

  @Test func aConfirmationOfAnotherStateIsAskedAgain() async throws {
    var desk = try await Desk()
    _ = try await send(&desk.ann, "\(desk.path)/assign", [("assignee", "me")])
    let question = try await send(&desk.ben, "\(desk.path)/assign", [("assignee", "me")])
    let mark = try #require(question.field("asked"))
    try await desk.store.console.data.addUser("cem", role: .operate, password: "correct horse")
    _ = try await send(&desk.ann, "\(desk.path)/assign", [("assignee", "cem"), ("was", "ann")])
    let again = try await send(
      &desk.ben, "\(desk.path)/assign", [("assignee", "me"), ("confirmed", "1"), ("asked", mark)])
    #expect(again.contains("the assignments changed while you decided"))
    #expect(await desk.assignee == "cem")
  }

  @Test func aProgramSaysThatItTakesOver() async throws {
    let desk = try await Desk()
    let path = "\(desk.path)/assign"
    #expect(await desk.store.post(path, ["assignee": "ann"]).json["assignee"] == "ann")
    let refused = await desk.store.post(path, ["assignee": "ben"])
    #expect(refused.status == 409 && refused.json["error"]?["code"] == "assigned")
    #expect(await desk.assignee == "ann")
    let taken = await desk.store.post(path, ["assignee": "ben", "reassign": true])
    #expect(taken.json["assignee"] == "ben")
    #expect(await desk.store.post(path, ["assignee": "none", "was": "ben"]).status == 200)
    #expect(await desk.assignee == .null)
    for name in ["nobody", "me", ""] {
      #expect(await desk.store.post(path, ["assignee": .string(name)]).status / 100 == 4)
    }
    #expect(await desk.store.post(path, ["assignee": "ann"], as: .viewer).status == 403)
    try await desk.store.console.data.addUser("vic", role: .viewer, password: "correct horse")
    #expect(await desk.store.post(path, ["assignee": "vic"]).status == 422)
  }

  @Test func manyAreAssignedAtOnceAndUndone() async throws {
    var desk = try await Desk()
    _ = try await desk.store.failure()
    let ids = try await desk.store.sync.errors().map(\.id)
    let bar = await desk.ann.get("/s/todo/errors?_pick=page").page
    let assign = try #require(bar.firstRange(of: ">Assign 2 errors<"))
    let choice = try #require(bar.firstRange(of: "id=\"assign-to\""))
    let discard = try #require(bar.firstRange(of: ">Discard 2 changes…<"))
    #expect(assign.upperBound < choice.lowerBound && choice.upperBound < discard.lowerBound)
    var page = try await send(
      &desk.ann, "/s/todo/errors/bulk",
      [("choice", "assign"), ("assignee", "ben")] + ids.map { ("id", $0) })
    #expect(page.contains("2 errors assigned to ben."))
    let undo = try #require(page.action(containing: "/undo/"))
    #expect(await desk.store.get("/s/todo/errors.json?assignee=ben").json["count"] == 2)
    // Ann takes a whole cause, and is asked: ben has it.
    let group = [("choice", "assign-me"), ("query", "kind=failed"), ("expect", "1")]
    page = try await send(&desk.ann, "/s/todo/errors/bulk", group)
    #expect(page.contains("This error is assigned to ben."))
    let mark = try #require(page.field("asked"))
    page = try await send(
      &desk.ann, "/s/todo/errors/bulk",
      [
        ("choice", "assign"), ("assignee", "me"), ("query", "kind=failed"), ("expect", "1"),
        ("confirmed", "1"), ("asked", mark),
      ])
    #expect(page.contains("” assigned to ann."))
    let own = await desk.store.get("/s/todo/errors.json?assignee=ann").json
    #expect(own["count"] == 1 && own["errors"]?.array?.first?["state"] == "failed")
    let undone = await desk.store.post(undo)
    #expect(undone.status == 200)
    #expect(await desk.store.get("/s/todo/errors.json?assignee=ben").json["count"] == 0)
    #expect(await desk.store.get("/s/todo/errors.json?assignee=ann").json["count"] == 1)
    #expect(await desk.store.post(undo).status == 409)
  }

  @Test func theErrorOfARemovedUserIsNobodys() async throws {
    var desk = try await Desk()
    _ = try await send(&desk.ann, "\(desk.path)/assign", [("assignee", "me")])
    try await desk.store.console.data.removeUser("ann")
    #expect(await desk.store.page("/s/todo/errors").page.contains("ann (removed user)"))
    #expect(await desk.store.get("/s/todo/errors.json?assignee=none").json["count"] == 1)
    // Nobody has to be asked.
    let page = try await send(&desk.ben, "\(desk.path)/assign", [("assignee", "me")])
    #expect(page.contains("” assigned to ben."))
  }

  @Test func takingACauseCountsOnlyTheErrorsOfOthers() async throws {
    var desk = try await Desk()
    let ids = ["anna", "bert", "carl"]
    try await desk.store.fill(ids)
    for id in ids {
      try await desk.store.items.update(id, ["text": "too long"])
      desk.store.remote.script(id, [.refused])
    }
    _ = try await desk.store.sync.push()
    let error = try #require(try await desk.store.sync.errors().first { $0.itemID == "bert" })
    #expect(await desk.ann.get("/s/todo/errors").page.contains(">Assign 3 to me<"))
    _ = try await send(&desk.ann, "/s/todo/errors/\(error.id)/assign", [("assignee", "me")])
    #expect(await desk.ann.get("/s/todo/errors").page.contains(">Assign 2 to me<"))
    #expect(await desk.ben.get("/s/todo/errors").page.contains(">Assign 3 to me<"))
    let group = [("choice", "assign-me"), ("query", "kind=failed"), ("expect", "3")]
    let page = try await send(&desk.ann, "/s/todo/errors/bulk", group)
    #expect(page.contains("2 errors assigned to ann."))
  }

  @Test func whatIsDoneForACauseKeepsTheFiltersOfItsList() async throws {
    var desk = try await Desk()
    _ = try await send(&desk.ann, "\(desk.path)/assign", [("assignee", "me")])
    let page = await desk.ben.get("/s/todo/errors?assignee=ann&text=ivan").page
    let query = try #require(page.field("query"))
    #expect(query.contains("text=ivan") && query.contains("assignee=ann"))
    let listed = await desk.store.get("/s/todo/errors.json?text=ivan").json
    let family = listed["families"]?.array?.first
    #expect(family?["query"]?.string?.contains("text=ivan") == true)
  }
}
