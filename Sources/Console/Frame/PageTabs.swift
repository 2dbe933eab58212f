import TemplateKit

/// Tabs that link the pages about one subject, for `Frame/_tabs`.
struct PageTabs {
  struct Tab {
    let label: String
    let link: String
    /// Not shown when it is zero, unless ``showsZero``.
    var count = 0
    /// True where counting stopped at ``count``.
    var isCapped = false
    /// Of the oldest that is counted.
    var age: String?
    let isCurrent: Bool
    var showsZero = false
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
    let count =
      tab.showsZero ? Format.number(tab.count) : Format.number(nonzero: tab.count)
    values.set("TAB_COUNT", ifAny: tab.isCapped ? count.map { "\($0)+" } : count)
    values.set("TAB_AGE", ifAny: tab.age)
    values.show("CURRENT", if: tab.isCurrent)
    return values
  }
}
