import JSONKit
import SyncCore
import TestSupport
import Testing

/// The toolbar of the trash.
@Suite struct TrashFilterTests {
  @Test func eachFilterIsAChipThatRemovesIt() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "TodoItem"), TableSettings(name: "Movie")]))
    store.server.put("Movie", "m1", ["title": .string("The pump")])
    _ = try await store.sync.pull()
    _ = try await store.sync.table("Movie").bulk(.delete, ids: ["m1"], by: "ivan")
    let path = "/s/todo/trash"
    let all = await store.page(path).page
    #expect(!all.contains("Remove filter") && !all.contains("Clear filters"))
    for words in ["Deleted: any time", "Table: any", "Deleted by: anyone"] {
      #expect(all.contains("<summary>\(words)</summary>"), "\(words)")
    }
    let some = await store.page("\(path)?table=Movie&by=ivan&to=2100-01-01&text=the").page
    #expect(some.contains("<summary>Table: <b>Movie</b></summary>"))
    #expect(some.contains("<summary>Deleted by: <b>ivan</b></summary>"))
    #expect(some.contains("href=\"\(path)?table=Movie&amp;by=ivan&amp;text=the\"><svg"))
    #expect(some.contains("href=\"\(path)?by=ivan&amp;text=the&amp;to=2100-01-01"))
    #expect(some.contains("<a class=\"btn quiet s\" href=\"\(path)\">Clear filters</a>"))
  }
}
