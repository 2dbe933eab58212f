import TemplateKit

/// Tabs that link the pages about one subject, for `Frame/_tabs`.
struct PageTabs {
  struct Tab {
    let label: String
    let link: String
    var count = 0
    let isCurrent: Bool
  }

  /// The subject, which names the tabs for screen readers.
  let name: String
  let tabs: [Tab]

  func add(to values: inout TemplateDictionary) {
    values.set("TABS_NAME", name)
    values.add("PAGE_TAB", list: tabs.map(line))
  }

  private func line(_ tab: Tab) -> TemplateDictionary {
    var values: TemplateDictionary = ["LABEL": tab.label, "LINK": tab.link]
    if tab.count > 0 { values.add("COUNTED", ["COUNT": Format.number(tab.count)]) }
    values.show("CURRENT", if: tab.isCurrent)
    return values
  }
}
