import TemplateKit

/// The place of a page in the navigation.
package struct Nav: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    case stores, alerts, audit, users, backups, sessions, account, help
    case overview, tables, trash, queue, errors, staged, sync, reconcile, tokens, settings
    /// A page about a table; nil for the list of its rows and for its rows' pages.
    case table(String, TablePage? = nil)
    case elsewhere

    /// The table that the page is about.
    var table: String? {
      guard case .table(let name, _) = self else { return nil }
      return name
    }

    /// The place whose link is marked on this page, which may be a page without a link of its own.
    fileprivate var marked: Place {
      switch self {
      case .reconcile: .sync
      case .tokens: .tables
      default: self
      }
    }
  }

  /// The store whose navigation is shown; nil for the pages above the stores.
  package let store: String?
  package let place: Place

  package init(store: String? = nil, _ place: Place) {
    self.store = store
    self.place = place
  }
}

/// A link of the navigation.
struct NavItem {
  /// A symbol of `Public/icons.svg`.
  enum Icon: String {
    case overview, alert, queue, sync, trash, table, settings, store, audit, users, help, bell
    case staged = "s-staged"
    case backups = "download"
  }

  /// The number beside a link.
  struct Count {
    var number: Int
    /// What the number counts, for screen readers.
    var meaning: String?
    var needsAttention = false
    /// The counter's name for the page's script, which updates it; such a counter is on the page,
    /// hidden, also when it is 0.
    var live: String?
  }

  var label: String
  var url: String
  var place: Nav.Place
  var icon: Icon?
  var count: Count?
  /// What is wrong behind the link; nil where nothing is.
  var trouble: String?
  /// What is to be known of the place behind the link, which is no trouble.
  var remark: String?
  /// The links below it.
  var list: [NavItem] = []

  init(
    _ label: String, _ url: String, _ place: Nav.Place, icon: Icon? = nil, _ count: Count? = nil
  ) {
    self.label = label
    self.url = url
    self.place = place
    self.icon = icon
    self.count = count
  }

  /// Writes the link as the page at `nav` shows it.
  func write(at nav: Nav, to item: inout TemplateDictionary) {
    item.set("NAV_LABEL", label)
    item.set("NAV_URL", url)
    item.set("NAV_ICON", ifAny: icon?.rawValue)
    item.show("NAV_CURRENT", if: place == nav.place.marked && place != .elsewhere)
    if let count, count.number > 0 || count.live != nil {
      item.add("NAV_COUNT", count.write)
    } else {
      item.show("NAV_COUNT", if: false)
    }
    if let word = trouble ?? remark {
      item.add("NAV_WORD", ["NAV_STATE": word, "NAV_STATE_LOOK": trouble == nil ? "n" : "n bad"])
    } else {
      item.show("NAV_WORD", if: false)
    }
    // A link of the list below must not inherit the list it is in.
    item.show("NAV_LIST", if: !list.isEmpty)
    item.add("NAV_SUB", each: list) { below, link in link.write(at: nav, to: &below) }
  }
}

extension NavItem.Count {
  fileprivate func write(to values: inout TemplateDictionary) {
    values.set("NAV_NUMBER", Format.number(number))
    values.set("NAV_LOOK", needsAttention ? "n need" : "n")
    values.set("NAV_MEANING", ifAny: meaning)
    values.set("NAV_LIVE", ifAny: live)
    values.show("NAV_ZERO", if: number == 0)
  }
}
