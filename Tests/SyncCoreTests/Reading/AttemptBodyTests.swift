import Support
import Testing

@testable import SyncCore

/// An answer of which only the beginning is kept says so.
@Suite struct AttemptBodyTests {
  private func isCut(_ body: String, _ headers: [[String]] = []) -> Bool {
    AttemptInfo(
      number: 1, startedAt: Timestamp(milliseconds: 0), outcome: "refused", headers: headers,
      body: body
    ).isBodyCut
  }

  @Test func whatIsKeptWholeIsNotCut() {
    #expect(!isCut("short", [["Content-Length", "5"]]))
    #expect(!isCut("short"))
  }

  @Test func aLongerBodyIsCut() {
    #expect(isCut(String(repeating: "x", count: ServerAnswer.bodyMax)))
    // Secrets that were covered make what is kept shorter.
    #expect(isCut("covered", [["content-length", "300000"]]))
  }

  @Test func theLengthOfAPackedBodyIsNotTheBodys() {
    let headers = [["Content-Length", "300000"], ["Content-Encoding", "gzip"]]
    #expect(!isCut("short", headers))
  }
}
