import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

@Suite struct AccountTests {
  @Test func changingUsersTakesThePasswordAgainAfterAWhile() async throws {
    let console = try await TestConsole()
    var admin = try await console.signIn("ann", .admin)
    let token = try await admin.csrfToken
    let add = { (name: String) in
      [("name", name), ("role", "viewer"), ("password", "correct horse")]
    }
    #expect(await admin.submit("/users", add("one"), token: token).status == 303)
    console.time.advance(milliseconds: 601_000)
    for (path, values) in [
      ("/users", add("two")), ("/users/one/role", [("role", "admin")]),
      ("/users/one/remove", []), ("/users/one/password", [("password", "correct horse")]),
      ("/users/tokens", [("name", "t"), ("role", "admin")]), ("/users/tokens/1/revoke", []),
      ("/users/one/second-factor/remove", []),
    ] {
      let refused = await admin.submit(path, values, token: token)
      #expect(refused.status == 403, "\(path)")
      #expect(refused.page.contains("Confirm your password"), "\(path)")
    }
    #expect(try await console.data.users().map(\.name) == ["ann", "one"])
    #expect(await admin.get("/users").page.contains("action=\"/account/confirm\""))
    _ = await admin.submit("/account/confirm", [("password", "guess")], token: token)
    #expect(await admin.submit("/users", add("two"), token: token).status == 403)
    let confirmed = await admin.submit(
      "/account/confirm", [("password", "correct horse"), ("back", "users")], token: token)
    #expect(confirmed.headers["Location"] == "/users")
    #expect(await admin.submit("/users", add("two"), token: token).status == 303)
    #expect(try await console.data.users().map(\.name) == ["ann", "one", "two"])
  }

  @Test func usersTokensAndSessionsAreSearched() async throws {
    let console = try await TestConsole()
    var admin = try await console.signIn("ann", .admin)
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    _ = try await console.data.addToken("nightly", role: .viewer, by: "mira")
    let json = await admin.get("/users.json?text=MIRA").json
    #expect(json["users"]?.array?.map { $0["name"] } == ["mira"])
    #expect(json["tokens"]?.array?.map { $0["name"] } == ["nightly"])
    #expect(json["sessions"] == [])
    let page = await admin.get("/users?text=MIRA").page
    #expect(page.contains("1 of 2 users, 1 of 1 token, 0 of 1 open session."))
    #expect(page.contains("Remove user…") && page.contains("No sessions match “MIRA”."))
    #expect(page.contains("name=\"text\" value=\"MIRA\"") && page.contains(">Clear search</a>"))
    // The field of a role is that of the same user in the whole list, where a refusal is shown.
    #expect(page.contains("id=\"r-1\"") && !page.contains("id=\"r-0\""))
    let none = await admin.get("/users?text=zebra").page
    #expect(none.contains("No users match “zebra”.") && none.contains("No API tokens match"))
    #expect(!(await admin.get("/users").page.contains("Clear search")))
  }

