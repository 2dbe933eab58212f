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
  }

  var facts: StoreFacts
  var question: String
  var headline: String
  var text: String
  var action: String
  /// What the button does, with verb and thing.
  var button: String
  var backLink: String
  var backName: String
  var isDangerous = true
  var hidden: [(name: String, value: String)] = []
  var known: [(name: String, value: String)] = []
  var input: Input?

  var values: TemplateDictionary {
    var values = facts.values
    values.set("QUESTION", question)
    values.set("HEADLINE", headline)
    values.set("TEXT", text)
    values.set("TONE", isDangerous ? "fail" : "warn")
    values.set("ACTION", action)
    values.set("BUTTON", button)
    values.set("BACK_LINK", backLink)
    values.set("BACK_NAME", backName)
    values.add("HIDDEN", list: hidden.map { ["NAME": $0.name, "VALUE": $0.value] })
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
      field.add("STEP", list: input.step.map { [["STEP_SIZE": $0]] } ?? [])
      values.add("INPUT", field)
    }
    values.show("DANGER", if: isDangerous)
    values.show("PLAIN", if: !isDangerous)
    return values
  }
}
