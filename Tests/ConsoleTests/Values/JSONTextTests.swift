import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// JSON in a column of texts is shown like JSON, and stays the text that it is.
@Suite struct JSONTextTests {
  private static let row = "/s/todo/t/Movie/r/a"
  private static let text = #" {"b":[1,2],  "a":"x"}"#
  private static let indented =
    "{\n  &quot;b&quot;: [\n    1,\n    2\n  ],\n  &quot;a&quot;: &quot;x&quot;\n}"

  private func console(_ text: String = Self.text) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "A", "data": .string(text)])])
    return console
  }

  @Test func theRowPageIndentsItWithARemark() async throws {
    let page = await (try await console()).page(Self.row).page
    #expect(page.contains("<pre class=\"wrap\">\(Self.indented)</pre>"))
    #expect(page.contains("<small>Text that holds JSON, shown indented</small>"))
  }

  @Test func theValuePageShowsItBothWays() async throws {
    let console = try await console()
    let value = "\(Self.row)/value?column=data"
    let page = await console.page(value).page
    #expect(page.contains(">\(Self.indented)</pre>") && page.contains("String, 22 B."))
    #expect(page.contains("Text that holds JSON, shown indented."))
    #expect(page.contains("href=\"\(value)&amp;as=text\">Show as stored</a>"))
    let plain = await console.page("\(value)&as=text").page
    #expect(plain.contains("> {&quot;b&quot;:[1,2],  &quot;a&quot;:&quot;x&quot;}</pre>"))
    #expect(plain.contains("href=\"\(value)\">Show formatted</a>"))
    #expect(await console.page("\(value)&raw=1").page == Self.text)
    #expect(await console.get(value).json["value"] == .string(Self.text))
  }

  @Test func aLongOneIsCutAndWholeOnItsOwnPage() async throws {
    let list = "[\((1...1_000).map { "\($0)" }.joined(separator: ","))]"
    let page = await (try await console(list)).page(Self.row).page
    #expect(page.contains("[\n  1,\n  2,") && !page.contains("  1000\n"))
    #expect(page.contains("Show all \(Format.bytes(list.utf8.count))<"))
  }

  @Test(arguments: ["[draft] x", "{", "\"[1]\"", "12", "", "[1] [2]"])
  func anyOtherTextStaysAsItIs(_ text: String) async throws {
    let console = try await console(text)
    #expect(!(await console.page(Self.row).page.contains(JSONText.remark)))
    #expect(
      !(await console.page("\(Self.row)/value?column=data").page.contains(JSONText.remark)))
  }

  @Test func whatIsTooLongIsNotLookedAt() throws {
    let long = "[\"\(String(repeating: "x", count: RowValueHandlers.shownBytesMax))\"]"
    #expect(JSONText.tree(.string(long), in: Column("data", .text)) == nil)
    #expect(JSONText.tree("[1]", in: Column("data", .text)) == [1])
    #expect(JSONText.tree("[1]", in: Column("data", .json)) == nil)
    #expect(JSONText.tree("[1]", in: Column("version", .text)) == nil)
  }
}
