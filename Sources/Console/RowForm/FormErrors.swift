import TemplateKit

/// What is wrong with a form, as the note above it says it.
struct FormErrors {
  struct Mistake {
    /// The id of the field that it is about; nil when it is about the whole form.
    var fieldID: String?
    var text: String
  }

  /// What was not done, and what it takes.
  var sentence: String
  var list: [Mistake]
}

extension TemplateDictionary {
  /// The note above a form; without mistakes there is none.
  mutating func set(mistakes: FormErrors?) {
    guard let mistakes else { return add("MISTAKES", list: []) }
    var part: TemplateDictionary = ["SENTENCE": mistakes.sentence]
    part.add(
      "MISTAKE",
      list: mistakes.list.map { mistake in
        var item: TemplateDictionary = ["TEXT": mistake.text, "FIELD_ID": mistake.fieldID ?? ""]
        item.show("PLACED", if: mistake.fieldID != nil)
        item.show("UNPLACED", if: mistake.fieldID == nil)
        return item
      })
    add("MISTAKES", part)
  }
}
