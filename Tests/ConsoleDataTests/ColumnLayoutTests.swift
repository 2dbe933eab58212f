import SQLiteKit
import TestSupport
import Testing

@testable import ConsoleData

/// How people have the columns of a table.
@Suite struct ColumnLayoutTests {
  private func columns(
    _ data: ConsoleData, _ table: String, _ owner: String
  ) async throws
    -> String?
  {
    try await data.besideRows(store: "todo", table: table, owner: owner).columns
  }

  @Test func eachPersonHasTheirOwnForEachTable() async throws {
    let data = try await TestData().data
    try await data.saveColumnLayout("cols=a", store: "todo", table: "T", owner: "user ann")
    #expect(try await columns(data, "T", "user ann") == "cols=a")
    #expect(try await columns(data, "T", "user eve") == nil)
    #expect(try await columns(data, "U", "user ann") == nil)
    try await data.saveColumnLayout("cols=b", store: "todo", table: "T", owner: "user ann")
    #expect(try await columns(data, "T", "user ann") == "cols=b")
    try await data.saveColumnLayout(nil, store: "todo", table: "T", owner: "user ann")
    #expect(try await columns(data, "T", "user ann") == nil)
  }

  @Test func aFileFromBeforeThereWereAnyGetsThem() async throws {
    let test = try await TestData()
    let view = try await test.data.saveView(
      "V", query: "a=1", store: "todo", table: "T", owner: "user ann", by: "ann"
    ).view
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { connection in
      for table in [
        "columnLayouts", "notes", "assignments", "backups", "driftChecks", "alerts",
        "alertDeliveries", "auditIntents",
      ] {
        try connection.execute("DROP TABLE \(table)")
      }
      for table in ["stagedChanges", "discardedChanges"] {
        try connection.execute("ALTER TABLE \(table) DROP COLUMN isInsert")
      }
      try connection.execute("ALTER TABLE users DROP COLUMN language")
      try connection.execute("ALTER TABLE removedUsers DROP COLUMN language")
      try connection.execute("ALTER TABLE sessions DROP COLUMN linkLanguage")
      try connection.execute("DROP TRIGGER auditIsNotEdited")
      try connection.execute("ALTER TABLE audit DROP COLUMN rowNames")
      try connection.execute("PRAGMA user_version = 26")
    }
    let opened = try await test.opened()
    try await opened.saveColumnLayout("_pin=1", store: "todo", table: "T", owner: "user ann")
    #expect(try await columns(opened, "T", "user ann") == "_pin=1")
    #expect(try await opened.savedView(view.id) == view)
  }
}
