import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Comparisons that fit the type of their column.
@Suite struct FilterChoiceTests {
  private let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("a", ["title": "A", "seen": false, "rank": 12]),
        ("b", ["title": "B", "seen": true, "rank": 120]),
        ("c", ["title": "C", "seen": false, "rank": 3]),
      ])
    return console
  }

  @Test(arguments: [
    ("seen", "contains", "false", "seen=false"), ("seen", "starts", "true", "seen=true"),
    ("rank", "contains", "12", "rank=12"), ("rank", "contains", "1x", "rank__contains=1x"),
    ("rank", "gt", "12", "rank__gt=12"), ("title", "contains", "A", "title__contains=A"),
    ("updatedAt", "contains", "2026", "updatedAt__gte=2026"),
    ("updatedAt", "starts", "2026-11-29", "updatedAt__gte=2026-11-29"),
    ("title", "gte", "A", "title__contains=A"),
  ])
  func aComparisonThatStoodThereForAnotherColumnIsTheUsualOne(
    _ column: String, _ op: String, _ value: String, _ query: String
  ) async throws {
    let console = try await filled()
    let answer = await console.page(
      "\(list)?_column=\(column)&_preset=\(op)+other&_op=\(op)&_value=\(value)")
    #expect(answer.headers["Location"] == "\(list)?\(query)#list")
  }

  @Test(arguments: [
    ("contains", ""), ("starts", ""), ("contains", "equals+title"), ("contains", "contains+rank"),
    ("starts", "contains+title"), ("contains", "nonsense"), ("contains", "contains"),
  ])
  func aComparisonThatWasChosenIsTaken(_ op: String, _ preset: String) async throws {
    let console = try await filled()
    let preset = preset.isEmpty ? "" : "&_preset=\(preset)"
    let answer = await console.page("\(list)?_column=rank\(preset)&_op=\(op)&_value=12")
    #expect(answer.headers["Location"] == "\(list)?rank__\(op)=12#list")
    #expect(await console.get("\(list).json?rank__\(op)=12").json["count"]?["value"] == 2)
  }

  @Test func theValueOfABooleanIsChosen() async throws {
    let console = try await filled()
    let edited = await console.page("\(list)?seen=false&_edit=0").page
    #expect(edited.contains("<option value=\"false\" selected>false</option></select>"))
    let lines = edited.components(separatedBy: "<template>")[0]
    #expect(!lines.contains("<input class=\"s-in\" name=\"_value\""))
    let page = await console.page("\(list)?title=A&_edit=0").page
    let typed = page.components(separatedBy: "<template>")[0]
    #expect(typed.contains("<input class=\"s-in\" name=\"_value\""))
    #expect(!typed.contains("<option value=\"false\" selected"))
  }

  @Test func aChoiceThatWasLeftForAnotherColumnIsNoValue() async throws {
    let console = try await filled()
    let left = "_column=title&_preset=equals+seen&_op=contains&_value=true"
    let asked = await console.page("\(list)?\(left)")
    #expect(asked.status == 200 && asked.page.contains("Enter a value."))
    let kept = await console.page(
      "\(list)?_column=seen&_preset=equals+seen&_op=equals&_value=true")
    #expect(kept.headers["Location"] == "\(list)?seen=true#list")
  }

  @Test func theFormSaysWhatItWasOpenedWith() async throws {
    let console = try await filled()
    func preset(_ query: String) async -> String? {
      await console.page("\(list)\(query)").page.value(of: "_preset")
    }
    #expect(await preset("") == "contains title")
    #expect(await preset("?rank__gt=many") == "gt rank")
    #expect(
      await preset("?_column=seen&_preset=contains+title&_op=contains&_value=&_suggest=1")
        == "equals seen")
  }

  @Test func everyColumnSaysItsUsualComparison() async throws {
    let page = await (try await filled()).page(list).page
    for (column, usual) in [
      ("title", "contains"), ("seen", "equals"), ("rank", "equals"), ("updatedAt", "gte"),
    ] {
      #expect(page.contains("<option value=\"\(column)\" data-usual=\"\(usual)\""), "\(column)")
    }
    let asked = await (try await filled()).page(
      "\(list)?_column=seen&_preset=contains+title&_op=contains&_value=&_suggest=1"
    ).page
    #expect(asked.contains("<option value=\"equals\" selected>"))
  }

  @Test func eachTypeOfColumnHasItsOwnComparisons() async throws {
    let page = await (try await filled()).page(list).page
    func offered(_ type: String) throws -> [String] {
      let start = try #require(page.firstRange(of: "data-type=\"\(type)\"><option"))
      let end = try #require(page[start.upperBound...].firstRange(of: "</optgroup>"))
      return page[start.lowerBound..<end.lowerBound].components(separatedBy: "</option>")
        .compactMap { $0.components(separatedBy: ">").last }.filter { !$0.isEmpty }
    }
    let rest = ["is NULL", "is not NULL"]
    #expect(try offered("text") == ["contains", "is", "is not", "starts with", "is one of"] + rest)
    #expect(try offered("boolean") == ["is", "is not"] + rest)
    #expect(try offered("date") == ["from", "after", "before", "up to", "is", "is not"] + rest)
    #expect(
      try offered("number") == [
        "is", "is not", "more than", "at least", "less than", "at most", "is one of",
      ] + rest)
  }

  @Test(arguments: [
    ("notNull", "", "title__null=false"), ("null", "left", "title__null=true"),
    ("equals", "", "title="), ("not", "", "title__not="),
  ])
  func aComparisonWithoutAValueIsAFilterWhereItMeansSomething(
    _ op: String, _ value: String, _ query: String
  ) async throws {
    let console = try await filled()
    let answer = await console.page("\(list)?_column=title&_op=\(op)&_value=\(value)")
    #expect(answer.headers["Location"] == "\(list)?\(query)#list")
    let edited = await console.page("\(list)?\(query)&_edit=0").page
    #expect(edited.contains("<option value=\"\(op)\" selected>"))
  }

  @Test(arguments: ["contains", "starts", "in", "gte"])
  func aComparisonWithNothingIsNoFilter(_ op: String) async throws {
    let answer = await (try await filled()).page("\(list)?_column=title&_op=\(op)&_value=")
    #expect(answer.status == 200)
    #expect(answer.page.contains("<span class=\"err\" id=\"e-cond-1\">Enter a value.</span>"))
    #expect(!answer.page.contains("class=\"fchip\""))
  }

  @Test func aFilterThatTheFormDoesNotOfferCanBeEdited() async throws {
    let page = await (try await filled()).page("\(list)?title__gte=B&_edit=0").page
    #expect(page.contains("<option value=\"gte\" selected>from</option>"))
  }

  @Test(arguments: [("contains=FALS", 2), ("contains=tru", 1), ("starts=f", 2), ("contains=0", 0)])
  func containsMatchesTheWordThatIsShown(_ condition: String, _ count: Int64) async throws {
    let console = try await filled()
    let found = await console.get("\(list).json?seen__\(condition)").json
    #expect(found["count"]?["value"] == .integer(count))
  }
}
