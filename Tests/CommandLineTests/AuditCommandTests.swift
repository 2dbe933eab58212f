import ConsoleData
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import syncline

/// `audit verify`.
@Suite struct AuditCommandTests {
  @Test func exitsWithOneOnceAnEntryWasChanged() async throws {
    let directory = try TemporaryDirectory()
    let data = directory.file("data")
    #expect(await Syncline.run(["audit", "verify", "--data", data]) == 2)
    #expect(!Files.exists(data))
    for name in ["one", "two"] {
      #expect(
        await Syncline.run(["token", "add", name, "--role", "viewer", "--data", data]) == 0)
    }
    #expect(await Syncline.run(["audit", "verify", "--data", data]) == 0)
    #expect(
      await Syncline.run(["audit", "verify", "--contains", "00", "--json", "--data", data]) == 1)
    let pool = try await DatabasePool(path: DataDirectory.consoleDatabase(in: data))
    try await pool.write { connection in
      try connection.execute("DROP TRIGGER auditIsNotEdited")
      try connection.execute("UPDATE audit SET who = 'eve' WHERE id = 1")
    }
    #expect(await Syncline.run(["audit", "verify", "--data", data]) == 1)
    #expect(await Syncline.run(["audit", "verify", "--json", "--data", data]) == 1)
  }
}
