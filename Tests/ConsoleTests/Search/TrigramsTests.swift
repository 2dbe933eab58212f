import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// The index finds every row that a comparison of all rows finds.
@Suite struct TrigramsTests {
  @Test(arguments: ["", "ab", "a\0bcd", "ẞ"])
  func aTextMayBeTooShortForTheIndex(text: String) { #expect(Trigrams(text) == nil) }

  private static let letters = Array("aAbBéÉßẞσςΣ\"% 日本\u{1F600}\u{0}")

  private static func text(_ length: Int, _ random: inout SplitMix64) -> String {
    String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func everyRowThatMatchesIsACandidate(seed: UInt64) async throws {
    var random = SplitMix64(seed)
    let console = try await RowsConsole()
    let rows = (0..<200).map { number -> (String, JSONObject) in
      ("m\(number)", ["title": .string(Self.text(Int.random(in: 0..<40, using: &random), &random))])
    }
    try await console.pull("Movie", rows)
    let index = SearchIndexes().index(of: console.sync)
    await index.catchUp(with: console.sync)
    // Rows that were read again have their old texts in the index, too.
    for (id, _) in rows.prefix(50) {
      try await console.sync.table("Movie").update(
        id, ["title": .string(Self.text(20, &random))])
    }
    await index.catchUp(with: console.sync)
    for _ in 0..<60 {
      let id = "m\(Int.random(in: 0..<200, using: &random))"
      let row = try #require(await console.record("Movie", id))
      let title = row.values["title"]?.string ?? ""
      for (fit, text) in [(FilterOperator.equals, title), (.starts, String(title.prefix(5)))] {
        guard let trigrams = Trigrams(text, fit) else { continue }
        var filter = RowFilter("title", fit, text)
        filter.isAsShown = true
        var query = RowQuery(view: .all, filters: [filter], sort: [RowSort("id")], size: 500)
        let all = try await console.sync.rows("Movie", query).rows.map(\.id)
        query.among = await index.rows(of: "Movie", with: trigrams, limit: 1_000)
        let found = try await console.sync.rows("Movie", query).rows.map(\.id)
        #expect(found == all && found.contains(row.id), "seed \(seed): \(fit) \(text)")
      }
      let start = Int.random(in: 0...title.count, using: &random)
      let needle = String(title.dropFirst(start).prefix(Int.random(in: 3..<25, using: &random)))
      guard let trigrams = Trigrams(needle) else { continue }
      var query = RowQuery(
        view: .all, filters: [.anyText(needle)], sort: [RowSort("id")], size: 500)
      let all = try await console.sync.rows("Movie", query).rows.map(\.id)
      query.among = await index.rows(of: "Movie", with: trigrams, limit: 1_000)
      let found = try await console.sync.rows("Movie", query).rows.map(\.id)
      #expect(found == all && found.contains(row.id), "seed \(seed): \(needle)")
    }
  }
}
