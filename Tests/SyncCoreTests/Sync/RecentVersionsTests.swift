import JSONKit
import Testing

@testable import SyncCore

@Suite struct RecentVersionsTests {
  private static let page =
    #"[{"id":"a","version":"1"},{"id":"b","version":"1"},{"id":"c","version":null}]"#

  @Test(arguments: [BatchStorerTests.wire, BatchStorerTests.records])
  func aRowComesAgainInTheSameVersionAlone(
    _ make: @Sendable (String) throws -> RecordBatch
  ) throws {
    var seen = RecentVersions()
    #expect(try seen.countAgain(make(Self.page)) == 0)
    #expect(try seen.countAgain(make(Self.page)) == 2)
    #expect(try seen.countAgain(make(#"[{"id":"a","version":"2"},{"id":"b","version":"1"}]"#)) == 1)
  }

  @Test func whatCameLastIsRememberedWithinALimit() {
    var seen = RecentVersions()
    func rows(_ numbers: Range<Int>) -> RecordBatch {
      RecordBatch(numbers.map { Record(id: "\($0)", version: "1") })
    }
    let max = RecentVersions.keptMax
    #expect(seen.countAgain(rows(0..<max)) == 0)
    #expect(seen.countAgain(rows(max - 10..<2 * max)) == 10)
    #expect(seen.countAgain(rows(max..<max + 5)) == 5)
    #expect(seen.countAgain(rows(0..<5)) == 0)
  }
}
