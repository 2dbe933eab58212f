import Support
import TemplateKit

/// A menu of links above a list: each sets one filter, and the first clears it.
struct ChoiceMenu {
  struct Choice {
    /// As the address has it.
    let word: String
    let label: String

    init(_ word: String, _ label: String? = nil) {
      self.word = word
      self.label = label ?? word
    }
  }

  let title: String
  /// What the button says while nothing is chosen.
  let none: String
  let choices: [Choice]
  let chosen: String?
  /// The address of the list with a choice; with none for nil.
  let address: (String?) -> String

  /// For `Selection/_choice-menu`.
  var values: TemplateDictionary {
    let label = choices.first { $0.word === chosen }?.label ?? chosen
    var values: TemplateDictionary = ["TITLE": title, "CHOSEN": label ?? none]
    values.show("IS_SET", if: chosen != nil)
    values.add("CHOICE", item(nil, none.capitalizedWord))
    values.add("CHOICE", list: choices.map { item($0.word, $0.label) })
    return values
  }

  private func item(_ word: String?, _ label: String) -> TemplateDictionary {
    var item: TemplateDictionary = ["LABEL": label, "LINK": address(word)]
    item.show("IS_CHOSEN", if: word === chosen)
    return item
  }
}
