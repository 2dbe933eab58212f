import Foundation
import TemplateKit
import TestSupport
import Testing

private func rendered(
  _ files: [String: String], _ values: TemplateDictionary
) throws -> String {
  String(decoding: try TemplateLibrary(files: files).render("page", values), as: UTF8.self)
}

@Test func aSectionIsShownPerItemAndKnowsTheOuterNames() throws {
  var values: TemplateDictionary = ["A": "outer", "B": "b"]
  values.add("ROW", list: [["A": "1"], ["A": "2"]])
  let page = try rendered(["page": "{{A}}{{#ROW}}[{{A}}{{B}}]{{/ROW}}"], values)
  #expect(page == "outer[1b][2b]")
}

@Test func aSectionIsHiddenUnlessShown() throws {
  var values: TemplateDictionary = [:]
  values.show("A")
  values.show("B", if: false)
  values.set("C", ifAny: nil)
  values.set("D", ifAny: "d")
  let page = try rendered(
    ["page": "{{#A}}a{{/A}}{{#B}}b{{/B}}{{#C}}{{C}}{{/C}}{{#D}}{{D}}{{/D}}{{#E}}e{{/E}}"], values)
  #expect(page == "ad")
}

@Test func anEmptyListHidesTheSectionOfTheSameNameOutside() throws {
  var item: TemplateDictionary = [:]
  item.add("S", list: [])
  var values: TemplateDictionary = [:]
  values.show("S")
  values.add("ROW", item)
  #expect(try rendered(["page": "{{#ROW}}({{#S}}s{{/S}}){{/ROW}}"], values) == "()")
}

@Test func aValueThatNobodySetIsAnErrorThatNamesIt() throws {
  let library = try TemplateLibrary(files: ["page": "{{A}} {{B}} {{#S}}{{C}}{{/S}}"])
  #expect(throws: TemplateError.missingValues(template: "page", names: ["B"])) {
    try library.render("page", ["A": "x"])
  }
}

@Test func aPartIsIncludedWhereItStandsAndEscapedForThatPlace() throws {
  let files = ["page": "<a href=\"{{>parts/_url}}\">{{>parts/_url}}</a>", "parts/_url": "{{URL}}"]
  let page = try rendered(files, ["URL": "javascript:x"])
  #expect(page == "<a href=\"#\">javascript:x</a>")
  #expect(try TemplateLibrary(files: files).names == ["page"])
}

@Test func theMarkersOfATemplateIncludeThoseOfItsParts() throws {
  let library = try TemplateLibrary(files: ["page": "{{A}}{{#S}}{{>_b}}{{/S}}", "_b": "{{B}}"])
  let markers = try #require(library.markers(of: "page"))
  #expect(markers.texts == ["A", "B"])
  #expect(markers.sections == ["S"])
}

@Test func anUnknownTemplateIsAnError() throws {
  let library = try TemplateLibrary(files: ["page": "x"])
  #expect(throws: TemplateError.unknownTemplate("other")) { try library.render("other", [:]) }
}

@Test func aFolderIsLoadedWithItsFolders() throws {
  let directory = try TemporaryDirectory()
  try FileManager.default.createDirectory(
    atPath: directory.file("rows"), withIntermediateDirectories: true)
  try Data("Hello {{NAME}}".utf8).write(to: URL(fileURLWithPath: directory.file("rows/list.tpl")))
  let library = try TemplateLibrary(directory: directory.path)
  #expect(library.names == ["rows/list"])
  #expect(
    String(decoding: try library.render("rows/list", ["NAME": "Ö"]), as: UTF8.self) == "Hello Ö")
}

@Test func aFolderThatIsMissingOrEmptyIsAnErrorThatNamesTheSetting() throws {
  let directory = try TemporaryDirectory()
  for path in [directory.path, directory.file("nowhere")] {
    let error = #expect(throws: TemplateError.self) { try TemplateLibrary(directory: path) }
    #expect(error?.description.contains("--templates") == true)
  }
}

@Test func textsOfAnyLengthAndContentArriveWhole() throws {
  let long = String(repeating: "wide ö 🧵 \u{0} ", count: 100_000)
  #expect(try rendered(["page": "{{A}}"], ["A": long]) == long)
}

@Test func renderingFromManyThreadsGivesEachItsOwnPage() async throws {
  let library = try TemplateLibrary(files: ["page": "{{#ROW}}{{N}},{{/ROW}}"])
  try await withThrowingTaskGroup(of: Bool.self) { group in
    for index in 0..<50 {
      group.addTask {
        var values: TemplateDictionary = [:]
        values.add("ROW", list: (0..<100).map { _ in ["N": "\(index)"] })
        let page = String(decoding: try library.render("page", values), as: UTF8.self)
        return page == String(repeating: "\(index),", count: 100)
      }
    }
    for try await isRight in group { #expect(isRight) }
  }
}
