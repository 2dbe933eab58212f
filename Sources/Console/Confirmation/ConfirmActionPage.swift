import JSONKit
import Localization
import SyncCore
import TemplateKit

/// Asks before something that cannot simply be undone.
struct ConfirmActionPage {
  struct Input {
    var label: String
    var name: String
    var value: String
    var hint: String
    var type = "text"
    /// What an input of numbers or moments counts in; nil for its default.
    var step: String?
    /// Whether the problem above is about what was typed here.
    var isWrong = false
  }

  /// One of those that the action is about.
  struct Sample {
    var title: String
    var link: String
    /// Such as `Update 12`.
    var what: String
    var table: String
    var badge: Badge
    /// Fields that both sides changed, each with what the server has and what takes its place.
    var overwritten: [(column: Column, there: JSONValue, here: JSONValue)] = []
  }

  /// What can be done in place of what is asked.
  struct First {
    var text: String
    var action: String
    var label: String
    var hidden: [(name: String, value: String)] = []
  }

  var facts: StorePageContext
  var question: String
  var headline: String
  var text: String
  var action: String
  /// What the button does, with verb and thing.
  var button: String
  /// What the link does that leaves everything as it is; nil for "Cancel".
  var keep: String?
  var backLink: String
  var backName: String
  var isDangerous = true
  var hidden: [(name: String, value: String)] = []
  var known: [(name: String, value: String)] = []
  var input: Input?
  var samples: [Sample] = []
  var samplesCaption = ""
  /// Why the answer before was not taken.
  var problem: String?
  var first: First?

  var values: TemplateDictionary {
    var values = facts.values
    values.set("QUESTION", question)
    values.set("HEADLINE", headline)
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    values.show("NO_PROBLEM", if: problem == nil)
    values.set("TEXT", text)
    values.set("TONE", isDangerous ? "fail" : "warn")
    values.set("ACTION", action)
    values.set("BUTTON", button)
    values.set("KEEP", keep ?? localized("Cancel"))
    values.set("BACK_LINK", backLink)
    values.set("BACK_NAME", backName)
    values.add("HIDDEN", list: Self.fields(hidden))
    if let first {
      var section: TemplateDictionary = [
        "TEXT": first.text, "ACTION": first.action, "LABEL": first.label,
      ]
      section.add("HIDDEN", list: Self.fields(first.hidden))
      values.add("FIRST", section)
    }
    if !known.isEmpty {
      var section = TemplateDictionary()
      section.add("FACT", list: known.map { ["NAME": $0.name, "VALUE": $0.value] })
      values.add("FACTS", section)
    }
    if let input {
      var field: TemplateDictionary = [
        "LABEL": input.label, "NAME": input.name, "VALUE": input.value, "HINT": input.hint,
        "TYPE": input.type,
      ]
      field.show("WRONG", if: input.isWrong)
      field.add("STEP", list: input.step.map { [["STEP_SIZE": $0]] } ?? [])
      values.add("INPUT", field)
    }
    if !samples.isEmpty {
      var section: TemplateDictionary = ["CAPTION": samplesCaption]
      let overwrites = samples.contains { !$0.overwritten.isEmpty }
      section.show("OVERWRITES", if: overwrites)
      section.add(
        "SAMPLE",
        list: samples.map { sample in
          var line: TemplateDictionary = [
            "TITLE": sample.title, "LINK": sample.link, "WHAT": sample.what,
            "TABLE": sample.table,
          ]
          line.set(badge: "CHIP", sample.badge)
          // Once more: a section sees the names of the place where it was shown.
          if overwrites {
            var cell = TemplateDictionary()
            cell.add("LOST", list: sample.overwritten.map(Self.lost))
            line.add("OVERWRITTEN", cell)
          }
          return line
        })
      values.add("SAMPLES", section)
    }
    values.show("DANGER", if: isDangerous)
    values.show("PLAIN", if: !isDangerous)
    return values
  }

  private static func lost(
    _ field: (column: Column, there: JSONValue, here: JSONValue)
  ) -> TemplateDictionary {
    var values: TemplateDictionary = ["COLUMN": field.column.name]
    for (name, value) in [("THERE_VALUE", field.there), ("HERE_VALUE", field.here)] {
      values.add(
        name,
        ValueDifference(column: field.column, before: nil, after: value, isBrief: true).values)
    }
    return values
  }

  private static func fields(_ hidden: [(name: String, value: String)]) -> [TemplateDictionary] {
    hidden.map { ["NAME": $0.name, "VALUE": $0.value] }
  }
}
