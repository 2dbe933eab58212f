import ConsoleData
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// What the audit log says of an entry.
@Suite struct AuditSentenceTests {
  private func record(
    _ action: String, _ target: String, count: Int? = nil, before: JSONValue? = nil,
    after: JSONValue? = nil, result: AuditRecord.Result = .done, undo: JSONValue? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: "mira", address: "local", action: action, store: "todo", target: target, count: count,
      result: result, before: before, after: after, undo: undo, requestID: "A")
  }

  /// The sentence with its changes, as the list has it; `ROW` stands for the row.
  private func said(
    _ record: AuditRecord, undone: AuditRecord? = nil, settings: String? = nil
  ) -> String {
    let sentence = AuditSentence(record, undone: undone, settings: settings)
    let words = sentence.parts.map { part in
      switch part {
      case .text(let text): text
      case .who: "mira"
      case .row: "ROW"
      }
    }
    return words.joined() + (AuditChange.summary(record).map { ": \($0)" } ?? "")
  }

  private let bulk: JSONValue = [
    "Country DE": ["name": "Germany"], "Country FR": ["name": "France"],
  ]

  @Test func rowsThatGotTheSameValueAreOneSentence() {
    var edit = record(
      "rows.edit", "2 staged rows", count: 2, before: bulk,
      after: ["Country DE": ["name": "X"], "Country FR": ["name": "X"]])
    #expect(said(edit) == "mira edited 2 rows of Country: name to “X”")
    edit.after = ["Country DE": ["name": "X"], "Country FR": ["name": "Y"]]
    #expect(said(edit) == "mira edited 2 rows of Country: name")
    // Of more rows than are kept, nobody knows the others' value.
    edit.after = ["Country DE": ["name": "X"], "Country FR": ["name": "X"]]
    edit.count = 3
    #expect(said(edit) == "mira edited 3 rows of Country: name")
  }

  @Test func aRowThatWasEditedAloneIsNamed() {
    let edit = record(
      "rows.edit", "1 staged row", count: 1, before: ["Country DE": ["name": "A"]],
      after: ["Country DE": ["name": "B"]])
    #expect(said(edit) == "mira edited ROW: name “A” → “B”")
    #expect(edit.subject == AuditRecord.Row("Country", "DE"))
  }

  @Test func anImportAndItsUndoNameTheTable() {
    let values: JSONValue = ["TodoItem a": ["text": nil], "TodoItem b": ["text": nil]]
    let imported = record(
      "rows.import", "TodoItem, 47 new", count: 47, before: values, after: values)
    #expect(said(imported) == "mira imported 47 rows into TodoItem")
    let undo = record("action.undo", "entry 18, TodoItem, 47 new", count: 47)
    #expect(undo.undoneEntry == 18)
    #expect(said(undo, undone: imported) == "mira undid the import of 47 rows into TodoItem")
    let copied = record("rows.import", "Movie from store films", count: 3)
    #expect(said(copied) == "mira copied 3 rows into Movie from the store films")
  }

  @Test(
    arguments: [
      (["Language": 20, "Country": 4, "TodoItem": 1], "Language (20), Country (4), TodoItem (1)"),
      (["A": 1, "B": 1, "C": 1, "D": 1], "4 tables"), (nil, "Language, Country, TodoItem"),
    ] as [(JSONValue?, String)])
  func rowsOfSeveralTablesAreCountedByTable(tables: JSONValue?, words: String) {
    let undelete = record(
      "rows.undelete", "Language, Country, TodoItem t1", count: 25,
      after: ["report": ["thing": "rows", "done": "undeleted"], "tables": tables ?? .null])
    #expect(said(undelete) == "mira undeleted 25 rows of \(words)")
  }

  @Test func aNewRowIsListedWithItsValues() {
    let added = record(
      "rows.edit", "TodoItem", count: 1, after: ["text": "Bad one 2", "tags": ["a"], "id": "x"])
    #expect(said(added) == #"mira added 1 row of TodoItem: text “Bad one 2”, tags ["a"]"#)
  }

  @Test func operationsAreCountedNotListed() {
    let retried = record(
      "queue.retry", "retry of 3 operations: kind “failed”", count: 2,
      before: ["operations": [5, 6, 7]], after: ["report": ["done": "queued for retry"]])
    #expect(said(retried) == "mira retried 2 of 3 operations")
  }

  @Test func settingsHaveTheNamesOfTheirFields() throws {
    let form = StoreForm(
      kinds: [],
      sections: [
        .init(
          "Push and pull", fields: [SettingField("pull.pageSize", "Page size", control: .number)])
      ])
    let changed = record(
      "store.edit", "settings", before: ["pull": ["pageSize": 100], "tables": []],
      after: ["pull": ["pageSize": 500], "tables": []], undo: ["any": true])
    let summary = AuditedSettings(record: changed, form: form).summary
    #expect(summary == "Page size from 100 to 500")
    #expect(
      said(changed, settings: summary)
        == "mira changed the settings of todo: Page size from 100 to 500")
  }

  @Test(arguments: [
    ("user jo, added", "mira added the user “jo” with the role admin"),
    ("user jo, added as viewer", "mira added the user “jo” with the role viewer"),
    ("API token t2, created as admin", "mira created the API token “t2” with the role admin"),
    ("user jo, removed", "mira removed the user “jo”"),
    ("role of jo", "mira changed the role of “jo” from viewer to admin"),
    ("password of jo", "mira changed the password of “jo”"),
    ("API token ci, created", "mira created the API token “ci” with the role admin"),
    ("API token ci, revoked", "mira revoked the API token “ci”"),
  ])
  func accountsAreNamed(target: String, sentence: String) {
    let changed = record(
      "user.edit", target, before: ["role": "viewer"], after: ["role": "admin"])
    #expect(said(changed) == sentence)
  }

  @Test(arguments: [
    ("user jo, added", "mira failed to add the user “jo”"),
    ("role of jo", "mira failed to change the role of “jo”"),
    ("API token ci, revoked", "mira failed to revoke the API token “ci”"),
  ])
  func aChangeOfAccountsThatFailedNamesThem(target: String, sentence: String) {
    #expect(said(record("user.edit", target, result: .failed)) == sentence)
  }

  @Test(arguments: [
    ("rows.purge", "/s/todo/t/Movie/purge", "mira was not allowed to purge rows"),
    ("user.edit", "/users", "mira was not allowed to change users and API tokens"),
  ])
  func aDeniedRequestSaysWhatItWasFor(action: String, target: String, sentence: String) {
    #expect(said(record(action, target, result: .denied)) == "\(sentence): \(target)")
  }

  @Test func whatWasDoneToAStoreNamesIt() {
    let settings: JSONValue = ["tables": []]
    let added = record("store.edit", "added", after: settings, undo: ["any": true])
    #expect(said(added) == "mira added the store todo")
    let removed = record("store.edit", "removed", before: settings, undo: ["any": true])
    #expect(said(removed) == "mira removed the store todo")
    let offline = record("sync.run", "offline", after: ["offline": true])
    #expect(said(offline) == "mira took the store todo offline")
    let undo = record("action.undo", "entry 1, offline")
    #expect(said(undo, undone: offline) == "mira took the store todo online again")
  }

  @Test func aChangeOfSettingsIsNoNewStoreToWhoMayNotSeeTheSettings() {
    let changed = record("store.edit", "settings", undo: ["any": true])
    #expect(said(changed) == "mira changed the settings of todo")
    let rule = record("store.edit", "conflict rules of Movie", undo: ["any": true])
    #expect(said(rule) == "mira changed the settings of todo")
    #expect(said(record("store.edit", "added")) == "mira added the store todo")
    #expect(said(record("store.edit", "removed")) == "mira removed the store todo")
  }

  @Test(arguments: [
    ("keep-local", "mira resolved the conflict of ROW with this store’s version"),
    ("take-server", "mira resolved the conflict of ROW with the server’s version"),
    ("merge", "mira resolved the conflict of ROW by merging"),
    ("retry", "mira retried an operation of ROW"),
    ("discard", "mira discarded a change of ROW"),
    ("remove-row", "mira removed ROW from this store"),
  ])
  func aResolutionSaysHow(choice: String, sentence: String) {
    var resolved = record("conflict.resolve", "\(choice) dean in TodoItem")
    resolved.row = AuditRecord.Row("TodoItem", "dean")
    #expect(said(resolved) == sentence)
  }

  @Test(arguments: [
    ("keep-local", "resolution of the conflict of ROW"),
    ("retry", "retry of an operation of ROW"),
    ("discard", "discard of a change of ROW"),
    ("remove-row", "removal of ROW from this store"),
  ])
  func theUndoOfAResolutionSaysHow(choice: String, undone: String) {
    var resolved = record("conflict.resolve", "\(choice) dean in TodoItem", count: 1)
    resolved.row = AuditRecord.Row("TodoItem", "dean")
    let undo = record("action.undo", "entry 8, \(resolved.target)", count: 1)
    #expect(said(undo, undone: resolved) == "mira undid the \(undone)")
  }

  @Test func theUndoOfANewRowIsNoUndoOfAnEdit() {
    var added = record("rows.edit", "TodoItem dean", count: 1, after: ["text": "Call"])
    added.row = AuditRecord.Row("TodoItem", "dean")
    #expect(said(added) == "mira added ROW: text “Call”")
    let undo = record("action.undo", "entry 8, TodoItem dean", count: 1)
    #expect(said(undo, undone: added) == "mira undid the addition of ROW")
  }

  @Test func aTestOfAConnectionNamesTheStoreOrItsServer() {
    var test = record(
      "store.edit", "connection, tested", after: ["remote": ["url": "https://a.example"]])
    #expect(said(test) == "mira tested the connection of the store todo")
    test.store = nil
    #expect(said(test) == "mira tested the connection to https://a.example")
    test.after = nil
    #expect(said(test) == "mira tested the connection of a new store")
  }

  @Test func whoeverCameByAOneTimeLinkHasNoName() {
    #expect(ConsoleData.linkUser.actorName == "one-time link")
    #expect(ConsoleData.linkUser.initials == "OT")
    #expect("mira".actorName == "mira")
    #expect(OfflineSwitch(who: ConsoleData.linkUser).author == "Switched off by one-time link.")
  }

  @Test func everyActionHasWordsForItsDenial() {
    for action in ConsoleAction.allCases {
      let sentence = said(record(action.rawValue, "/", result: .denied))
      #expect(sentence.hasPrefix("mira was not allowed to "))
    }
  }

  @Test(arguments: [
    ("own password", "mira changed their password"),
    ("confirmation", "mira confirmed the session with their password"),
    ("two-factor authentication on", "mira turned on two-factor authentication"),
    ("recovery code used, 3 left", "mira used a recovery code"),
  ])
  func theOwnAccountIsASentence(target: String, sentence: String) {
    #expect(said(record("account.edit", target)) == sentence)
  }

  @Test(arguments: [
    ("sign-out", "mira signed out"), ("session 12", "mira ended session 12"),
    ("all other sessions", "mira ended all other sessions"),
  ])
  func sessionsAreNumbered(target: String, sentence: String) {
    #expect(said(record("session.end", target)) == sentence)
  }

  @Test(arguments: [
    ("show note of Movie", "mira showed masked values: note of Movie"),
    ("show note of Movie in a form", "mira showed masked values in a form: note of Movie"),
    ("cover note of Movie", "mira masked values again: note of Movie"),
  ])
  func maskedValuesNameTheirColumns(target: String, sentence: String) {
    #expect(said(record("values.unmask", target)) == sentence)
  }

  @Test func aDeltaTokenHasItsQueryAndTable() {
    let reset = record("sync.reset", "reset, delta token all of Movie")
    #expect(said(reset) == "mira reset the delta token all of Movie")
    let time = "2026-11-21T08:00:00Z"
    let rewound = record("sync.reset", "rewind to \(time), delta token part of day of Movie")
    #expect(said(rewound) == "mira moved the delta token part of day of Movie back to \(time)")
    let undo = record("action.undo", "entry 8, reset, delta token all of Movie")
    #expect(said(undo, undone: reset) == "mira undid the reset of the delta token all of Movie")
  }

  @Test func aDeltaTokenThatWasResetSaysWhatTheNextPullDoes() {
    let reset = record(
      "sync.reset", "reset, delta token all of Movie", before: ["token": "2026"],
      after: ["token": nil])
    #expect(
      said(reset) == "mira reset the delta token all of Movie: the next pull reads all rows")
  }

  @Test func aReconcileCountsWhatItDidAndLeavesOutZeros() {
    let applied = record(
      "reconcile.apply", "run 20, Country", count: 3,
      after: ["removed": 2, "queuedInserts": 0, "pulled": 1, "skipped": [], "stopped": nil])
    #expect(
      said(applied)
        == "mira applied the reconcile of run 20, Country: 2 rows removed here, 1 row pulled")
  }

  @Test func errorsOfAListAreAssignedWithTheirCause() {
    var assigned = record(
      "error.assign", "1 error: table “TodoItem”, kind “failed”, cause “text is empty”", count: 1,
      before: ["assignee": nil], after: ["assignee": "dean", "cause": "text is empty"])
    #expect(said(assigned) == "mira assigned 1 error to dean: text is empty")
    // An entry from before causes were kept has its target alone.
    assigned.after = ["assignee": "dean"]
    #expect(said(assigned) == "mira assigned 1 error to dean")
    assigned.after = ["assignee": nil]
    #expect(said(assigned) == "mira unassigned 1 error")
  }

  @Test func goingOfflineHasNoValues() {
    let offline = record(
      "sync.run", "offline", before: ["offline": false], after: ["offline": true])
    #expect(said(offline) == "mira took the store todo offline")
    let undo = record("action.undo", "entry 8, offline")
    #expect(said(undo, undone: offline) == "mira took the store todo online again")
  }
}
