import ConsoleData
import HTTPKit
import JSONKit
import TestSupport
import Testing

@testable import Console

/// One export at a time for each person, so that nobody takes the readers from the others.
@Suite struct ExportLimitTests {
  @Test func aSecondExportWaitsForTheFirst() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Metropolis"])])
    let rows = "/s/todo/t/Movie"
    var browser = try await console.browser(.viewer)
    var other = try await console.browser(.operate)
    do {
      let first = await browser.get(rows + ".csv")
      #expect(first.status == 200)
      for path in [rows + ".csv", rows + ".ndjson", "/audit.csv"] {
        let second = await browser.get(path)
        #expect(second.status == 429, "\(path)")
        #expect(second.page.contains("Another export of yours is under way"))
        #expect(second.headers["Retry-After"] == "5")
      }
      #expect(await other.get(rows + ".csv").status == 200)
      #expect(await browser.get(rows).status == 200)
      #expect(try await first.whole().contains("Metropolis"))
    }
    #expect(await browser.get(rows + ".csv").status == 200)
    // One that was given up on leaves its place too.
    #expect(await browser.get("/audit.ndjson").status == 200)
  }
}
