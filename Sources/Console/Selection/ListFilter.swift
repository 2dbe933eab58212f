import HTTPKit
import Localization
import Support
import TemplateKit

/// The filters above a list: a search, and a chip with a menu for each other filter.
struct ListFilter {
  /// One way to show the list, such as by cause.
  struct View {
    var label: String
    var link: String
    var isCurrent: Bool
  }

  /// Characters that may be looked for.
  static let textMax = 200

  /// What the page calls the list.
  let name: String
  let path: String
  /// The filters that are set, and the size of a page, as the address has them.
  let items: QueryItems
  /// The parameter that has the text.
  var parameter = "text"
  /// What is looked for, as it was typed.
  var text: String?
  /// Where the text is looked for.
  var label = localized("Row, id or reason")
  var hint = localized("Search rows and reasons")
  /// Where no filter is set; nil when none is.
  let cleared: String?
  var times: TimeMenu?
  var menus: [ChoiceMenu] = []
  /// How long the lines are kept, in words.
  var keeping: String?
  /// What can be done with the list, at the end of its line.
  var action: (label: String, link: String)?
  /// The ways in which the list can be shown.
  var views: [View] = []
  /// Filters that only links set, each with the list without it.
  var others: [(title: String, removal: String)] = []

  /// The text of `query`, if there is one.
  ///
  /// - Throws: `HTTPError` 400 when it is longer than ``textMax``.
  static func text(in query: QueryItems) throws(HTTPError) -> String? {
    guard let text = query["text"]?.trimmed, !text.isEmpty else { return nil }
    guard text.count <= textMax else {
      throw HTTPError(
        400, localized("The text to look for is too long. Give at most \(textMax) characters."))
    }
    return text
  }

  /// For `Selection/_list-filter.tpl`.
  func add(to values: inout TemplateDictionary) {
    values.add("SEARCH_BOX", search)
    values.add("FILTER", list: menus.map(\.values))
    values.add("TIMES", list: times.map { [$0.values(in: self)] } ?? [])
    values.add(
      "OTHER_FILTER", list: others.map { ["TITLE": $0.title, "REMOVE_LINK": $0.removal] })
    values.add("CLEAR", list: cleared.map { [["LINK": sized($0)]] } ?? [])
    values.set("KEEPING", ifAny: keeping)
    if !views.isEmpty { values.add("VIEWS") { $0.add("VIEW", list: views.map(\.values)) } }
    values.add(
      "LIST_ACTION", list: action.map { [["LABEL": $0.label, "LINK": $0.link]] } ?? [])
  }

  /// With the size of a page that was chosen.
  private func sized(_ address: String) -> String {
    guard let size = items["size"] else { return address }
    let query = QueryItems([.init("size", size)]).encoded
    return "\(address)\(address.contains("?") ? "&" : "?")\(query)"
  }

  private var search: TemplateDictionary {
    var search: TemplateDictionary = [
      "LIST": name, "ACTION": path, "PARAMETER": parameter, "SOUGHT": text ?? "",
      "SOUGHT_LABEL": label, "SOUGHT_HINT": hint, "SOUGHT_MAX": "\(Self.textMax)",
    ]
    search.add("KEPT", list: kept(without: [parameter]))
    return search
  }

  /// The hidden fields of a form that sets the other filters.
  func kept(without names: UTF8Set) -> [TemplateDictionary] {
    items.items.filter { !names.contains($0.name) }
      .map { ["NAME": $0.name, "VALUE": $0.value] }
  }

  /// A chip whose menu sets the filter `name`.
  func menu(
    _ title: String, _ name: String, none: String = localized("any"),
    _ choices: [ChoiceMenu.Choice]
  ) -> ChoiceMenu {
    let chosen = items[name].flatMap { $0.isEmpty ? nil : $0 }
    return ChoiceMenu(title: title, none: none, choices: choices, chosen: chosen) { word in
      address { $0[name] = word }
    }
  }

  /// The chip of a list that has rows of several tables.
  func tableMenu(_ tables: [String]) -> ChoiceMenu {
    menu(localized("Table"), "table", tables.map { .init($0) })
  }

  /// The list with other filters.
  func address(_ change: (inout QueryItems) -> Void) -> String {
    var items = items
    change(&items)
    return Links.with(path, items)
  }
}

/// A search alone.
extension ListFilter {
  /// The filters above a list that has a search and nothing else.
  ///
  /// - Parameters:
  ///   - items: What the address has beside the text.
  ///   - words: Where the text is looked for.
  init(
    searching name: String, _ path: String, _ items: QueryItems = QueryItems(), for text: String?,
    _ words: String
  ) {
    var others = items
    others["size"] = nil
    self.init(
      name: name, path: path, items: items, text: text, label: words, hint: words,
      cleared: text == nil ? nil : Links.with(path, others))
  }

  /// Shows the filters as `TOOLS`, and `NO_MATCHES` where no line has the text.
  ///
  /// - Parameter shown: How many lines match.
  func addTools(to values: inout TemplateDictionary, shown: Int) {
    values.add("TOOLS") { add(to: &$0) }
    values.set("NO_MATCHES", ifAny: shown == 0 ? text : nil)
    values.set("CLEAR_LINK", address { $0[parameter] = nil })
  }
}

/// A line of a list that is searched without the store.
protocol Searchable {
  /// The texts of the line.
  var texts: [String] { get }
}

extension Searchable {
  /// True where one of the texts has `text` in it, whatever its case; nil is in all.
  func contains(_ text: String?) -> Bool {
    guard let text = text?.lowercased() else { return true }
    return texts.contains { $0.lowercased().contains(text) }
  }
}

extension QueryItems {
  /// The choice that an address names; nil for none.
  ///
  /// - Throws: `HTTPError` 400 for a word that is none of them.
  func word<Word: RawRepresentable<String>>(
    _ name: String, of words: [Word]
  ) throws(HTTPError) -> Word? {
    guard let text = self[name], !text.isEmpty else { return nil }
    guard let word = words.first(where: { $0.rawValue == text }) else {
      let words = words.map(\.rawValue).joinedAsList()
      throw HTTPError(400, localized("Unknown \(name) “\(text)”. Use one of \(words)."))
    }
    return word
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(HTTPError) -> Word? {
    try word(name, of: Array(Word.allCases))
  }
}

extension ListFilter.View {
  fileprivate var values: TemplateDictionary {
    var values: TemplateDictionary = ["LABEL": label, "LINK": link]
    values.show("CURRENT", if: isCurrent)
    return values
  }
}
