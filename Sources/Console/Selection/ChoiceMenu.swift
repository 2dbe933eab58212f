import Localization
import Support
import TemplateKit

/// A chip above a list with a menu of links: each sets one filter, and the first clears it.
struct ChoiceMenu {
  struct Choice {
    /// As the address has it.
    let word: String
    let label: String
    /// How many lines of the list are left with it, where that is known.
    let count: Int?

    init(_ word: String, _ label: String? = nil, count: Int? = nil) {
      self.word = word
      self.label = label ?? word
      self.count = count
    }
  }

  let title: String
  /// What the chip says while nothing is chosen.
  let none: String
  let choices: [Choice]
  let chosen: String?
  /// The address of the list with a choice; with none for nil.
  let address: (String?) -> String

  /// For `Selection/_choice-menu`.
  var values: TemplateDictionary {
    let label = choices.first { $0.word === chosen }?.label ?? chosen
    var values: TemplateDictionary = [
      "TITLE": title, "HEAD": labelled(title, ""), "CHOSEN": label ?? none,
    ]
    values.show("IS_SET", if: chosen != nil)
    values.set("REMOVE_LINK", address(nil))
    values.add("CHOICE", item(nil, none.capitalizedWord))
    values.add(
      "CHOICE",
      list: choices.map { choice in
        let count = choice.count.map { " (\(Format.number($0)))" } ?? ""
        return item(choice.word, choice.label + count)
      })
    return values
  }

  private func item(_ word: String?, _ label: String) -> TemplateDictionary {
    var item: TemplateDictionary = ["LABEL": label, "LINK": address(word)]
    item.show("IS_CHOSEN", if: word === chosen)
    return item
  }
}
