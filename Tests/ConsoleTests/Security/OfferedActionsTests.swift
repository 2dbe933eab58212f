import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Pages offer what may be done, and nothing that would be refused.
@Suite struct OfferedActionsTests {
  /// A store with something of everything, in a console of `isReadOnly` with a view and a comparison.
  private func busy(isReadOnly: Bool) async throws -> SyncConsole {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15)) {
      $0.isReadOnly = isReadOnly
    }
    _ = try await store.failure("ralph")
    _ = try await store.conflict("ivan")
    try await store.fill(["dean", "walt", "hugo", "ricky", "otto"])
    try await store.items.delete("dean")
    try await store.items.update("walt", ["text": "waits"], by: "mira")
    store.server.remove("TodoItem", "hugo")
    let data = store.console.data
    _ = try await data.saveView(
      "Top", query: "text=walt", store: "todo", table: "TodoItem", owner: nil, by: "mira")
    _ = try await data.record(
      AuditRecord(
        who: "mira", address: "", action: "sync.run", store: "todo", target: "online",
        undo: UndoableChange.offline(true, store: "todo").json, requestID: "r"))
    try await data.addUser("eve", role: .operate, password: "correct horse")
    for order in [
      RunRequest(.pull, store: "todo", by: "mira"),
      RunRequest(.reconcile, store: "todo", tables: ["TodoItem"], by: "mira"),
    ] {
      let (run, _) = try await store.console.runs.start(order)
      _ = try await store.console.runs.wait(run, store: "todo")
    }
    return store
  }

  /// Where forms and links of the page lead, with whether they change something.
  private func targets(_ page: String) -> [(path: String, isChange: Bool)] {
    func values(_ attribute: String, _ text: String) -> [String] {
      text.components(separatedBy: " \(attribute)=\"").dropFirst().map {
        String($0.prefix { $0 != "\"" && $0 != "?" && $0 != "#" })
      }
    }
    let main = page.components(separatedBy: "<main").last ?? ""
    let posts = page.components(separatedBy: "<form").dropFirst().filter {
      $0.prefix { $0 != ">" }.contains("method=\"post\"")
    }
    let forms = posts.flatMap { form in
      values("action", String(form.prefix { $0 != ">" }))
        + values("formaction", form.components(separatedBy: "</form>")[0])
    }
    return forms.map { ($0, true) } + values("href", main).map { ($0, false) }
  }

  @Test(arguments: [(Role.admin, true), (.operate, true), (.viewer, false), (.operate, false)])
  func nothingIsOfferedThatWouldBeRefused(_ role: Role, _ isReadOnly: Bool) async throws {
    let store = try await busy(isReadOnly: isReadOnly)
    var browser = try await store.console.signIn("ann", role)
    let routes = ConsoleRoutes(services: store.console.app.services).all.map { route in
      (route, route.pattern.components(separatedBy: "/"))
    }
    func action(_ path: String, _ isChange: Bool) -> ConsoleAction? {
      let parts = path.components(separatedBy: "/")
      let fitting = routes.filter { route, pattern in
        route.method == (isChange ? .post : .get) && pattern.count == parts.count
          && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }.min { left, right in
        left.1.count { $0.hasPrefix("{") } < right.1.count { $0.hasPrefix("{") }
      }
      guard case .action(let action)? = fitting?.0.access else { return nil }
      return action
    }
    // A list that is filtered can be saved as a view.
    let first = ["/", "/help", "/s/todo/t/TodoItem?text__contains=a"]
    var (open, seen) = (first, Set(first))
    var forms = 0
    while let path = open.popLast() {
      let answer = await browser.get(path)
      #expect(answer.status < 400, "\(path) answers \(answer.status)")
      guard answer.headers["Content-Type"]?.hasPrefix("text/html") == true else { continue }
      for (target, isChange) in targets(answer.page) where target.hasPrefix("/") {
        guard let action = action(target, isChange) else { continue }
        forms += isChange ? 1 : 0
        let may = role >= action.leastRole && !(isReadOnly && (isChange || action.isChange))
        #expect(may, "\(path) offers \(isChange ? "POST" : "GET") \(target)")
        if may, !isChange, seen.count < 200, seen.insert(target).inserted { open.append(target) }
      }
    }
    #expect(seen.count > 20)
    #expect(isReadOnly ? forms == 0 : forms > 0)
  }
}
