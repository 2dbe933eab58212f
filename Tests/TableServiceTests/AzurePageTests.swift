import TestSupport
import Testing

/// Holds `docs/azure.md` against the list of recorded answers that the service does not give.
@Suite struct AzurePageTests {
  @Test func pageNamesEveryAnswerThatIsNotGiven() {
    let lines = Documentation.table(
      "docs/azure.md", below: "Nine recorded answers that it does not give")
    var named: [String: Set<String>] = [:]
    for line in lines {
      let parts = line["Recording"].split(separator: ":", maxSplits: 1)
      let file = parts[0].filter { $0 != "`" }
      guard let list = parts.last, let story = list.split(separator: " ").first else { continue }
      let numbers = list.split(separator: "#").dropFirst().map { $0.prefix { $0.isNumber } }
      named[file] = Set(numbers.map { "\(story) #\($0)" })
    }
    #expect(named == ReplayTests.unanswerable)
    #expect(named.values.reduce(0) { $0 + $1.count } == 9)
    #expect(lines.allSatisfy { !$0["Why"].isEmpty })
  }
}
