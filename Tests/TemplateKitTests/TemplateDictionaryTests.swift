import TemplateKit
import Testing

@Suite struct TemplateDictionaryTests {
  @Test func theSameEntriesAreEqualWhateverRoomIsLeftBehindThem() {
    var grown = TemplateDictionary()
    for number in 0..<100 { grown.set("N\(number)", "text") }
    var merged: TemplateDictionary = ["N0": "text"]
    var rest = TemplateDictionary()
    for number in 1..<100 { rest.set("N\(number)", "text") }
    merged.merge(rest)
    #expect(grown == merged)
    #expect(grown.ownNames.count == 100)
    merged.set("N100", "more")
    #expect(grown != merged && !grown.ownNames.contains("N100"))
  }

  @Test func aLargePageKeepsEveryEntry() throws {
    let library = try TemplateLibrary(
      files: ["page": "{{#ROW}}{{#CELL}}<i>{{TEXT}}</i>{{/CELL}}\n{{/ROW}}"])
    var values = TemplateDictionary()
    values.add("ROW", each: Array(0..<1000)) { row, number in
      row.add("CELL", each: Array(0..<5)) { cell, column in cell.set("TEXT", "\(number).\(column)")
      }
    }
    let page = String(decoding: try library.render("page", values), as: UTF8.self)
    let expected = (0..<1000).map { number in
      (0..<5).map { "<i>\(number).\($0)</i>" }.joined() + "\n"
    }
    #expect(page == expected.joined())
  }
}