  @Test func everybodyChangesTheOwnPasswordWithTheOldOneAndEndsOtherSessions() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .viewer)
    let elsewhere = try await console.data.startSession(user: "mira", address: "::1", agent: "")
    let token = try await own.csrfToken
    for (old, new) in [("guess", "a new long one"), ("correct horse", "short")] {
      _ = await own.submit(
        "/account/password", [("password", old), ("newPassword", new)], token: token)
      #expect(try await console.data.isPassword("correct horse", of: "mira"))
    }
    _ = await own.submit(
      "/account/password", [("password", "correct horse"), ("newPassword", "a new long one")],
      token: token)
    #expect(try await console.data.isPassword("a new long one", of: "mira"))
    #expect(await own.get("/").status == 200)
    #expect(try await console.data.session(withSecret: elsewhere) == nil)
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 9).map(\.record)
    #expect(
      entries.filter { $0.action == "account.edit" }.map(\.result) == [.done, .failed, .failed])
  }

  @Test func theAuditSaysWhatBecameOfUsersAndTokens() async throws {
    let console = try await TestConsole()
    var admin = try await console.signIn("ann", .admin)
    let token = try await admin.csrfToken
    for (path, values) in [
      ("/users", [("name", "bob"), ("role", "viewer"), ("password", "correct horse")]),
      ("/users/bob/role", [("role", "viewer")]), ("/users/bob/role", [("role", "operator")]),
      ("/users/bob/remove", [("confirmed", "1")]),
      ("/users/tokens", [("name", "ci"), ("role", "viewer"), ("days", "30")]),
      ("/users/tokens/1/revoke", [("confirmed", "1")]),
    ] {
      #expect(await admin.submit(path, values, token: token).status < 400, "\(path)")
    }
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 20).map(\.record)
    let edits = entries.reversed().filter { $0.action == "user.edit" }
    #expect(
      edits.map(\.target) == [
        "user bob, added", "role of bob", "role of bob", "user bob, removed",
        "API token ci, created",
        "API token ci, revoked",
      ])
    #expect(edits.map(\.before) == [nil, nil, ["role": "viewer"], ["role": "operator"], nil, nil])
    #expect(edits[0].after == ["role": "viewer"] && edits[2].after == ["role": "operator"])
    #expect(edits[4].after == ["role": "viewer", "store": nil, "days": 30])
  }

  @Test func guessingOnesPasswordHereIsSlowedDownToo() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .admin)
    let token = try await own.csrfToken
    for _ in 0..<6 {
      _ = await own.submit("/account/confirm", [("password", "guess")], token: token)
    }
    let right = await own.submit(
      "/account/confirm", [("password", "correct horse")], token: token)
    #expect(right.status == 429 && right.page.contains("Too many failed attempts"))
  }

  @Test func oneEndsTheSessionsInOtherBrowsersAndKeepsThisOne() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .viewer)
    let other = try await console.data.startSession(user: "mira", address: "::1", agent: "")
    let stranger = try await console.data.startSession(
      user: "mira2", linkRole: .viewer, address: "::1", agent: "")
    let sessions = await own.get("/sessions").page
    #expect(sessions.contains("End 1 other"))
    // On phones each is an item of two lines, which names its times.
    #expect(sessions.contains("<div class=\"grid items\""))
    #expect(sessions.contains("<td data-l=\"Signed in\">"))
    #expect(sessions.contains("<td data-l=\"Last seen\">"))
    let listed = await own.get("/sessions.json").json["sessions"]?.array ?? []
    #expect(listed.count == 2 && listed.count { $0["current"] == true } == 1)
    _ = try await own.submit("/sessions/end-others", [], token: own.csrfToken)
    #expect(await own.get("/sessions").status == 200)
    #expect(try await console.data.session(withSecret: other) == nil)
    #expect(try await console.data.session(withSecret: stranger) != nil)
  }

  @Test func anAdminEndsAnothersSessionAndNobodyElseDoes() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let session = try #require(try await console.data.sessions(of: "mira").first?.id)
    var other = try await console.signIn("jo", .operate)
    let refused = try await other.submit("/sessions/\(session)/end", [], token: other.csrfToken)
    #expect(refused.status == 404)
    #expect(await own.get("/").status == 200)
    var admin = try await console.signIn("ann", .admin)
    let ended = try await admin.submit("/sessions/\(session)/end", [], token: admin.csrfToken)
    #expect(ended.status == 303)
    #expect(await own.get("/").status == 303)
  }

  @Test func aTokenNeitherMakesTokensNorTouchesAccounts() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("ci", role: .admin, by: "ann")
    let fields = [
      "Authorization": "Bearer \(secret)", "Content-Type": "application/json",
      "Accept": "application/json",
    ]
    for (path, body) in [
      ("/users/tokens", "{\"name\":\"more\",\"role\":\"admin\"}"),
      ("/users", "{\"name\":\"eve\",\"role\":\"admin\",\"password\":\"correct horse\"}"),
      ("/account/password", "{\"password\":\"\",\"newPassword\":\"correct horse\"}"),
      ("/account/second-factor", "{\"code\":\"1\"}"), ("/users/ci/second-factor/remove", ""),
      ("/sessions/1/end", ""), ("/users/tokens/1/revoke", ""),
    ] {
      let answer = await console.send(.post, path, fields, body: body)
      #expect(answer.status == 403, "\(path)")
    }
    for path in ["/account.json", "/sessions.json"] {
      #expect(await console.send(.get, path, fields).status == 403, "\(path)")
    }
    #expect(try await console.data.tokens().map(\.name) == ["ci"])
    let denials = try await console.data.auditEntries(AuditFilter(), limit: 20)
    #expect(denials.count >= 7 && denials.allSatisfy { $0.record.who == "token ci" })
  }

  @Test func aTokenOfOneStoreSeesNothingOfAnother() async throws {
    var stores = StubStores()
    stores.stores.append(
      StoreInfo(
        name: "films", environment: "", remoteKind: "azure", remoteURL: "https://films.example"))
    let console = try await TestConsole(stores: stores)
    let secret = try await console.data.addToken("ci", role: .admin, by: "ann", store: "films")
    let fields = ["Authorization": "Bearer \(secret)"]
    let list = await console.send(.get, "/.json", fields)
    #expect(list.json["stores"]?.array?.compactMap { $0["name"]?.string } == ["films"])
    let page = await console.send(.get, "/", fields).page
    #expect(page.contains("films") && !page.contains("todo"))
    #expect(!(await console.send(.get, "/metrics", fields).page.contains("todo")))
    for route in ConsoleRoutes(services: console.app.services).all {
      guard case .action = route.access, !route.isOpenToOneStore else { continue }
      let path = route.pattern.replacing("{store}", with: "todo").replacing("{", with: "")
        .replacing("}", with: "")
      let answer = await console.send(
        route.method, path, fields.merging(["Accept": "application/json"]) { $1 })
      #expect(answer.status == 403, "\(route.method.rawValue) \(path): \(answer.status)")
    }
  }

  /// What it did it may look at and take back, of its own store alone.
  @Test func aTokenOfOneStoreUndoesItsOwnActions() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    let secret = try await store.console.data.addToken(
      "ci", role: .operate, by: "ann", store: "todo")
    let fields = [
      "Authorization": "Bearer \(secret)", "Accept": "application/json",
      "Content-Type": "application/json",
    ]
    let send = { (method: HTTPMethod, path: String) in
      await store.console.send(method, path, fields, body: method == .post ? "{}" : "")
    }
    #expect(await send(.post, "/s/todo/t/TodoItem/r/dean/delete").status == 200)
    #expect(await store.post("/s/todo/t/TodoItem/r/ricky/delete").status == 200)
    let newest = try await store.console.data.auditEntries(AuditFilter(), limit: 2).map(\.id)
    let (own, others) = (newest[1], newest[0])
    let elsewhere = try await store.console.data.record(
      AuditRecord(
        who: "token ci", address: "local", action: "rows.delete", store: "films", target: "Film",
        requestID: "r"))
    for entry in [others, elsewhere, 99_999] {
      for (method, path) in [
        (HTTPMethod.get, "/audit/\(entry).json"), (.post, "/undo/\(entry)"),
        (.get, "/undo/\(entry).json"),
      ] {
        let answer = await send(method, path)
        #expect(answer.status == 403, "\(path)")
        #expect(answer.page.contains("what it did itself in the store todo"))
      }
    }
    for query in ["", "?store=films", "?user=token%20admin", "?user=token%20ci"] {
      let list = await send(.get, "/audit.json\(query)").json["entries"]?.array
      let isOwn = query.isEmpty || query.contains("ci")
      #expect(list?.map { $0["id"] } == (isOwn ? [.integer(own)] : []), "\(query)")
    }
    let page = await store.console.send(
      .get, "/audit", ["Authorization": "Bearer \(secret)", "Accept": "text/html"]
    ).page
    #expect(page.contains("store=todo") && !page.contains("store=films"))
    #expect(await store.get("/s/todo/t/TodoItem/r/ricky.json").json["deleted"] == true)
    #expect(await send(.get, "/audit/\(own).json").json["id"] == .integer(own))
    #expect(await send(.post, "/undo/\(own)").status == 200)
    #expect(await store.get("/s/todo/t/TodoItem/r/dean.json").json["deleted"] == false)
  }

  @Test func signInsAndTheirEndsAreInTheAudit() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    _ = try await browser.submit("/logout", [], token: browser.csrfToken)
    let page = await browser.get("/login")
    _ = await browser.submit(
      "/login", [("name", "mira"), ("password", "guess")], token: page.csrfToken)
    _ = await browser.submit(
      "/login", [("name", "my secret typed here"), ("password", "x")], token: page.csrfToken)
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 9).map(\.record)
    #expect(
      entries.map(\.action) == ["session.start", "session.start", "session.end", "session.start"])
    #expect(entries.map(\.result) == [.denied, .denied, .done, .done])
    #expect(entries.map(\.who) == ["–", "mira", "mira", "mira"])
  }
}
