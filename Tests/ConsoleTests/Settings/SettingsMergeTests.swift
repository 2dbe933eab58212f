import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import Testing

/// A form that was opened before somebody else saved settings of the same store.
@Suite struct SettingsMergeTests {
  private static let path = "/s/todo/settings"
  private static let opened: JSONObject = [
    "name": "todo", "remote": ["kind": "azure", "url": "https://a.example"],
    "push": ["window": 4], "tables": [["name": "A"], ["name": "B"]],
  ]

  /// Sends a form that was made from ``opened`` after `saved` took its place.
  private func submit(
    _ typed: [(String, String)], over saved: JSONObject, tellsOpened: Bool = true
  ) async throws -> (response: HTTPResponse, settings: JSONObject?, page: String) {
    let administration = FakeAdministration()
    administration.settings.withLock { $0["todo"] = Self.opened }
    let store = try await SyncConsole(administration: administration)
    var browser = try await store.console.signIn("ann", .admin)
    let form = await browser.get(Self.path)
    let state = await store.get("\(Self.path).json", as: .admin).json["ifState"]?.string ?? ""
    let text = JSONValue.object(Self.opened).serializedText
    #expect(form.page.contains("name=\"ifState\" value=\"\(state)\""))
    #expect(
      form.page.contains("name=\"opened\" value=\"\(text.replacing("\"", with: "&quot;"))\""))
    administration.settings.withLock { $0["todo"] = saved }
    let response = await browser.submit(
      Self.path, [("ifState", state)] + (tellsOpened ? [("opened", text)] : []) + typed,
      token: form.csrfToken)
    let page = response.status == 303 ? await browser.get(Self.path).page : response.page
    return (response, administration.settings.withLock { $0["todo"] }, page)
  }

  @Test func fieldsThatNobodyTouchedHereTakeTheValueThatIsSavedNow() async throws {
    var saved = Self.opened
    saved["environment"] = "test"
    saved["push"] = ["window": 4, "batch": false]
    let result = try await submit([("environment", ""), ("push.window", "9")], over: saved)
    #expect(result.response.status == 303)
    saved["push"] = ["window": 9, "batch": false]
    #expect(result.settings == saved)
    #expect(result.page.contains("Changes saved meanwhile are kept: Environment, Batches."))
  }

  @Test func onlyWhatBothChangedIsListedAndNothingIsSaved() async throws {
    var saved = Self.opened
    saved["environment"] = "test"
    saved["push"] = ["window": 5]
    let result = try await submit(
      [("environment", ""), ("timeZone", "Europe/Berlin"), ("push.window", "9")], over: saved)
    #expect(result.response.status == 409)
    #expect(result.settings == saved)
    let cells = "<td class=\"wrap\">5</td><td class=\"wrap\">9</td>"
    #expect(result.page.contains("<th scope=\"row\" class=\"key\">Window</th>\(cells)"))
    #expect(!result.page.contains("<th scope=\"row\" class=\"key\">Environment</th>"))
    #expect(result.page.contains("<p>Also changed in the file, and kept: Environment.</p>"))
    #expect(!result.page.contains("<th scope=\"row\" class=\"key\">Time zone</th>"))
    // The form continues from what is saved now.
    #expect(result.page.contains("name=\"environment\" value=\"test\""))
    #expect(result.page.contains("name=\"timeZone\" value=\"Europe/Berlin\""))
    #expect(result.page.contains("name=\"push.window\" value=\"9\""))
  }

  @Test func theSameChangeOnBothSidesIsNoCollision() async throws {
    var saved = Self.opened
    saved["push"] = ["window": 9]
    let result = try await submit([("push.window", "9")], over: saved)
    #expect(result.response.status == 303)
    #expect(result.settings == saved)
    #expect(result.page.contains("No changes."))
  }

  /// From a page that was opened before an update of the console.
  @Test func aFormThatDoesNotTellWhatItWasMadeFromIsRefusedOnlyWhereItDiffers() async throws {
    var saved = Self.opened
    saved["push"] = ["window": 9]
    let same = try await submit([("push.window", "9")], over: saved, tellsOpened: false)
    #expect(same.response.status == 303 && same.page.contains("No changes."))
    let other = try await submit([("push.window", "5")], over: saved, tellsOpened: false)
    #expect(other.response.status == 409 && other.settings == saved)
  }

  @Test func aProgramWithAStateOfBeforeIsRefusedEvenWhereNothingDiffers() async throws {
    let administration = FakeAdministration()
    administration.settings.withLock { $0["todo"] = Self.opened }
    let store = try await SyncConsole(administration: administration)
    let body: JSONValue = ["store": .object(Self.opened), "ifState": "of before"]
    let response = await store.post(Self.path, body)
    #expect(response.status == 409)
    #expect(response.json["error"]?["code"] == "settings_changed")
  }

  @Test func tablesAreMergedByTheirNames() async throws {
    var saved = Self.opened
    saved["tables"] = [["name": "C"], ["name": "B", "dependsOn": ["C"]], ["name": "A"]]
    let result = try await submit(
      [
        ("tables.0.was", "A"), ("tables.0.name", "A"), ("tables.0.dependsOn", "B"),
        ("tables.1.was", "B"), ("tables.1.name", "B"), ("tables.2.was", ""),
        ("tables.2.name", "D"),
      ], over: saved)
    #expect(result.response.status == 303)
    #expect(
      result.settings?["tables"] == [
        ["name": "C"], ["name": "B", "dependsOn": ["C"]], ["name": "A", "dependsOn": ["B"]],
        ["name": "D"],
      ])
  }

  @Test func aTableThatOneRemovedAndTheOtherChangedCollides() async throws {
    var saved = Self.opened
    saved["tables"] = [["name": "A", "dependsOn": ["B"]], ["name": "B"]]
    let result = try await submit(
      [
        ("tables.0.was", "A"), ("tables.0.name", "A"), ("tables.0.remove", "1"),
        ("tables.1.was", "B"), ("tables.1.name", "B"),
      ], over: saved)
    #expect(result.response.status == 409)
    #expect(result.settings == saved)
    let cells = "<td class=\"wrap\">A</td><td class=\"wrap\">not set</td>"
    #expect(result.page.contains("<th scope=\"row\" class=\"key\">Table</th>\(cells)"))
  }
}
