import HTTPKit
import Testing

@Suite struct EventStreamParserTests {
  private func events(_ text: String) -> [ServerSentEvent]? {
    var parser = EventStreamParser()
    return parser.read(Array(text.utf8))
  }

  @Test func readsNamesDataAndIds() {
    #expect(
      events("event: tables\nid: 7\nretry: 1000\ndata: {}\n\ndata:one\ndata:  two\n\n") == [
        ServerSentEvent(name: "tables", data: "{}", id: "7", retryMilliseconds: 1_000),
        ServerSentEvent(data: "one\n two"),
      ])
  }

  @Test func everyKindOfLineEndCounts() {
    #expect(
      events("data: a\r\n\r\ndata: b\r\rdata: c\n\n") == ["a", "b", "c"].map { .init(data: $0) })
  }

  @Test func commentsEventsWithoutDataAndUnfinishedOnesAreNoEvents() {
    #expect(
      events(": still here\n\nevent: x\n\nfoo: bar\ndata\n\ndata: unfinished\n") == [
        .init(data: "")
      ])
  }

  @Test func aByteOrderMarkIsSkipped() {
    #expect(events("\u{feff}data: a\n\n") == [.init(data: "a")])
  }

  @Test func partsOfAnyLengthComeToTheSame() {
    let text = "event: tables\r\ndata: {\"é\": 1}\r\ndata: x\r\n\r\n: c\n\ndata: y\n\n"
    for size in 1...7 {
      var parser = EventStreamParser()
      var found: [ServerSentEvent] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        found += parser.read(Array(rest.prefix(size))) ?? []
        rest = rest.dropFirst(size)
      }
      #expect(found == events(text), "parts of \(size)")
    }
  }

  @Test func anEventWithoutEndIsGivenUp() {
    #expect(events("data: " + String(repeating: "x", count: 2 << 20)) == nil)
    #expect(
      events(String(repeating: "data: \(String(repeating: "x", count: 1_000))\n", count: 2_000))
        == nil)
  }
}
