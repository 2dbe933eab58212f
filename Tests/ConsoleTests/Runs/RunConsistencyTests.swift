import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// What pages and answers say about runs is what happened.
@Suite struct RunConsistencyTests {
  // MARK: - One run at a time

  @Test func anotherOrderDuringARunIsRefusedAndNamesTheRun() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    let orders: [(kind: String, body: JSONValue)] = [
      ("push", .object(JSONObject())), ("pull", ["tables": ["TodoItem"]]), ("pull", ["full": true]),
      ("sync", .object(JSONObject())), ("reconcile", ["table": "TodoItem"]),
    ]
    for order in orders {
      let answer = await store.post("/s/todo/\(order.kind)", order.body)
      #expect(answer.status == 409, "\(order.kind)")
      #expect(answer.json["error"]?["code"] == "run_under_way")
      let message = answer.json["error"]?["message"]?.string
      #expect(message?.contains("Pull \(id) is running") == true)
    }
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.submit("/s/todo/push", [], token: try await browser.csrfToken)
    #expect(page.status == 409 && page.page.contains("href=\"/s/todo/runs/\(id)\""))
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
    #expect(await store.get("/s/todo/sync.json").json["runs"]?.array?.count == 1)
    #expect(await store.post("/s/todo/push").status == 202)
  }

  @Test func theButtonOfAPullLeadsToTheSyncUnderWay() async throws {
    let (store, gate, id) = try await SyncConsole.pulling(by: "sync")
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit("/s/todo/pull", [], token: try await browser.csrfToken)
    #expect(answer.status == 303 && answer.headers["Location"] == "/s/todo/runs/\(id)")
    let full = await browser.submit(
      "/s/todo/pull", [("full", "1")], token: try await browser.csrfToken)
    #expect(full.status == 409)
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
  }

  @Test func theSameOrderTwiceIsOneRun() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    let again = await store.post("/s/todo/pull")
    #expect(again.status == 202 && again.json["run"] == .integer(id))
    #expect(await store.post("/s/todo/runs/\(id)/cancel").status == 202)
    // It will not do any more what is asked for now.
    #expect(await store.post("/s/todo/pull").status == 409)
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
  }

  // MARK: - Its end

  @Test func aCancelledRunSaysWhoAndWhatStays() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    #expect(await store.post("/s/todo/runs/\(id)/cancel").status == 202)
    let live = await store.page("/s/todo/runs/\(id)").page
    #expect(live.contains("Cancelled by token admin. The run stops at the next safe point."))
    #expect(!live.contains("Cancel run"))
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Cancelled by token admin."))
    #expect(!page.contains("The run stops at the next") && !page.contains("in the queue"))
    #expect(!page.contains("chip failed"))
    let run = await store.get("/s/todo/runs/\(id).json").json
    #expect(run["steps"]?.array?.map { $0["state"] } == ["cancelled"])
    #expect(run["cancelledBy"] == "token admin")
    let list = await store.page("/s/todo/runs").page
    #expect(list.contains(">Cancelled</span>") && list.contains(">Cancelled by token admin.</td>"))
  }

  @Test func aRunThatTheEndOfTheServerStoppedSaysSo() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    async let stop: Void = store.console.runs.stop()
    while await store.post("/s/todo/pull").status != 503 { await Task.yield() }
    gate.open()
    await stop
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Stopped because the console was shut down."))
    #expect(page.contains("Shut down") && !page.contains("Cancelled by"))
    // What the badge says is no remark.
    let list = await store.page("/s/todo/runs").page
    #expect(list.contains(">Shut down</span>") && !list.contains("Stopped because"))
  }

  @Test func whereTheNextPullBeginsDependsOnTheServer() async throws {
    for hasPlaces in [true, false] {
      var settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
      settings.pageSize = 2
      let store = try await SyncConsole(settings)
      store.server.change {
        $0.readsTablesByID = true
        $0.hidesPlaces = !hasPlaces
      }
      for number in 0..<9 { store.server.put("TodoItem", "row\(number)", ["text": "x"]) }
      store.remote.scriptReads([nil, nil, .unreachable])
      let run = try await store.run("pull")
      #expect(run["state"] == "failed")
      let id = try #require(run["run"]?.integer)
      let page = await store.page("/s/todo/runs/\(id)").page
      #expect(page.contains("Pulled rows are kept."))
      #expect(page.contains("The next pull of TodoItem resumes from there.") == hasPlaces)
      #expect(page.contains("starts over") == !hasPlaces)
      let again = try await store.run("pull")
      #expect(again["report"]?["pull"]?["tables"]?.array?.first?["inserted"] == 5)
    }
  }

  @Test func aLostServerIsNamedOnceAndWithoutNestedBrackets() async throws {
    let store = try await SyncConsole()
    store.remote.scriptReads([.unreachable])
    let run = try await store.run("pull")
    let message = try #require(run["message"]?.string)
    #expect(message.hasSuffix("The server fake can’t be reached: connection lost."))
    #expect(!message.contains(".)") && !message.contains(".."))
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(!page.contains("id=\"h-prob\""))
  }

  // MARK: - Offline

  @Test func goingOfflineStopsTheRun() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    let sync = await store.page("/s/todo/sync").page
    #expect(sync.contains("Going offline stops Pull \(id) at its next safe point;"))
    let answer = await store.post("/s/todo/offline", ["offline": true])
    #expect(answer.json["stopping"] == .integer(id))
    gate.open()
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.state == .cancelled)
    #expect(run.cancelledBy == "token admin, who switched the store offline")
    let again = await store.post("/s/todo/offline", ["offline": true])
    #expect(again.json["stopping"] == .null)
  }

  @Test func undoingGoingOnlineStopsARunThatBeganMeanwhile() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    // As if somebody had gone online before that pull.
    let entry = try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "sync.run", store: "todo", target: "online",
        undo: ["action": "offline-restore", "store": "todo", "was": true], requestID: "r"))
    #expect(await store.post("/undo/\(entry)").status == 200)
    gate.open()
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.state == .cancelled && run.cancelledBy?.contains("offline") == true)
    #expect(try await store.sync.isOffline)
    // Going offline again is nothing that could be done once more.
    let again = try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "sync.run", store: "todo", target: "online",
        undo: ["action": "offline-restore", "store": "todo", "was": true], requestID: "r"))
    let refused = await store.post("/undo/\(again)")
    #expect(refused.status == 409)
    #expect(refused.json["error"]?["message"]?.string?.contains("already offline") == true)
  }

  // MARK: - Orders for nothing

  @Test func whatIsNotThereIsNotDone() async throws {
    let store = try await SyncConsole()
    let push = await store.post("/s/todo/push", ["operations": [99_999]])
    #expect(push.status == 404 && push.json["error"]?["code"] == "no_such_operation")
    #expect(push.json["error"]?["message"]?.string?.contains("99999") == true)
    #expect(await store.post("/s/todo/push", ["operations": []]).status == 422)
    #expect(await store.post("/s/todo/push", ["tables": ["Nobody"]]).status == 404)
    #expect(await store.post("/s/todo/push/preview", ["operations": [9]]).status == 404)
    let preview = await store.post("/s/todo/pull/preview", ["tables": ["Nobody"]])
    #expect(preview.status == 404 && preview.json["error"]?["code"] == "no_such_table")
    #expect(await store.get("/s/todo/sync.json").json["runs"] == [])
  }
}
