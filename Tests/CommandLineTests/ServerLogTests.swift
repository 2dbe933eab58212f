import Console
import JSONKit
import Support
import TestSupport
import Testing

@testable import syncline

@Suite struct ServerLogTests {
  private let hostile = RequestLogEntry(
    id: "abc", method: "GET", path: "/s/x\n{\"level\":\"error\"}\u{1B}[31m\u{2028}", status: 404,
    who: "eve\r\nroot", address: "192.0.2.1", milliseconds: 7)

  private func log(_ form: ServerLog.Form) -> ServerLog {
    ServerLog(time: ManualTime(), form: form, includesRequests: true)
  }

  @Test func aJSONLineIsOneObjectWhateverTheClientSent() throws {
    let line = log(.json).encoded(
      "info", "request", ServerLog.members(hostile), text: ServerLog.text(hostile))
    #expect(!line.contains("\n") && !line.contains("\u{1B}"))
    let object = try JSONValue(parsing: line)
    #expect(object["path"]?.string == hostile.path)
    #expect(object["level"] == "info" && object["status"] == 404 && object["milliseconds"] == 7)
    #expect(object["requestId"] == "abc" && object["who"]?.string == hostile.who)
    #expect(object["at"]?.string?.hasSuffix("Z") == true)
  }

  @Test func aLineOfTextCannotBeSplitOrColoured() {
    let line = log(.text).encoded("info", "request", [], text: ServerLog.text(hostile))
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(!line.contains("\u{2028}"))
    #expect(line.contains("404 in 7 ms"))
  }
}
